import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 20;
/** Patience with a busy machine. Where a rule names a time, the test does. */
const PATIENCE_MS = 15_000;

/** Repeats a check until it no longer throws, and returns what it returned. Throws its last error after `withinMs`. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = PATIENCE_MS): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(EVERY_MS);
  }
}
