import { setTimeout as pause } from "node:timers/promises";

const INTERVAL_MS = 20;
/** Long enough for a busy machine. A test of a rule with a time limit passes that limit instead. */
const DEFAULT_TIMEOUT_MS = 15_000;

/** Repeats a check until it no longer throws, and returns what it returned. Throws its last error after `withinMs`. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = DEFAULT_TIMEOUT_MS): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(INTERVAL_MS);
  }
}
