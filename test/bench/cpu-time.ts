import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const NANOSECONDS_PER_MICROSECOND = 1_000;

export interface RunningProcess {
  readonly pid: number;
  readonly name: string;
}

/** Processor time in microseconds, by name of process. */
export type CpuTimes = ReadonlyMap<string, number>;

interface Child extends RunningProcess {
  readonly parent: number;
}

/** Every process of this machine. */
export function allProcesses(): Child[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)) ?? []);
}

/** The processes that a process has started, and those that they have started in turn. */
export function processesBelow(root: number): RunningProcess[] {
  const all = allProcesses();
  const below = (parent: number): RunningProcess[] =>
    all.filter((each) => each.parent === parent).flatMap(({ pid, name }) => [{ pid, name }, ...below(pid)]);
  return below(root);
}

/** Processor time of some processes. Those of one name are added up; one that has ended counts nothing. */
export function cpuTimesOf(processes: readonly RunningProcess[]): CpuTimes {
  const times = new Map<string, number>();
  for (const { pid, name } of processes) times.set(name, (times.get(name) ?? 0) + cpuTimeOf(pid));
  return times;
}

/** Processor time used since `before`. */
export function cpuTimesSince(processes: readonly RunningProcess[], before: CpuTimes): CpuTimes {
  return new Map([...cpuTimesOf(processes)].map(([name, used]) => [name, used - (before.get(name) ?? 0)]));
}

export function sumOf(times: CpuTimes): number {
  return [...times.values()].reduce((sum, time) => sum + time, 0);
}

/** Reads the scheduler statistics of each thread, which are finer than the ticks in `stat`. */
export function cpuTimeOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"));
    return threads.reduce((sum, text) => sum + Number(text.split(" ")[0]), 0) / NANOSECONDS_PER_MICROSECOND;
  } catch {
    return 0;
  }
}

/** The fourth field is the parent, as in proc(5). Null when the process has ended. */
function readProcess(pid: number): Child | null {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name in parentheses, which may contain spaces.
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A thread of the kernel has no arguments.
    const name = nameOf(args) || stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    return { pid, name, parent: Number(parent) };
  } catch {
    return null;
  }
}

function nameOf(args: readonly string[]): string {
  const script = args.find((arg) => /\.[mc]?[jt]s$/.test(arg)) ?? "";
  if (/\/service\.[jt]s$/.test(script)) return args.at(-1) ?? "";
  if (script.includes("embedded-mongo")) return "store";
  // A server may append more text to its name there.
  return basename(script || (args[0]?.split(" ")[0] ?? "")).replace(/\.[mc]?[jt]s$/, "");
}
