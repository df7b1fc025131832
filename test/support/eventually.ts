import { setTimeout as pause } from "node:timers/promises";

const FIRST_PAUSE_MS = 5;
/** Checks query databases and processes. More frequent checks would take processor time from the awaited work. */
const MAX_PAUSE_MS = 100;
/** Long enough for a slow machine. A test of a rule with a time limit passes that limit instead. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** Repeats a check until it no longer throws, and returns what it returned. Throws its last error after `withinMs`. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = DEFAULT_TIMEOUT_MS): Promise<T> {
  const end = performance.now() + withinMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(pauseMs);
    pauseMs = Math.min(1.5 * pauseMs, MAX_PAUSE_MS);
  }
}
