import { DAY, HOUR, utcDay } from "#libs/kernel/clock.ts";
import type { ReportRange } from "./report-range.ts";

/**
 * How far those who change rows are ahead of those who count days: a change that took the row for one of an open day is in the
 * store long before the day may be rolled up, whatever it waited for and whichever clock it asked.
 */
const AHEAD_MS = HOUR;

const midnightOf = (instant: number): number => Math.floor(instant / DAY) * DAY;

/** The begin of a day (UTC). */
export const beginOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/** Rows from this instant on may be changed without a thought of rollups. */
export const openSince = (now: Date): Date => new Date(midnightOf(now.getTime() + AHEAD_MS - DAY));

/** Rows from before this instant are forgotten; a midnight, so that no day is half there. */
export const forgottenBefore = (now: Date, retentionDays: number): Date => new Date(midnightOf(now.getTime() - retentionDays * DAY));

/**
 * The whole days (YYYY-MM-DD) of a range that may be rolled up: those that ended a day ago or earlier, and are not about to be
 * forgotten.
 */
export function closedDays({ from, to }: ReportRange, now: Date, retentionDays: number): string[] {
  const kept = forgottenBefore(new Date(now.getTime() + AHEAD_MS), retentionDays).getTime();
  const first = Math.max(midnightOf(from.getTime() + DAY - 1), kept);
  const end = Math.min(midnightOf(to.getTime()), midnightOf(now.getTime() - DAY));
  const days: string[] = [];
  for (let day = first; day < end; day += DAY) days.push(utcDay(new Date(day)));
  return days;
}

/** What is left of a range without some of its whole days, in order, in as few pieces as possible. */
export function withoutDays({ from, to }: ReportRange, days: Iterable<string>): ReportRange[] {
  const begins = [...days].map((day) => beginOf(day).getTime()).sort((a, b) => a - b);
  const pieces: ReportRange[] = [];
  let at = from.getTime();
  for (const begin of begins) {
    if (begin > at) pieces.push({ from: new Date(at), to: new Date(begin) });
    at = begin + DAY;
  }
  if (at < to.getTime()) pieces.push({ from: new Date(at), to });
  return pieces;
}

/** The first days of a list that follow each other without a gap, at most so many. */
export function consecutive(days: readonly string[], most: number): string[] {
  const first = days[0];
  if (first === undefined) return [];
  const begin = beginOf(first).getTime();
  const end = days.slice(0, most).findIndex((day, index) => beginOf(day).getTime() !== begin + index * DAY);
  return days.slice(0, end < 0 ? most : end);
}
