import { DIMENSIONS, type Dimension } from "#libs/contracts/analytics/reports.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { sourceOf } from "../data/counting-rules.ts";
import type { DayCount, DayCountStore, DayViews, DayVisitor } from "../data/day-count.store.ts";
import { allRows } from "../data/report-rows.ts";
import { startOfDay } from "../domain/closed-days.ts";
import type { DayRollup, Share } from "../domain/day-rollup.ts";
import { packInChunks } from "./pack-in-chunks.ts";

/** Largest rollup. */
export interface RollupLimits {
  /** A day with more visitors gets no rollup. */
  readonly visitors: number;
  /** A dimension with more values is left out of the rollup. */
  readonly values: number;
  /** The same for the bytes of all values of a dimension. */
  readonly valueBytes: number;
}

export const ROLLUP_LIMITS: RollupLimits = { visitors: 100_000, values: 1_000, valueBytes: 200_000 };

/** Values of a dimension on several days together. */
const MAX_VALUES_OF_STEP = 4_000;

type CountedDays = Map<string, DayRollup | null>;

/**
 * Counts consecutive days of a page from their rows. A day that is too large for a rollup is null. The result is null when several days
 * are too much for one step.
 */
export async function countDays(
  dayCounts: DayCountStore,
  bioPageId: string,
  days: readonly string[],
  limits = ROLLUP_LIMITS,
): Promise<CountedDays | null> {
  const [first] = days;
  if (first === undefined) return new Map();
  const from = startOfDay(first);
  const range = { bioPageId, from, to: new Date(from.getTime() + days.length * DAY) };
  const rows = allRows(range, days.length === 1 ? first : undefined);
  const maxValues = days.length === 1 ? limits.values : Math.max(limits.values, MAX_VALUES_OF_STEP);
  // In two rounds, to leave some connections for tracking requests.
  const [visits, views, bioViews, clicks] = await Promise.all([
    dayCounts.countVisits(rows, limits.visitors),
    dayCounts.countPageViews(rows),
    dayCounts.countBioViews(rows),
    dayCounts.countClicks(rows, limits.visitors),
  ]);
  const isEmpty = { sessions: visits?.length === 0, pageViews: views.length === 0 };
  const sharesOf = async (dimension: Dimension) =>
    isEmpty[sourceOf(dimension).rows] ? [] : dayCounts.countShares(rows, dimension, maxValues);
  const shares = await Promise.all(DIMENSIONS.map(async (dimension) => [dimension, await sharesOf(dimension)] as const));
  const tooMany = visits === null || clicks === null || (days.length > 1 && shares.some(([, values]) => values === null));
  if (tooMany) return days.length > 1 ? null : new Map([[first, null]]);
  const byDay = {
    visits: Map.groupBy(visits, dayOf),
    views: new Map(views.map((viewsOfDay) => [viewsOfDay.day, viewsOfDay])),
    bioViews: new Map(bioViews.map(({ day, count }) => [day, count])),
    clicks: Map.groupBy(clicks, dayOf),
    shares: shares.map(([dimension, values]) => [dimension, values && Map.groupBy(values, dayOf)] as const),
  };
  const counted: CountedDays = new Map();
  for (const day of days) {
    const visitsOfDay = byDay.visits.get(day) ?? [];
    const totals = { ...sumVisits(visitsOfDay), ...viewTotals(byDay.views.get(day)), bioViews: byDay.bioViews.get(day) ?? 0 };
    const visitorKeys = await packInChunks(visitsOfDay.map(({ visitor, sessions }) => ({ key: visitor, count: sessions })));
    const clickKeys = await packInChunks(byDay.clicks.get(day) ?? []);
    const values = byDay.shares.map(([dimension, ofDay]) => [dimension, ofDay && sharesWithin(limits, ofDay.get(day) ?? [])] as const);
    counted.set(day, { ...totals, visitorKeys, clickKeys, shares: Object.fromEntries(values) as Record<Dimension, Share[] | null> });
  }
  return counted;
}

const dayOf = ({ day }: { readonly day: string }) => day;

const NOTHING_MEASURED = { micros: 0n, count: 0 } as const;

function viewTotals(views: DayViews | undefined) {
  const { pageViews = 0, linkClicks = 0, duration = NOTHING_MEASURED, scrollDepth = NOTHING_MEASURED } = views ?? {};
  return { pageViews, linkClicks, duration, scrollDepth };
}

/** The sums over the visits of several visitors. */
export function sumVisits(visits: readonly DayVisitor[]) {
  const sums = { visitors: visits.length, sessions: 0, bounced: 0, engaged: 0 };
  for (const visit of visits) {
    sums.sessions += visit.sessions;
    sums.bounced += visit.bounced;
    sums.engaged += visit.engaged;
  }
  return sums;
}

/** The shares of a day; null where they exceed the limits. */
function sharesWithin({ values: maxValues, valueBytes }: RollupLimits, counts: readonly DayCount<string | null>[]): Share[] | null {
  if (counts.length > maxValues) return null;
  const bytes = counts.reduce((sum, { key }) => sum + Buffer.byteLength(key ?? ""), 0);
  return bytes > valueBytes ? null : counts.map(({ key, count }) => ({ value: key, count }));
}
