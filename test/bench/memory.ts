import { readFileSync } from "node:fs";
import type { RunningProcess } from "./cpu-time.ts";

const KIB_PER_MIB = 1024;

/** Memory of a process in MiB. */
export interface Memory extends RunningProcess {
  readonly rss: number;
  /** As RSS, but what processes share is divided among them. Not a number where the kernel does not tell. */
  readonly pss: number;
}

export function memoryOf({ pid, name }: RunningProcess): Memory {
  return { pid, name, rss: field(`/proc/${pid}/status`, "VmRSS"), pss: field(`/proc/${pid}/smaps_rollup`, "Pss") };
}

function field(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(file, "utf8"))?.[1]) / KIB_PER_MIB;
  } catch {
    return Number.NaN;
  }
}

const OTHERS = ["nats-server", "redis-server", "server-guard", "store"];

/** Whether a process of a cluster runs services, and is no server that they need. */
export function isService({ name }: RunningProcess): boolean {
  return !OTHERS.includes(name);
}
