import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { mongo } from "mongoose";
import { type BenchCluster, startBenchCluster } from "./bench-cluster.ts";
import type { Contender } from "./contender.ts";
import { processesBelow, sumOf } from "./cpu-time.ts";
import type { BenchFixture } from "./fixture.ts";
import { type Memory, memoryOf } from "./memory.ts";
import { openStream } from "./open-stream.ts";
import { SINGLE } from "./report.ts";
import { idleTimes, settle } from "./settle.ts";
import { storeOf } from "./store-of.ts";

const IDLE_SECONDS = 10;
const STREAMS = 20;

interface Starts {
  /** Milliseconds until `npm start` answers. */
  readonly singleMs: number;
  readonly single: Memory;
  /** Data folder of a cluster that has run before. */
  readonly clusterDataDir: string;
}

/** Starts the single-process system twice, and a cluster once. Only a start with existing data and compiled code counts. */
export async function measureStarts(folder: string): Promise<Starts> {
  const dataDirOf = (name: string) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    return dataDir;
  };
  const [singleDataDir, clusterDataDir] = [dataDirOf("single"), dataDirOf("cluster")];
  await startOnce({ dataDir: singleDataDir, single: true });
  const { readyMs: singleMs, memory: single } = await startOnce({ dataDir: singleDataDir, single: true });
  await startOnce({ dataDir: clusterDataDir });
  return { singleMs, single, clusterDataDir };
}

async function startOnce(options: { readonly dataDir: string; readonly single?: boolean }) {
  const system = await startBenchCluster(options);
  try {
    // Work after the first answer, such as writing compiled code.
    await settle([{ pid: system.pid, name: "" }, ...processesBelow(system.pid)], new Map());
    return { readyMs: system.readyMs, memory: memoryOf({ pid: system.pid, name: SINGLE }) };
  } finally {
    await system.stop();
  }
}

/** A cluster without requests. */
export interface IdleCluster {
  readonly cpuMsPerSecond: number;
  readonly commandsPerSecond: number;
}

/** Measures it with open streams of signed-in users. */
export async function measureIdleCluster(cluster: BenchCluster, { processes }: Contender, { fans }: BenchFixture): Promise<IdleCluster> {
  const { url, pid } = cluster;
  const streams = await Promise.all(fans.slice(0, STREAMS).map((fan) => openStream(url, fan)));
  const store = await storeOf(cluster).connect();
  try {
    await settle(processes, new Map());
    const before = await commandsOf(store);
    const used = await idleTimes([{ pid, name: "launcher" }, ...processes], IDLE_SECONDS);
    const commandsPerSecond = ((await commandsOf(store)) - before) / IDLE_SECONDS;
    return { cpuMsPerSecond: sumOf(used) / 1_000, commandsPerSecond };
  } finally {
    for (const stream of streams) stream?.destroy();
    await store.close();
  }
}

async function commandsOf(store: mongo.MongoClient): Promise<number> {
  const { opcounters } = await store.db("admin").command({ serverStatus: 1 });
  return Object.values(opcounters as Record<string, number>).reduce((sum, count) => sum + count, 0);
}
