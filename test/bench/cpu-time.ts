import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const MICROSECONDS_A_TICK = 10_000;

/** Processor time in microseconds that each kind of process below a process has used, by the kernel's own account. */
export function processorTime(parent: number): Map<string, number> {
  const used = new Map<string, number>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const facts = factsOf(pid);
    if (facts?.parent !== parent) continue;
    used.set(facts.name, (used.get(facts.name) ?? 0) + facts.microseconds);
  }
  return used;
}

/** Field numbers as in proc(5): 4 is the parent, 14 and 15 are the ticks in user and kernel mode. */
function factsOf(pid: string): { name: string; parent: number; microseconds: number } | null {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name in brackets, which may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { name: nameOf(words), parent: Number(fields[1]), microseconds: ticks * MICROSECONDS_A_TICK };
  } catch {
    return null;
  }
}

function nameOf(words: readonly string[]): string {
  if (words.some((word) => word.endsWith("/service.ts"))) return words.at(-1) ?? "";
  if (words.some((word) => word.includes("embedded-mongo"))) return "store";
  return basename(words[0] ?? "");
}
