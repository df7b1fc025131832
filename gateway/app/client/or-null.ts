import { ApiError } from "#libs/client/send.ts";

/** Returns null when the API refuses with one of these statuses, which mean that the object does not exist for the reader. */
export async function orNull<T>(answer: Promise<T>, ...statuses: readonly number[]): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && statuses.includes(error.status)) return null;
    throw error;
  }
}
