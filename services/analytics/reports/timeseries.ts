import type { PageDayStore } from "../data/page-day.store.ts";
import type { PeriodVisitor } from "../data/period-count.store.ts";
import type { CountsByDay } from "../data/report.store.ts";
import { ownerRows, type ReportScope, reportRows } from "../data/report-rows.ts";
import { dayOfPeriod, type Period } from "../domain/closed-periods.ts";
import { type KeyCounts, keyCounts } from "../domain/key-counts.ts";
import { keysOfVisits } from "../rollups/count-periods.ts";
import { packInChunks } from "../rollups/pack-in-chunks.ts";
import { MAX_LIVE_KEYS } from "./distinct-keys.ts";
import { type DashboardDeps, type SplitRange, splitRange, within } from "./split-range.ts";

export type Timeseries = Readonly<Record<"pageViews" | "sessions" | "visitors" | "bioViews", CountsByDay>>;

/** The numbers of each day of a range; a day without any may be missing. */
export async function countTimeseries(deps: DashboardDeps, scope: ReportScope): Promise<Timeseries> {
  const split = await splitRange(deps, scope);
  const rolled = split && (await rolledTimeseries(deps, split));
  return rolled ?? liveTimeseries(deps, scope);
}

async function liveTimeseries({ reports }: DashboardDeps, scope: ReportScope): Promise<Timeseries> {
  const [pageViews, sessions, visitors, bioViews] = await Promise.all([
    reports.countPageViewsByDay(scope),
    reports.countSessionsByDay(scope),
    reports.countVisitorsByDay(scope),
    reports.countBioViewsByDay(scope),
  ]);
  return { pageViews, sessions, visitors, bioViews };
}

/** Null when there are too many visits to hold them in memory, or when a rollup was removed since its totals were read. */
async function rolledTimeseries({ periodCounts, pageDays, reports }: DashboardDeps, split: SplitRange): Promise<Timeseries | null> {
  const { rolledRange, periods } = split;
  const rows = ownerRows(rolledRange);
  const [allOwnerVisits, ownerViews, ownerBioViews, ...rest] = await Promise.all([
    periodCounts.countVisits(rows, MAX_LIVE_KEYS),
    periodCounts.countPageViews(rows),
    periodCounts.countBioViews(rows),
    ...split.rest.map(async (range) => ({
      pageViews: await reports.countPageViewsByDay(range),
      visits: await periodCounts.countVisits(reportRows(range, "DAY"), MAX_LIVE_KEYS),
      bioViews: await reports.countBioViewsByDay(range),
    })),
  ]);
  if (allOwnerVisits === null || rest.some(({ visits }) => visits === null)) return null;
  const owner = within(periods, allOwnerVisits);
  const live = rest.flatMap(({ visits }) => visits ?? []);
  const visitors = await visitorsByDay(pageDays, split, { owner, live });
  if (!visitors) return null;
  return {
    visitors,
    pageViews: sumByDay(split, "pageViews", {
      owner: within(periods, ownerViews).map(({ period, pageViews }) => [period, pageViews]),
      live: rest.flatMap(({ pageViews }) => [...pageViews]),
    }),
    sessions: sumByDay(split, "sessions", { owner: owner.map(sessionsOf), live: live.map(sessionsOf) }),
    bioViews: sumByDay(split, "bioViews", {
      owner: within(periods, ownerBioViews).map(({ period, count }) => [period, count]),
      live: rest.flatMap(({ bioViews }) => [...bioViews]),
    }),
  };
}

type PeriodNumber = readonly [period: Period, count: number];

const sessionsOf = ({ period, sessions }: PeriodVisitor): PeriodNumber => [period, sessions];

/** A number by day: from the rollups, without the owner's, plus that of the rest of the range. */
function sumByDay(
  { periods, rollups }: SplitRange,
  field: "pageViews" | "sessions" | "bioViews",
  { owner, live }: { readonly owner: readonly PeriodNumber[]; readonly live: readonly PeriodNumber[] },
): CountsByDay {
  const sums = new Map<string, number>();
  const add = (period: Period, count: number) => sums.set(dayOfPeriod(period), (sums.get(dayOfPeriod(period)) ?? 0) + count);
  for (const period of periods) add(period, rollups.get(period)?.[field] ?? 0);
  for (const [period, count] of live) add(period, count);
  for (const [period, count] of owner) add(period, -count);
  return sums;
}

/** The visitors of each day; null when a rollup was removed since its totals were read. */
async function visitorsByDay(
  pageDays: PageDayStore,
  { rolledRange: { bioPageId }, periods, rollups }: SplitRange,
  visits: { readonly owner: readonly PeriodVisitor[]; readonly live: readonly PeriodVisitor[] },
): Promise<CountsByDay | null> {
  const owner = Map.groupBy(visits.owner, ({ period }) => dayOfPeriod(period));
  const live = Map.groupBy(visits.live, ({ period }) => dayOfPeriod(period));
  const isWholeDay = (period: Period) => dayOfPeriod(period) === period;
  const isInTotals = (period: Period) => isWholeDay(period) && !owner.has(period);
  const visitors = new Map(periods.filter(isInTotals).map((day) => [day, rollups.get(day)?.visitors ?? 0]));
  const count = async (day: Period, keys: KeyCounts) => {
    keys.add(await packInChunks(keysOfVisits(live.get(day) ?? [])));
    keys.subtract(await packInChunks(keysOfVisits(owner.get(day) ?? [])));
    visitors.set(day, keys.size());
  };
  const merged = periods.filter((period) => !isInTotals(period));
  const keysOfHours = new Map<Period, KeyCounts>();
  let rollupsRead = 0;
  for await (const { period, value } of merged.length > 0 ? pageDays.scanKeys(bioPageId, merged, "visitorKeys") : []) {
    const day = dayOfPeriod(period);
    const keys = keysOfHours.get(day) ?? keyCounts();
    keys.add(value);
    if (isWholeDay(period)) await count(day, keys);
    else keysOfHours.set(day, keys);
    rollupsRead += 1;
  }
  if (rollupsRead < merged.length) return null;
  for (const day of new Set([...keysOfHours.keys(), ...live.keys()])) await count(day, keysOfHours.get(day) ?? keyCounts());
  return visitors;
}
