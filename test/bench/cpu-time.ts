import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const MICROSECONDS_PER_TICK = 10_000;

/** Microseconds of processor time that the child processes of a process have used, by name, from /proc. */
export function cpuTimeByProcess(parent: number): Map<string, number> {
  const cpuTimes = new Map<string, number>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const child = readProcess(pid);
    if (child?.parent !== parent) continue;
    cpuTimes.set(child.name, (cpuTimes.get(child.name) ?? 0) + child.microseconds);
  }
  return cpuTimes;
}

/** Fields as in proc(5): 4 is the parent, 14 and 15 are the ticks in user and kernel mode. Null when the process has ended. */
function readProcess(pid: string): { name: string; parent: number; microseconds: number } | null {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name in parentheses, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { name: nameOf(args), parent: Number(fields[1]), microseconds: ticks * MICROSECONDS_PER_TICK };
  } catch {
    return null;
  }
}

function nameOf(args: readonly string[]): string {
  if (args.some((arg) => arg.endsWith("/service.ts"))) return args.at(-1) ?? "";
  if (args.some((arg) => arg.includes("embedded-mongo"))) return "store";
  return basename(args[0] ?? "");
}
