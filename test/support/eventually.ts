import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 20;

/** Repeats a check until it no longer throws, and returns what it returned. Throws its last error after `withinMs`. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 5_000): Promise<T> {
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
