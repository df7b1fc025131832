import { ApiError } from "#libs/client/send.ts";

/** What the interface answers; null when it refuses with one of these statuses, which say that there is no such thing for the reader. */
export async function orNull<T>(answer: Promise<T>, ...statuses: readonly number[]): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && statuses.includes(error.status)) return null;
    throw error;
  }
}
