import { parseArgs } from "node:util";
import { type BenchCluster, startBenchCluster } from "./bench-cluster.ts";
import { measureBesidePeers } from "./beside-peers.ts";
import { measureGrowth } from "./growth.ts";
import { measureIdle } from "./idle.ts";
import { measureMemory } from "./memory-growth.ts";
import { measureOverload } from "./overload.ts";
import { profileCluster } from "./profile.ts";
import { measureWorkloads } from "./throughput.ts";
import { measureTrust } from "./trust.ts";

// Measures the product beside its peers. `--long` looks at growth and memory, `--profile` writes CPU profiles, `--workloads` runs one workload after the other on a cluster alone, `--idle` looks at
// one that nobody asks for anything, `--overload` asks for more than the cluster can answer, `--trust` says what the identity of processes costs. See README.md beside this file.
const { values } = parseArgs({
  options: {
    turns: { type: "string", default: "8" },
    /** Of a burst beside the peers, and of a workload. */
    seconds: { type: "string" },
    /** Prefix of the names of the loads or workloads to run. */
    only: { type: "string", default: "" },
    /** Keeps the report of a quiet run in RESULTS.md. */
    write: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    /** Of growth, with commas between them. */
    documents: { type: "string", default: "" },
    profile: { type: "boolean", default: false },
    workloads: { type: "boolean", default: false },
    /** Of the workloads. */
    connections: { type: "string", default: "50" },
    idle: { type: "boolean", default: false },
    overload: { type: "boolean", default: false },
    trust: { type: "boolean", default: false },
  },
});
const PROFILES = ".data/profiles";
const { only, write } = values;
const [seconds, connections] = [Number(values.seconds ?? (values.workloads || values.profile ? 5 : 2)), Number(values.connections)];

/** Returns false when the measurement says that a bound was not held. */
async function measure(): Promise<unknown> {
  if (values.trust) return measureTrust();
  if (values.long) return measureLong();
  if (values.idle) return measureIdle();
  if (values.profile) return profileCluster({ seconds, only, folder: PROFILES });
  if (values.overload) return inCluster(measureOverload);
  if (values.workloads) return inCluster((cluster) => measureWorkloads(cluster, { seconds, connections, only }));
  return measureBesidePeers({ turns: Number(values.turns), seconds: Math.min(seconds, 10), only, write });
}

/** What depends on the amount of data and on the number of requests. */
async function measureLong(): Promise<boolean> {
  const sizes = values.documents.split(",").filter(Boolean).map(Number);
  const growth = () => measureGrowth({ sizes, turns: Number(values.turns), seconds: Math.min(seconds, 10), write });
  const parts = Object.entries({ growth, memory: () => inCluster(measureMemory) }).filter(([name]) => name.startsWith(only));
  let held = true;
  for (const [, part] of parts) held = (await part()) && held;
  return held;
}

async function inCluster<T>(work: (cluster: BenchCluster) => Promise<T>): Promise<T> {
  const cluster = await startBenchCluster();
  try {
    return await work(cluster);
  } finally {
    await cluster.stop();
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
if ((await measure()) === false) process.exitCode = 1;
