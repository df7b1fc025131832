import { AppError } from "#libs/errors/app-error.ts";
import { randomFraction } from "#libs/kernel/random.ts";

/** Maximum of `Retry-After` in seconds; random, so that refused clients do not all return at once. */
const MAX_RETRY_AFTER = 5;

/** Created once: under an overload, building a stack trace per error would cost more than the rest of the refusal. */
const REFUSALS = Array.from({ length: MAX_RETRY_AFTER }, (_, index) => new AppError("error.overloaded", { retryAfter: index + 1 }));

/** The error for a request without a free slot. @param random from 0 to 1 */
export function overloaded(random: () => number = randomFraction): AppError {
  return REFUSALS[Math.floor(random() * MAX_RETRY_AFTER)] as AppError;
}
