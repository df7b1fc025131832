import { SECOND } from "#libs/kernel/clock.ts";

const MAX_SECONDS = 3_600;

/** Whole seconds from a page view to the next one; null unless they are more than 0 and less than 3600 (spec 4.5). */
export function durationUntilNext(enteredAt: Date, nextEnteredAt: Date): number | null {
  const seconds = Math.round((nextEnteredAt.getTime() - enteredAt.getTime()) / SECOND);
  return seconds > 0 && seconds < MAX_SECONDS ? seconds : null;
}

/** Whole seconds since a page was entered that is still open, from 0 to 3600 (spec 8). */
export function durationSoFar(enteredAt: Date, now: Date): number {
  return Math.min(MAX_SECONDS, Math.max(0, Math.round((now.getTime() - enteredAt.getTime()) / SECOND)));
}

/** A scroll depth in percent, limited to 0-100 (spec 4.5). */
export function clampScrollDepth(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}
