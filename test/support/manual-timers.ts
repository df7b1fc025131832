import { systemTimers, type Timers } from "#libs/kernel/timers.ts";

/** Timers that a test advances. */
export interface ManualTimers extends Timers {
  /** Advances time step by step, and runs the callbacks that are due in each step. */
  pass(milliseconds: number): Promise<void>;
}

const STEP_MS = 100;

export function manualTimers(): ManualTimers {
  let now = 0;
  const waiting = new Map<() => void, number>();
  return {
    ...systemTimers,
    elapsedMs: () => now,
    after(milliseconds, callback) {
      const entry = () => callback();
      waiting.set(entry, now + milliseconds);
      return () => waiting.delete(entry);
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      while (now < end) {
        now = Math.min(end, now + STEP_MS);
        for (const [callback, at] of waiting) {
          if (at > now) continue;
          waiting.delete(callback);
          callback();
        }
        // Lets the callbacks finish the work that waits for nothing outside the process.
        await new Promise(setImmediate);
      }
    },
  };
}
