import type { RedisClient } from "./redis-client.ts";

/**
 * Longest wait for a reply; a slower server counts as down. The wait is a sequence of short timers. While this process is blocked, only one
 * of them expires, and a reply that has arrived meanwhile is read before the next one.
 */
const TICK_MS = 60;
const TICKS = 4;

/** The outcome of a promise. Rejects when it has none after TICKS * TICK_MS during which this process was not blocked. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tick = (left: number) => {
      if (left === 0) reject(new Error("no answer in time"));
      else timer = setTimeout(tick, TICK_MS, left - 1);
    };
    tick(TICKS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves when the first connection is ready, has failed, or takes too long. */
export function connected(client: RedisClient): Promise<unknown> {
  const connectedOrFailed = new Promise<void>((resolve) => {
    for (const event of ["ready", "error"]) client.once(event, () => resolve());
  });
  return inTime(connectedOrFailed).catch(() => undefined);
}
