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

// Measures the product beside its peers: see README.md beside this file. `--long` measures growth and memory, `--profile` writes CPU
// profiles. `--workloads` runs the workloads one by one on a cluster of their own. `--idle` measures a cluster without requests,
// `--overload` one with more requests than it can answer. `--trust` prints the cost of process identity.
const { values } = parseArgs({
  options: {
    turns: { type: "string", default: "8" },
    /** Length of a burst beside the peers, and of a workload. */
    seconds: { type: "string" },
    /** Prefix of the names of the loads or workloads to run. */
    only: { type: "string", default: "" },
    /** Stores the report of a quiet run in RESULTS.md. */
    write: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    /** Document counts for the growth measurement, separated by commas. */
    documents: { type: "string", default: "" },
    profile: { type: "boolean", default: false },
    workloads: { type: "boolean", default: false },
    /** Concurrent connections of a workload. */
    connections: { type: "string", default: "50" },
    idle: { type: "boolean", default: false },
    overload: { type: "boolean", default: false },
    trust: { type: "boolean", default: false },
  },
});
const PROFILES = ".data/profiles";
const { only, write } = values;
const [seconds, connections] = [Number(values.seconds ?? (values.workloads || values.profile ? 5 : 2)), Number(values.connections)];

/** Returns false when a measurement exceeds its bound. */
async function measure(): Promise<unknown> {
  if (values.trust) return measureTrust();
  if (values.long) return measureLong();
  if (values.idle) return measureIdle();
  if (values.profile) return profileCluster({ seconds, only, folder: PROFILES });
  if (values.overload) return inCluster(measureOverload);
  if (values.workloads) return inCluster((cluster) => measureWorkloads(cluster, { seconds, connections, only }));
  return measureBesidePeers({ turns: Number(values.turns), seconds: Math.min(seconds, 10), only, write });
}

/** Growth with the amount of data, and memory with the number of requests. */
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
