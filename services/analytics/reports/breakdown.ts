import type { Dimension } from "#libs/contracts/analytics/reports.ts";
import type { PeriodCount } from "../data/period-count.store.ts";
import { MAX_REPORT_SHARES } from "../data/report.store.ts";
import { ownerRows, type ReportScope, reportRows } from "../data/report-rows.ts";
import type { Period } from "../domain/closed-periods.ts";
import type { Share } from "../domain/rollup.ts";
import { shareCounts } from "../domain/share-counts.ts";
import { type DashboardDeps, splitByPeriods, splitRange, within } from "./split-range.ts";

/** Most values that a report reads for periods without a rollup. Beyond that the database counts the whole range. */
const MAX_LIVE_VALUES = 20_000;

/** The most frequent values of a dimension. */
export async function countBreakdown(deps: DashboardDeps, scope: ReportScope, dimension: Dimension): Promise<Share[]> {
  return (await rolledBreakdown(deps, scope, dimension)) ?? deps.reports.listTopShares(scope, dimension);
}

/** Null when the database has to count the whole range. */
async function rolledBreakdown(deps: DashboardDeps, scope: ReportScope, dimension: Dimension): Promise<Share[] | null> {
  const { periodCounts, pageDays } = deps;
  const closed = await splitRange(deps, scope);
  if (!closed) return null;
  const shares = shareCounts();
  const periods: Period[] = [];
  for await (const { period, value } of pageDays.scanShares(scope.bioPageId, closed.periods, dimension)) {
    // Too many values for the rollup: the period is counted with the rest of the range.
    if (value === null) continue;
    shares.add(value);
    periods.push(period);
  }
  const split = splitByPeriods(scope, periods.sort(), closed.rollups);
  if (!split) return null;
  const [owner, ...rest] = await Promise.all([
    periodCounts.countShares(ownerRows(split.rolledRange), dimension, MAX_LIVE_VALUES),
    ...split.rest.map((range) => periodCounts.countShares(reportRows(range), dimension, MAX_LIVE_VALUES)),
  ]);
  if (!owner) return null;
  shares.subtract(sharesOf(within(periods, owner)));
  for (const counts of rest) {
    if (counts === null) return null;
    shares.add(sharesOf(counts));
  }
  return shares.top(MAX_REPORT_SHARES);
}

const sharesOf = (counts: readonly PeriodCount<string | null>[]): Share[] => counts.map(({ key, count }) => ({ value: key, count }));
