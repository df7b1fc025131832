import { DAY } from "#libs/kernel/clock.ts";

/** A range of time: `from` is included, `to` is not. */
export interface ReportRange {
  readonly from: Date;
  readonly to: Date;
}

/** Length of a range without a start. */
const DEFAULT_DAYS = 30;
const DAY_WITHOUT_TIME = /^\d{4}-\d{2}-\d{2}$/;

/** The range of a request; null when it is empty or longer than `maxDays`. Days are days in UTC. */
export function reportRange(
  requested: { from?: string | undefined; to?: string | undefined },
  now: Date,
  maxDays: number,
): ReportRange | null {
  const to = requested.to === undefined ? now : endOf(requested.to);
  const from = requested.from === undefined ? new Date(to.getTime() - DEFAULT_DAYS * DAY) : new Date(requested.from);
  const length = to.getTime() - from.getTime();
  return length > 0 && length <= maxDays * DAY ? { from, to } : null;
}

/** An end without a time of day includes that day. */
function endOf(text: string): Date {
  const instant = new Date(text);
  return DAY_WITHOUT_TIME.test(text) ? new Date(instant.getTime() + DAY) : instant;
}

/** The days (YYYY-MM-DD) that a range covers or touches. */
export function daysOf({ from, to }: ReportRange): string[] {
  const days: string[] = [];
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  for (let day = first; day < to.getTime(); day += DAY) days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}
