import { isTimeLimitExceeded } from "#libs/platform/mongo/time-limit.ts";

/** The result of a query; null when the database has aborted it because it took too long. */
export async function nullIfTooSlow<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isTimeLimitExceeded(error)) return null;
    throw error;
  }
}
