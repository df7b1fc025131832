import { setTimeout as pause } from "node:timers/promises";
import { SECOND } from "#libs/kernel/clock.ts";
import { type CpuTimes, cpuTimesOf, cpuTimesSince, type RunningProcess, sumOf } from "./cpu-time.ts";

const STEP_MS = 300;
const MAX_STEPS = 20;
/** Background work counts as done below this processor time, in microseconds per step. */
const LITTLE = 15_000;

/** The processor time of some processes without requests, in microseconds per second. */
export async function idleTimes(processes: readonly RunningProcess[], seconds: number): Promise<CpuTimes> {
  const [before, began] = [cpuTimesOf(processes), performance.now()];
  await pause(seconds * SECOND);
  const elapsed = (performance.now() - began) / SECOND;
  return new Map([...cpuTimesSince(processes, before)].map(([name, used]) => [name, used / elapsed]));
}

/** Waits for the work after the last answer: events are consumed in the background. */
export async function settle(processes: readonly RunningProcess[], idle: CpuTimes, maxSteps = MAX_STEPS): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    const before = cpuTimesOf(processes);
    await pause(STEP_MS);
    if (sumOf(cpuTimesSince(processes, before)) < (sumOf(idle) * STEP_MS) / SECOND + LITTLE) return;
  }
}
