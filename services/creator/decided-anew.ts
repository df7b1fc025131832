import { AppError } from "#libs/errors/app-error.ts";

/** What a decision rests on changes at the same time, but not that often. */
const ATTEMPTS = 5;

/**
 * Decides and writes; again when the write, which is conditional on what was read, says that this has changed meanwhile. Throws
 * error.conflict when it does so every time.
 * @param decide reads, decides and writes; false when the write has found something else than what was read
 */
export async function decidedAnew(decide: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) if (await decide()) return;
  throw new AppError("error.conflict");
}
