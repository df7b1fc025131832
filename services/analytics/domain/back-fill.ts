import { SECOND } from "#libs/kernel/clock.ts";

const CAP_SECONDS = 3_600;

/** Whole seconds between two page views, or null when they are no time spent on a page: only strictly between 0 and 3600. */
export function backFill(previous: Date, next: Date): number | null {
  const seconds = Math.round((next.getTime() - previous.getTime()) / SECOND);
  return seconds > 0 && seconds < CAP_SECONDS ? seconds : null;
}

/** How long a page that is still open has been looked at, in whole seconds, with the cap of spec 8. */
export function openFor(enteredAt: Date, now: Date): number {
  return Math.min(CAP_SECONDS, Math.max(0, Math.round((now.getTime() - enteredAt.getTime()) / SECOND)));
}

/** Puts a percentage right: 0-100 (spec 4.5). */
export function scrollPercent(depth: number): number {
  return Math.min(100, Math.max(0, depth));
}
