import { DIMENSIONS, type Dimension } from "#libs/contracts/analytics/reports.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { sourceOf } from "../data/counting-rules.ts";
import type { PeriodCount, PeriodCountStore, PeriodViews, PeriodVisitor } from "../data/period-count.store.ts";
import { allRows } from "../data/report-rows.ts";
import { endOf, lengthOf, type Period, startOf } from "../domain/closed-periods.ts";
import type { Rollup, Share } from "../domain/rollup.ts";
import { type CountedKey, packInChunks } from "./pack-in-chunks.ts";

/** Largest rollup. */
export interface RollupLimits {
  /** A period with more visitors gets no rollup. */
  readonly visitors: number;
  /** A dimension with more values is left out of the rollup. */
  readonly values: number;
  /** The same for the bytes of all values of a dimension. */
  readonly valueBytes: number;
}

export const ROLLUP_LIMITS: RollupLimits = { visitors: 100_000, values: 1_000, valueBytes: 200_000 };

/** Values of a dimension in several periods together. */
const MAX_VALUES_OF_STEP = 4_000;

type CountedPeriods = Map<Period, Rollup | null>;

/**
 * Counts consecutive periods of a page, all days or all hours, from their rows. A period that is too large for a rollup is null. The whole
 * result is null when the periods are too much for one step.
 */
export async function countPeriods(
  periodCounts: PeriodCountStore,
  bioPageId: string,
  periods: readonly Period[],
  limits = ROLLUP_LIMITS,
): Promise<CountedPeriods | null> {
  const [first] = periods;
  if (first === undefined) return new Map();
  const isOne = periods.length === 1;
  const range = { bioPageId, from: startOf(first), to: endOf(periods.at(-1) ?? first) };
  const rows = allRows(range, isOne ? { period: first } : lengthOf(first) === DAY ? "DAY" : "HOUR");
  const maxValues = isOne ? limits.values : Math.max(limits.values, MAX_VALUES_OF_STEP);
  // In two rounds, to leave connections for tracking requests.
  const [visits, views, bioViews, clicks] = await Promise.all([
    periodCounts.countVisits(rows, limits.visitors),
    periodCounts.countPageViews(rows),
    periodCounts.countBioViews(rows),
    periodCounts.countClicks(rows, limits.visitors),
  ]);
  const isEmpty = { sessions: visits?.length === 0, pageViews: views.length === 0 };
  const sharesOf = async (dimension: Dimension) =>
    isEmpty[sourceOf(dimension).rows] ? [] : periodCounts.countShares(rows, dimension, maxValues);
  const shares = await Promise.all(DIMENSIONS.map(async (dimension) => [dimension, await sharesOf(dimension)] as const));
  const tooMany = visits === null || clicks === null || (!isOne && shares.some(([, values]) => values === null));
  if (tooMany) return isOne ? new Map([[first, null]]) : null;
  const byPeriod = {
    visits: Map.groupBy(visits, periodOf),
    views: new Map(views.map((viewsOfPeriod) => [viewsOfPeriod.period, viewsOfPeriod])),
    bioViews: new Map(bioViews.map(({ period, count }) => [period, count])),
    clicks: Map.groupBy(clicks, periodOf),
    shares: shares.map(([dimension, values]) => [dimension, values && Map.groupBy(values, periodOf)] as const),
  };
  const counted: CountedPeriods = new Map();
  for (const period of periods) {
    const visitsOfPeriod = byPeriod.visits.get(period) ?? [];
    const bioViewsOfPeriod = byPeriod.bioViews.get(period) ?? 0;
    const totals = { ...sumVisits(visitsOfPeriod), ...viewTotals(byPeriod.views.get(period)), bioViews: bioViewsOfPeriod };
    const visitorKeys = await packInChunks(keysOfVisits(visitsOfPeriod));
    const clickKeys = await packInChunks(byPeriod.clicks.get(period) ?? []);
    const values = byPeriod.shares.map(([dimension, all]) => [dimension, all && sharesWithin(limits, all.get(period) ?? [])] as const);
    counted.set(period, { ...totals, visitorKeys, clickKeys, shares: Object.fromEntries(values) as Record<Dimension, Share[] | null> });
  }
  return counted;
}

const periodOf = ({ period }: { readonly period: Period }) => period;

/** The visitors of visits with the number of their sessions. */
export const keysOfVisits = (visits: readonly PeriodVisitor[]): CountedKey[] =>
  visits.map(({ visitor, sessions }) => ({ key: visitor, count: sessions }));

const NOTHING_MEASURED = { micros: 0n, count: 0 } as const;

function viewTotals(views: PeriodViews | undefined) {
  const { pageViews = 0, linkClicks = 0, duration = NOTHING_MEASURED, scrollDepth = NOTHING_MEASURED } = views ?? {};
  return { pageViews, linkClicks, duration, scrollDepth };
}

/** The sums over the visits of several visitors. */
export function sumVisits(visits: readonly PeriodVisitor[]) {
  const sums = { visitors: visits.length, sessions: 0, bounced: 0, engaged: 0 };
  for (const visit of visits) {
    sums.sessions += visit.sessions;
    sums.bounced += visit.bounced;
    sums.engaged += visit.engaged;
  }
  return sums;
}

/** The shares of a period; null where they exceed the limits. */
function sharesWithin({ values: maxValues, valueBytes }: RollupLimits, counts: readonly PeriodCount<string | null>[]): Share[] | null {
  if (counts.length > maxValues) return null;
  const bytes = counts.reduce((sum, { key }) => sum + Buffer.byteLength(key ?? ""), 0);
  return bytes > valueBytes ? null : counts.map(({ key, count }) => ({ value: key, count }));
}
