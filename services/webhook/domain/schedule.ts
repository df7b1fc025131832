import { DAY, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";

/** Milliseconds before each attempt, the first one included. */
const DELAYS = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
const JITTER = 0.2;
const LONGEST_WISH = DAY;

/** What the receiver said about its own load. */
export interface Answered {
  readonly status: number | null;
  /** Its `Retry-After`. */
  readonly retryAfter: string | null;
}

/**
 * Milliseconds to wait after so many attempts, null when there are no more. Up to a fifth longer, so that what failed together
 * does not come back together; never earlier than a throttled or overloaded receiver has asked for.
 * @param random 0 ≤ random < 1
 */
export function delayAfter(attempts: number, answered: Answered, random: number, now: Date): number | null {
  const delay = DELAYS[attempts];
  if (delay === undefined) return null;
  return Math.max(Math.round(delay * (1 + JITTER * random)), wishOf(answered, now));
}

/** `Retry-After` of a 429 or 503 in milliseconds, at most a day; 0 when there is none. */
function wishOf({ status, retryAfter }: Answered, now: Date): number {
  if (retryAfter === null || (status !== 429 && status !== 503)) return 0;
  const text = retryAfter.trim();
  const wish = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime();
  return Number.isNaN(wish) ? 0 : Math.min(Math.max(wish, 0), LONGEST_WISH);
}
