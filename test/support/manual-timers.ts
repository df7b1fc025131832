import { systemTimers, type Timers } from "#libs/kernel/timers.ts";

/** Timers that a test moves on. */
export interface ManualTimers extends Timers {
  /** Lets time pass, step by step, and what is due in each step begin. */
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
        // What the callbacks have begun without waiting for anything outside comes to its end.
        await new Promise(setImmediate);
      }
    },
  };
}
