import { wallTimeOf } from "#gateway/ui/wall-time.ts";
import { exportPageViews, getBreakdown, getFunnel, getOverview, getTimeseries } from "#libs/contracts/analytics/reports.ts";
import { api } from "../client/api.ts";
import type { Compared } from "./changes.ts";
import type { DayNumber } from "./plot.tsx";

/** Periods that can be selected, in days. */
export const PERIODS = [7, 30, 90] as const;

/** A period of whole days (UTC), up to today, of one creator's page. */
export interface Period {
  readonly creatorId: string;
  readonly days: number;
}

/** The time at which a day of UTC begins in a zone, HH:mm. */
export const startOfDay = (timeZone: string): string => wallTimeOf(`${dayBefore(0)}T00:00:00Z`, timeZone).slice(11);

const DAY_MS = 24 * 3_600_000;

/** The date that many days ago, YYYY-MM-DD. */
const dayBefore = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const rangeOf = ({ days }: Period) => ({ from: dayBefore(days - 1), to: dayBefore(0) });

/** Runs one query for a period and for the period before. */
async function compared<T>(period: Period, ask: (range: ReturnType<typeof rangeOf>) => Promise<T>): Promise<Compared<T>> {
  const { days } = period;
  const [now, before] = await Promise.all([ask(rangeOf(period)), ask({ from: dayBefore(2 * days - 1), to: dayBefore(days) })]);
  return { now, before };
}

export const totalsOf = (period: Period) => compared(period, (query) => api.call(getOverview, { creatorId: period.creatorId, ...query }));

export type Totals = Awaited<ReturnType<typeof totalsOf>>;

/**
 * The numbers of each day, beside those of the corresponding day one period earlier. West of UTC, today has begun there and not yet for the
 * reader: such a day is counted in the totals, and shown once the reader's day begins.
 */
export async function daysOf(
  { creatorId, days }: Period,
  timeZone: string,
): Promise<Readonly<Record<"bioViews" | "visitors", readonly DayNumber[]>>> {
  const today = wallTimeOf(new Date().toISOString(), timeZone).slice(0, 10);
  const query = { from: dayBefore(2 * days - 1), to: dayBefore(0) };
  const { points } = await api.call(getTimeseries, { creatorId, ...query });
  const rowsOf = (field: "bioViews" | "visitors") =>
    points
      .slice(days)
      .map((point, index) => ({ day: point.date, now: point[field], before: points[index]?.[field] ?? 0 }))
      .filter(({ day }) => day <= today);
  return { bioViews: rowsOf("bioViews"), visitors: rowsOf("visitors") };
}

async function sharesIn(creatorId: string, range: ReturnType<typeof rangeOf>, dimension: "referrer" | "country") {
  const query = { ...range, dimension };
  return (await api.call(getBreakdown, { creatorId, ...query })).items;
}

export const sourcesOf = (period: Period) => compared(period, (range) => sharesIn(period.creatorId, range, "referrer"));
export const countriesOf = (period: Period) => sharesIn(period.creatorId, rangeOf(period), "country");

export const funnelOf = (period: Period) =>
  compared(period, async (query) => {
    return (await api.call(getFunnel, { creatorId: period.creatorId, ...query })).steps;
  });

export type Funnel = Awaited<ReturnType<typeof funnelOf>>;

/** All views of the period as one CSV file. */
export function csvOf(period: Period): Promise<string> {
  return api.text(exportPageViews, { creatorId: period.creatorId, ...rangeOf(period), format: "csv" });
}
