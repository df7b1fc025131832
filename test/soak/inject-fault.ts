import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../support/random.ts";
import type { ServerProcess } from "../support/server-process.ts";

const NATS_DOWN_MS = 2_000;
const REDIS_DOWN_MS = 5_000;

export interface FaultTargets {
  readonly dataDir: string;
  readonly nats: ServerProcess;
  readonly redis: ServerProcess;
}

interface ClusterProcess {
  readonly name: string;
  readonly pid: number;
}

/** The processes that the cluster runs now. */
export function processesOf(dataDir: string): ClusterProcess[] {
  return JSON.parse(readFileSync(join(dataDir, "cluster.json"), "utf8")) as ClusterProcess[];
}

/** Kills a random process of the cluster (E1), sometimes NATS (E4) or Redis (E7) instead. Returns the name of the victim. */
export async function injectFault({ dataDir, nats, redis }: FaultTargets, random: Random): Promise<string> {
  const dice = random.below(10);
  if (dice === 0) return restart("nats", nats, NATS_DOWN_MS);
  if (dice === 1) return restart("redis", redis, REDIS_DOWN_MS);
  const { name, pid } = random.pick(processesOf(dataDir));
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    return `${name} (had ended)`;
  }
  return name;
}

async function restart(name: string, server: ServerProcess, downMs: number): Promise<string> {
  await server.stop("SIGKILL");
  await pause(downMs);
  await server.start();
  return name;
}
