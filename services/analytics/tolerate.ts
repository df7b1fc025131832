import type { Logger } from "#libs/log/logger.ts";

/** Longest time a visitor waits for the analytics store, in milliseconds. */
export const STORE_MS = 1_500;

/** A store that does not answer in its time. */
class StoreTooSlow extends Error {
  constructor() {
    super("the analytics store is too slow");
    this.name = "StoreTooSlow";
  }
}

/** The outcome of work on the store; null when it fails or takes too long, which is a warning (spec 7: tracking never fails). */
export async function tolerate<T>(logger: Logger, what: string, work: () => Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreTooSlow()), STORE_MS);
  });
  try {
    return await Promise.race([work(), limit]);
  } catch (error) {
    // Only the name: a store's message may quote what a visitor sent.
    logger.warn({ what, reason: error instanceof Error ? error.name : "unknown" }, "tracking write failed");
    return null;
  } finally {
    clearTimeout(timer);
  }
}
