import type { Clock } from "#libs/kernel/clock.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { PageDayStore } from "../data/page-day.store.ts";
import type { PeriodCountStore } from "../data/period-count.store.ts";
import type { ReportStore } from "../data/report.store.ts";
import type { ReportScope } from "../data/report-rows.ts";
import { closedPeriods, dayOfPeriod, endOf, type Period, startOf, withoutPeriods } from "../domain/closed-periods.ts";
import type { RollupTotals } from "../domain/rollup.ts";
import type { Rollups } from "../rollups/rollups.ts";

export interface DashboardDeps {
  readonly clock: Clock;
  readonly config: ConfigReader;
  /** Counts a whole range from its rows, when rollups do not help. */
  readonly reports: ReportStore;
  readonly periodCounts: PeriodCountStore;
  readonly pageDays: PageDayStore;
  readonly rollups: Rollups;
}

/** A report range, split into days and hours with a rollup and the rest. */
export interface SplitRange {
  /** The periods with a rollup, sorted. */
  readonly periods: readonly Period[];
  /** Their totals. */
  readonly rollups: ReadonlyMap<Period, RollupTotals>;
  /** The ranges between them, which are counted from their rows. */
  readonly rest: readonly ReportScope[];
  /** From the first of the periods to the last. The owner's rows of this range are read and subtracted from the rollups. */
  readonly rolledRange: ReportScope;
}

/** Ranges that are counted in parallel; a report with more of them is counted as a whole. */
const MAX_REST_RANGES = 8;

/** Splits a range; null when the whole range is to be counted from its rows. */
export async function splitRange({ clock, config, rollups }: DashboardDeps, scope: ReportScope): Promise<SplitRange | null> {
  const closed = closedPeriods(scope, clock.now(), config.read("analytics.retention_days"));
  const totals = await rollups.getTotals(scope.bioPageId, closed);
  return splitByPeriods(
    scope,
    closed.filter((period) => totals.has(period)),
    totals,
  );
}

/** Splits a range at given periods (sorted); null without any, or when too many ranges remain. */
export function splitByPeriods(
  scope: ReportScope,
  periods: readonly Period[],
  rollups: ReadonlyMap<Period, RollupTotals>,
): SplitRange | null {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return null;
  const rest = withoutPeriods(scope, periods).map((range) => ({ ...scope, ...range }));
  if (rest.length > MAX_REST_RANGES) return null;
  const rolledRange = { ...scope, from: startOf(first), to: endOf(last) };
  return { periods, rollups, rest, rolledRange };
}

/** The counts of the hours in given periods, without those in the gaps between the periods. */
export function within<T extends { readonly period: Period }>(periods: readonly Period[], counts: readonly T[]): T[] {
  const included = new Set(periods);
  return counts.filter(({ period }) => included.has(period) || included.has(dayOfPeriod(period)));
}

/** A total of the range: from the rollups, without the owner, plus the rest of the range. */
export function totalOf(
  { periods, rollups }: SplitRange,
  field: "sessions" | "bounced" | "engaged" | "bioViews",
  { owner, rest }: { readonly owner: number; readonly rest: number },
): number {
  return periods.reduce((sum, period) => sum + (rollups.get(period)?.[field] ?? 0), rest - owner);
}
