import { readFileSync } from "node:fs";
import type { RunningProcess } from "./cpu-time.ts";

const KIB_PER_MIB = 1024;

/** Memory of a process in MiB. */
export interface Memory extends RunningProcess {
  readonly rss: number;
  /** Like RSS, but shared memory is divided among the processes. NaN when the kernel does not report it. */
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

/** Whether a process of a cluster runs services of ours, unlike a server that they need. */
export function isService({ name }: RunningProcess): boolean {
  return !OTHERS.includes(name);
}
