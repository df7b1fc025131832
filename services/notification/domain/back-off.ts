import { HOUR, MINUTE } from "#libs/kernel/clock.ts";

/** How long a dispatch waits after each attempt that failed, in milliseconds. */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR] as const;

/** Milliseconds until the next attempt; null when there is none any more. @param attempts those that were made */
export function waitAfter(attempts: number): number | null {
  return WAITS[attempts - 1] ?? null;
}
