import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { allProcesses, cpuTimeOf, processesBelow } from "./cpu-time.ts";

const MICROSECONDS_PER_TICK = 10_000;
const MICROSECONDS_PER_MILLISECOND = 1_000;
const SHOWN = 5;
/** The first line of /proc/stat sums up all processors and is not longer than this; the following lines are per processor. */
const MAX_LINE = 300;

/** Processor time of all work that is not ours. */
export interface Others {
  /** Since the last call, as a fraction of all processors. */
  share(): number;
  /** Since the beginning: the foreign processes that used most, and the load average. */
  summary(): string;
}

/** Watches everything that this process has not started. */
export function watchOthers(): Others {
  const began = { at: performance.now(), foreign: foreignTimes() };
  let last = { at: began.at, machine: machineTime(), own: ownTime() };
  return {
    share() {
      const now = { at: performance.now(), machine: machineTime(), own: ownTime() };
      const [used, own] = [now.machine - last.machine, now.own - last.own];
      const available = (now.at - last.at) * MICROSECONDS_PER_MILLISECOND * cpus().length;
      last = now;
      return Math.max(0, (used - own) / available);
    },
    summary() {
      const available = (performance.now() - began.at) * MICROSECONDS_PER_MILLISECOND * cpus().length;
      const used = [...foreignTimes()]
        .map(([pid, { name, time }]) => ({ name, pid, part: (time - (began.foreign.get(pid)?.time ?? 0)) / available }))
        .toSorted((a, b) => b.part - a.part)
        .slice(0, SHOWN)
        .filter(({ part }) => part >= 0.005);
      const list = used.map(({ name, pid, part }) => `${name} (${pid}) ${Math.round(part * 100)} %`).join(", ");
      const [minute, , quarter] = loadavg();
      return `other processes: ${list || "none worth naming"}; load average ${minute?.toFixed(1)}, in 15 min ${quarter?.toFixed(1)}`;
    },
  };
}

/** Time that all processors were busy. */
function machineTime(): number {
  const [, user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = readFileSync("/proc/stat", "utf8")
    .slice(0, MAX_LINE)
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + interrupts + softInterrupts + stolen) * MICROSECONDS_PER_TICK;
}

function ownProcesses(): number[] {
  return [process.pid, ...processesBelow(process.pid).map(({ pid }) => pid)];
}

function ownTime(): number {
  return ownProcesses().reduce((sum, pid) => sum + cpuTimeOf(pid), 0);
}

function foreignTimes(): Map<number, { readonly name: string; readonly time: number }> {
  const own = new Set(ownProcesses());
  const foreign = allProcesses().filter(({ pid }) => !own.has(pid));
  return new Map(foreign.map(({ pid, name }) => [pid, { name, time: cpuTimeOf(pid) }]));
}
