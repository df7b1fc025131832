import { DAY, HOUR, utcDay } from "#libs/kernel/clock.ts";
import type { ReportRange } from "./report-range.ts";

/**
 * Updates of rows treat a day as closed this long before reports may roll it up. An update that took its row for a row of an open day is
 * therefore stored long before the day is counted, even if the write had to wait or the clocks of two processes differ.
 */
const CLOSING_MARGIN_MS = HOUR;

const midnightBefore = (instant: number): number => Math.floor(instant / DAY) * DAY;

/** The start of a day (YYYY-MM-DD, UTC). */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/** Rows from this instant on belong to open days, which no rollup counts. */
export const openSince = (now: Date): Date => new Date(midnightBefore(now.getTime() + CLOSING_MARGIN_MS - DAY));

/** Rows from before this instant are deleted. It is a midnight, so that days are deleted as a whole. */
export const retentionCutoff = (now: Date, retentionDays: number): Date => new Date(midnightBefore(now.getTime() - retentionDays * DAY));

/**
 * The whole days (YYYY-MM-DD) of a range that may be rolled up: those that ended at least a day ago and are not about to be deleted by
 * the retention.
 */
export function closedDays({ from, to }: ReportRange, now: Date, retentionDays: number): string[] {
  const cutoff = retentionCutoff(new Date(now.getTime() + CLOSING_MARGIN_MS), retentionDays).getTime();
  const first = Math.max(midnightBefore(from.getTime() + DAY - 1), cutoff);
  const end = Math.min(midnightBefore(to.getTime()), midnightBefore(now.getTime() - DAY));
  const days: string[] = [];
  for (let day = first; day < end; day += DAY) days.push(utcDay(new Date(day)));
  return days;
}

/** A range without some of its whole days: the remaining ranges, in order and as few as possible. */
export function withoutDays({ from, to }: ReportRange, days: Iterable<string>): ReportRange[] {
  const starts = [...days].map((day) => startOfDay(day).getTime()).sort((a, b) => a - b);
  const ranges: ReportRange[] = [];
  let at = from.getTime();
  for (const start of starts) {
    if (start > at) ranges.push({ from: new Date(at), to: new Date(start) });
    at = start + DAY;
  }
  if (at < to.getTime()) ranges.push({ from: new Date(at), to });
  return ranges;
}

/** The first days of a sorted list that follow each other without a gap, at most `limit`. */
export function consecutiveDays(days: readonly string[], limit: number): string[] {
  const [first] = days;
  if (first === undefined) return [];
  const start = startOfDay(first).getTime();
  const gap = days.slice(0, limit).findIndex((day, index) => startOfDay(day).getTime() !== start + index * DAY);
  return days.slice(0, gap < 0 ? limit : gap);
}
