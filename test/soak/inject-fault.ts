import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { NatsServer } from "../support/nats-server.ts";
import type { Random } from "../support/random.ts";
import type { ServerProcess } from "../support/server-process.ts";

const NATS_DOWN_MS = 2_000;
const REDIS_DOWN_MS = 5_000;
/** For this long NATS stores and confirms events that it then loses. */
const LOST_TAIL_MS = 2_000;

export interface FaultTargets {
  readonly dataDir: string;
  readonly nats: NatsServer;
  readonly redis: ServerProcess;
}

interface ClusterProcess {
  readonly name: string;
  readonly pid: number;
  readonly metricsPort: number;
}

/** The running processes of the cluster. */
export function processesOf(dataDir: string): ClusterProcess[] {
  return JSON.parse(readFileSync(join(dataDir, "cluster.json"), "utf8")) as ClusterProcess[];
}

/**
 * Kills a random process of the cluster (E1), sometimes NATS (E4) or Redis (E7) instead. Or deletes the events that NATS has stored, all or
 * those of the last seconds. Returns the name of the victim.
 */
export async function injectFault({ dataDir, nats, redis }: FaultTargets, random: Random): Promise<string> {
  const dice = random.below(12);
  if (dice === 0) return restart("nats", nats, NATS_DOWN_MS);
  if (dice === 1) return restart("redis", redis, REDIS_DOWN_MS);
  if (dice === 2) return wipe(nats);
  if (dice === 3) return cutTail(nats);
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

async function wipe(nats: NatsServer): Promise<string> {
  await nats.stop("SIGKILL");
  await nats.wipe();
  await nats.start();
  return "stream wiped";
}

async function cutTail(nats: NatsServer): Promise<string> {
  await nats.stop("SIGKILL");
  const restore = await nats.copyMessages();
  await nats.start();
  await pause(LOST_TAIL_MS);
  await nats.stop("SIGKILL");
  await restore();
  await nats.start();
  return "tail of the stream cut";
}
