import type { ViewTotals } from "../data/counting-rules.ts";
import type { SessionTotals } from "../data/report.store.ts";
import { ownerRows, type ReportScope, reportRows } from "../data/report-rows.ts";
import { averageOf, type Measure, type RollupTotals } from "../domain/rollup.ts";
import { keysOfVisits, sumVisits } from "../rollups/count-periods.ts";
import { countDistinctKeys, MAX_LIVE_KEYS } from "./distinct-keys.ts";
import { type DashboardDeps, type SplitRange, splitRange, totalOf, within } from "./split-range.ts";

export interface Overview extends SessionTotals {
  readonly pageViews: number;
  readonly linkClicks: number;
  /** Seconds. */
  readonly averageDuration: number | null;
  /** Percent. */
  readonly averageScrollDepth: number | null;
  readonly bioViews: number;
}

/** The totals of a range. */
export async function countOverview(deps: DashboardDeps, scope: ReportScope): Promise<Overview> {
  const split = await splitRange(deps, scope);
  const [sessions, { pageViews, linkClicks, duration, scrollDepth }, bioViews] = await Promise.all([
    split ? rolledSessions(deps, split) : null,
    split ? rolledPageViews(deps, split) : deps.reports.countPageViews(scope),
    split ? countRolledBioViews(deps, split) : deps.reports.countBioViews(scope),
  ]);
  return {
    ...(sessions ?? (await deps.reports.countSessions(scope))),
    ...{ pageViews, linkClicks, bioViews },
    ...{ averageDuration: averageOf(duration), averageScrollDepth: averageOf(scrollDepth) },
  };
}

/** Null when there are too many visitors to hold them in memory. */
async function rolledSessions({ periodCounts, pageDays }: DashboardDeps, split: SplitRange): Promise<SessionTotals | null> {
  const [ownerVisits, ...lists] = await Promise.all([
    periodCounts.countVisits(ownerRows(split.rolledRange), MAX_LIVE_KEYS),
    ...split.rest.map((range) => periodCounts.countVisits(reportRows(range), MAX_LIVE_KEYS)),
  ]);
  const restVisits = lists.some((visits) => visits === null) ? null : lists.flatMap((visits) => visits ?? []);
  if (ownerVisits === null || ownerVisits === undefined || restVisits === null) return null;
  const rolledOwnerVisits = within(split.periods, ownerVisits);
  const keys = { owner: keysOfVisits(rolledOwnerVisits), rest: keysOfVisits(restVisits) };
  const visitors = await countDistinctKeys(pageDays, split, "visitorKeys", keys);
  if (visitors === null) return null;
  const [owner, rest] = [sumVisits(rolledOwnerVisits), sumVisits(restVisits)];
  return {
    sessions: totalOf(split, "sessions", { owner: owner.sessions, rest: rest.sessions }),
    bounced: totalOf(split, "bounced", { owner: owner.bounced, rest: rest.bounced }),
    visitors,
  };
}

async function rolledPageViews(
  { periodCounts, reports }: DashboardDeps,
  { rolledRange, periods, rollups, rest }: SplitRange,
): Promise<ViewTotals> {
  const [ownerViews, ...restTotals] = await Promise.all([
    periodCounts.countPageViews(ownerRows(rolledRange)),
    ...rest.map((range) => reports.countPageViews(range)),
  ]);
  const rolled = periods.map((period) => rollups.get(period)).filter((totals): totals is RollupTotals => totals !== undefined);
  const added: readonly ViewTotals[] = [...rolled, ...restTotals];
  const subtracted: readonly ViewTotals[] = within(periods, ownerViews);
  const sum = (numberOf: (views: ViewTotals) => number) =>
    added.reduce((total, views) => total + numberOf(views), 0) - subtracted.reduce((total, views) => total + numberOf(views), 0);
  const sumMicros = (measureOf: (views: ViewTotals) => Measure) =>
    added.reduce((total, views) => total + measureOf(views).micros, 0n) -
    subtracted.reduce((total, views) => total + measureOf(views).micros, 0n);
  const measure = (measureOf: (views: ViewTotals) => Measure): Measure => ({
    micros: sumMicros(measureOf),
    count: sum((views) => measureOf(views).count),
  });
  return {
    pageViews: sum(({ pageViews }) => pageViews),
    linkClicks: sum(({ linkClicks }) => linkClicks),
    duration: measure(({ duration }) => duration),
    scrollDepth: measure(({ scrollDepth }) => scrollDepth),
  };
}

/** Views of the bio page in a range with rollups. */
export async function countRolledBioViews({ periodCounts, reports }: DashboardDeps, split: SplitRange): Promise<number> {
  const [ownerViews, ...rest] = await Promise.all([
    periodCounts.countBioViews(ownerRows(split.rolledRange)),
    ...split.rest.map((range) => reports.countBioViews(range)),
  ]);
  return totalOf(split, "bioViews", {
    owner: within(split.periods, ownerViews).reduce((sum, { count }) => sum + count, 0),
    rest: rest.reduce((sum, count) => sum + count, 0),
  });
}
