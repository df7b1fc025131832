import { AppError } from "#libs/errors/app-error.ts";
import { randomFraction } from "#libs/kernel/random.ts";

/** Seconds after which a refused client should try again: spread, so that they do not all come back at once. */
const MOST_RETRY_AFTER = 5;

/** Made once: under an overload, which is when they are thrown, the stack of each would cost more than the rest of the refusal. */
const REFUSALS = Array.from({ length: MOST_RETRY_AFTER }, (_, index) => new AppError("error.overloaded", { retryAfter: index + 1 }));

/** The refusal of a request for which there is no room. @param random from 0 to 1 */
export function overloaded(random: () => number = randomFraction): AppError {
  return REFUSALS[Math.floor(random() * MOST_RETRY_AFTER)] as AppError;
}
