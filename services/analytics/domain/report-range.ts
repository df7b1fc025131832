import { DAY } from "#libs/kernel/clock.ts";

/** Instants from `from` (included) to `to` (not included). */
export interface ReportRange {
  readonly from: Date;
  readonly to: Date;
}

const USUAL_DAYS = 30;
const BARE_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The range a report is asked for, or null when it is empty or longer than `mostDays`. Days are days in UTC. */
export function reportRange(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
  mostDays: number,
): ReportRange | null {
  const to = asked.to === undefined ? now : endOf(asked.to);
  const from = asked.from === undefined ? new Date(to.getTime() - USUAL_DAYS * DAY) : new Date(asked.from);
  const length = to.getTime() - from.getTime();
  return length > 0 && length <= mostDays * DAY ? { from, to } : null;
}

/** A bare day ends where the next one begins. */
function endOf(text: string): Date {
  const instant = new Date(text);
  return BARE_DAY.test(text) ? new Date(instant.getTime() + DAY) : instant;
}

/** The days (YYYY-MM-DD) that a range touches. */
export function daysOf({ from, to }: ReportRange): string[] {
  const days: string[] = [];
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  for (let day = first; day < to.getTime(); day += DAY) days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}
