import { HOUR, MINUTE } from "#libs/kernel/clock.ts";

/** Milliseconds after the first, second … failed attempt. */
const DELAYS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR] as const;

/** Milliseconds until the next attempt after a number of failed ones; null when there is no further one. */
export function retryDelay(failedAttempts: number): number | null {
  return DELAYS_MS[failedAttempts - 1] ?? null;
}
