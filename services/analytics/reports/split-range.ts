import { type Clock, DAY } from "#libs/kernel/clock.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import type { DayCountStore } from "../data/day-count.store.ts";
import type { PageDayStore } from "../data/page-day.store.ts";
import type { ReportStore } from "../data/report.store.ts";
import type { ReportScope } from "../data/report-rows.ts";
import { closedDays, startOfDay, withoutDays } from "../domain/closed-days.ts";
import type { DayTotals } from "../domain/day-rollup.ts";
import type { Rollups } from "../rollups/rollups.ts";

export interface DashboardDeps {
  readonly clock: Clock;
  readonly config: ConfigReader;
  /** Counts a whole range from its rows, where rollups do not help. */
  readonly reports: ReportStore;
  readonly dayCounts: DayCountStore;
  readonly pageDays: PageDayStore;
  readonly rollups: Rollups;
}

/** A report range, split into days with a rollup and the rest. */
export interface SplitRange {
  /** The days with a rollup, sorted. */
  readonly days: readonly string[];
  /** Their totals. */
  readonly rollups: ReadonlyMap<string, DayTotals>;
  /** The ranges between them, which are counted from their rows. */
  readonly rest: readonly ReportScope[];
  /** From the first of the days to the last: the range in which the owner's rows are read, to subtract them from the rollups. */
  readonly rolledRange: ReportScope;
}

/** Ranges that are counted in parallel; a report with more of them is counted as a whole. */
const MAX_REST_RANGES = 8;

/** Splits a range; null when the whole range is to be counted from its rows. */
export async function splitRange({ clock, config, rollups }: DashboardDeps, scope: ReportScope): Promise<SplitRange | null> {
  const closed = closedDays(scope, clock.now(), config.read("analytics.retention_days"));
  const totals = await rollups.getTotals(scope.bioPageId, closed);
  return splitByDays(
    scope,
    closed.filter((day) => totals.has(day)),
    totals,
  );
}

/** Splits a range at given days; null without any, or when too many ranges remain. */
export function splitByDays(scope: ReportScope, days: readonly string[], rollups: ReadonlyMap<string, DayTotals>): SplitRange | null {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const rest = withoutDays(scope, days).map((range) => ({ ...scope, ...range }));
  if (rest.length > MAX_REST_RANGES) return null;
  const rolledRange = { ...scope, from: startOfDay(first), to: new Date(startOfDay(last).getTime() + DAY) };
  return { days, rollups, rest, rolledRange };
}

/** The counts that belong to given days, out of those of a range with gaps. */
export function onDays<T extends { readonly day: string }>(days: readonly string[], counts: readonly T[]): T[] {
  const included = new Set(days);
  return counts.filter(({ day }) => included.has(day));
}

/** A total of the range: from the rollups, without the owner, and with the rest of the range. */
export function totalOf(
  { days, rollups }: SplitRange,
  field: "sessions" | "bounced" | "engaged" | "bioViews",
  { owner, rest }: { readonly owner: number; readonly rest: number },
): number {
  return days.reduce((sum, day) => sum + (rollups.get(day)?.[field] ?? 0), rest - owner);
}
