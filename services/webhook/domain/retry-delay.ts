import { DAY, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";

/** Milliseconds before each attempt, the first one included. */
const DELAYS_MS = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = DAY;

/** The part of a response that can delay the next attempt. */
interface RetryHint {
  readonly status: number | null;
  /** The `Retry-After` header. */
  readonly retryAfter: string | null;
}

/**
 * Milliseconds until the next attempt after a number of attempts; null when there is no further one. Jitter adds up to a fifth, so that
 * deliveries that failed together are not repeated together. The delay is never shorter than a throttled or overloaded receiver has
 * requested.
 * @param random 0 ≤ random < 1
 */
export function retryDelay(attempts: number, hint: RetryHint, random: number, now: Date): number | null {
  const delay = DELAYS_MS[attempts];
  if (delay === undefined) return null;
  return Math.max(Math.round(delay * (1 + JITTER * random)), retryAfterMs(hint, now));
}

/** `Retry-After` of a 429 or 503 in milliseconds, at most a day; 0 when there is none. */
function retryAfterMs({ status, retryAfter }: RetryHint, now: Date): number {
  if (retryAfter === null || (status !== 429 && status !== 503)) return 0;
  const text = retryAfter.trim();
  const milliseconds = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime();
  return Number.isNaN(milliseconds) ? 0 : Math.min(Math.max(milliseconds, 0), MAX_RETRY_AFTER_MS);
}
