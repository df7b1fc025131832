import { parseArgs } from "node:util";
import { type BenchCluster, startBenchCluster } from "./bench-cluster.ts";
import { measureOverload } from "./overload.ts";
import { measureWorkloads } from "./throughput.ts";
import { measureTrust } from "./trust.ts";

// Measures a local cluster: `npm run bench -- --seconds 5 --connections 50 --only W4` runs one workload after the other, `--overload` asks for
// more than the cluster can answer, `--trust` says what the identity of processes costs. See README.md beside this file. Compare figures only with other runs on the same machine.
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "50" },
    /** Prefix of the names of the workloads to run. */
    only: { type: "string", default: "" },
    overload: { type: "boolean", default: false },
    trust: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);

if (values.trust) process.exitCode = (await measureTrust()) ? 0 : 1;
else
  await inCluster(values.overload ? measureOverload : (cluster) => measureWorkloads(cluster, { seconds, connections, only: values.only }));

/** Exits with 1 when the measurement says that a bound was not held. */
async function inCluster(measure: (cluster: BenchCluster) => Promise<unknown>): Promise<void> {
  const cluster = await startBenchCluster();
  try {
    if ((await measure(cluster)) === false) process.exitCode = 1;
  } finally {
    await cluster.stop();
  }
}
