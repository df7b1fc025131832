import { AppError } from "#libs/errors/app-error.ts";
import { randomFraction } from "#libs/kernel/random.ts";

/** Seconds after which a refused client should try again: spread, so that they do not all come back at once. */
const MOST_RETRY_AFTER = 5;

/** The refusal of a request for which there is no room. @param random from 0 to 1 */
export function overloaded(random: () => number = randomFraction): AppError {
  return new AppError("error.overloaded", { retryAfter: 1 + Math.floor(random() * MOST_RETRY_AFTER) });
}
