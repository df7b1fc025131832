import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "#test/support/random.ts";
import type { ServerProcess } from "#test/support/server-process.ts";

const BUS_AWAY_MS = 2_000;
const COUNTERS_AWAY_MS = 5_000;

export interface Setting {
  readonly dataDir: string;
  readonly nats: ServerProcess;
  readonly redis: ServerProcess;
}

interface Listed {
  readonly name: string;
  readonly pid: number;
}

/** The processes of the cluster as they are now. */
export function processesOf(dataDir: string): Listed[] {
  return JSON.parse(readFileSync(join(dataDir, "cluster.json"), "utf8")) as Listed[];
}

/** Does one harm: mostly SIGKILL of a process (E1), now and then of the bus (E4) or the counters (E7). Says which. */
export async function doHarm({ dataDir, nats, redis }: Setting, random: Random): Promise<string> {
  const dice = random.below(10);
  if (dice === 0) return away("nats", nats, BUS_AWAY_MS);
  if (dice === 1) return away("redis", redis, COUNTERS_AWAY_MS);
  const { name, pid } = random.pick(processesOf(dataDir));
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    return `${name} (was gone)`;
  }
  return name;
}

async function away(name: string, server: ServerProcess, milliseconds: number): Promise<string> {
  await server.stop("SIGKILL");
  await pause(milliseconds);
  await server.start();
  return name;
}
