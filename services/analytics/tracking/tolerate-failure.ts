import { withDeadline } from "#libs/kernel/with-deadline.ts";
import type { Logger } from "#libs/platform/log/logger.ts";

/** Longest time that a visitor waits for the analytics database, in milliseconds. */
export const STORE_TIMEOUT_MS = 1_500;

class StoreTimeout extends Error {
  constructor() {
    super("the analytics database did not answer in time");
    this.name = "StoreTimeout";
  }
}

/**
 * The result of work on the database. Null when the work fails or takes too long, which is logged as a warning: tracking never fails (spec
 * 7).
 * @param operation names the work in the log
 */
export async function tolerateFailure<T>(logger: Logger, operation: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await withDeadline(work(), STORE_TIMEOUT_MS, () => {
      throw new StoreTimeout();
    });
  } catch (error) {
    // Only the name: the message of a database error may quote input of a visitor.
    logger.warn({ operation, reason: error instanceof Error ? error.name : "unknown" }, "tracking write failed");
    return null;
  }
}
