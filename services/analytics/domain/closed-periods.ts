import { DAY, HOUR, MINUTE, utcDay } from "#libs/kernel/clock.ts";
import type { ReportRange } from "./report-range.ts";

/**
 * A day (YYYY-MM-DD) or an hour (YYYY-MM-DDTHH) in UTC. Sorted as texts, periods are in the order of their starts, and a day comes before
 * its hours.
 */
export type Period = string;

/** An hour is rolled up this long after its end: far longer than the insert of one of its rows can take. */
const HOUR_CLOSES_MS = 10 * MINUTE;
/**
 * Updates of rows treat an hour as closed this long before reports may roll it up. An update may take its row for a row of an open hour. It
 * is then stored long before the hour is counted, even if the write had to wait or clocks differ.
 */
const CLOSING_MARGIN_MS = 5 * MINUTE;
/** Days that the retention is about to delete are left out this long before. */
const RETENTION_MARGIN_MS = HOUR;

const floorTo = (length: number, instant: number): number => Math.floor(instant / length) * length;

const isHour = (period: Period): boolean => period.length > "YYYY-MM-DD".length;

/** The hour (YYYY-MM-DDTHH, UTC) of an instant. */
export const utcHour = (instant: Date): Period => instant.toISOString().slice(0, "YYYY-MM-DDTHH".length);

/** The day of an hour, or the day itself. */
export const dayOfPeriod = (period: Period): Period => period.slice(0, "YYYY-MM-DD".length);

export const startOf = (period: Period): Date => new Date(isHour(period) ? `${period}:00:00.000Z` : `${period}T00:00:00.000Z`);

/** Milliseconds. */
export const lengthOf = (period: Period): number => (isHour(period) ? HOUR : DAY);

export const endOf = (period: Period): Date => new Date(startOf(period).getTime() + lengthOf(period));

/** Rows from this instant on belong to open hours, which have no rollup. */
export const openSince = (now: Date): Date => new Date(floorTo(HOUR, now.getTime() + CLOSING_MARGIN_MS - HOUR_CLOSES_MS));

/** Rows from before this instant are deleted. It is a midnight, so that days are deleted as a whole. */
export const retentionCutoff = (now: Date, retentionDays: number): Date => new Date(floorTo(DAY, now.getTime() - retentionDays * DAY));

/** Rows from this instant on are safe from the next run of the retention, so rollups of them can be compared with them. */
export const storedSince = (now: Date, retentionDays: number): Date =>
  retentionCutoff(new Date(now.getTime() + RETENTION_MARGIN_MS), retentionDays);

/**
 * The closed periods of a range, sorted: whole days that ended at least a day ago, and whole hours of the rest that ended at least ten
 * minutes ago. It excludes rows that the retention is about to delete.
 */
export function closedPeriods({ from, to }: ReportRange, now: Date, retentionDays: number): Period[] {
  const start = Math.max(from.getTime(), storedSince(now, retentionDays).getTime());
  const endOfDays = Math.min(floorTo(DAY, to.getTime()), floorTo(DAY, now.getTime() - DAY));
  const endOfHours = Math.min(floorTo(HOUR, to.getTime()), floorTo(HOUR, now.getTime() - HOUR_CLOSES_MS));
  const periods: Period[] = [];
  for (let at = floorTo(HOUR, start + HOUR - 1); at < endOfHours; ) {
    const isDay = at % DAY === 0 && at < endOfDays;
    periods.push(isDay ? utcDay(new Date(at)) : utcHour(new Date(at)));
    at += isDay ? DAY : HOUR;
  }
  return periods;
}

/** Subtracts whole periods from a range: returns the remaining ranges, in order and as few as possible. */
export function withoutPeriods({ from, to }: ReportRange, periods: readonly Period[]): ReportRange[] {
  const ranges: ReportRange[] = [];
  let at = from;
  for (const period of [...periods].sort()) {
    if (startOf(period) > at) ranges.push({ from: at, to: startOf(period) });
    at = endOf(period);
  }
  if (at < to) ranges.push({ from: at, to });
  return ranges;
}

/** The longest start of a sorted list whose periods have equal length and no gaps, at most `limit`. */
export function consecutivePeriods(periods: readonly Period[], limit: number): Period[] {
  const [first] = periods;
  if (first === undefined) return [];
  const [start, length] = [startOf(first).getTime(), lengthOf(first)];
  const follows = (period: Period, index: number) => lengthOf(period) === length && startOf(period).getTime() === start + index * length;
  const gap = periods.slice(0, limit).findIndex((period, index) => !follows(period, index));
  return periods.slice(0, gap < 0 ? limit : gap);
}
