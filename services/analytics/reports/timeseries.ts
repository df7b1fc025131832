import type { CountsByDay } from "../data/report.store.ts";
import { ownerRows, type ReportScope } from "../data/report-rows.ts";
import { keyCounts } from "../domain/key-counts.ts";
import { packInChunks } from "../rollups/pack-in-chunks.ts";
import { MAX_LIVE_KEYS } from "./distinct-keys.ts";
import { type DashboardDeps, onDays, type SplitRange, splitRange } from "./split-range.ts";

export type Timeseries = Readonly<Record<"pageViews" | "sessions" | "visitors" | "bioViews", CountsByDay>>;

/** The numbers of each day of a range; a day without any may be missing. */
export async function countTimeseries(deps: DashboardDeps, scope: ReportScope): Promise<Timeseries> {
  const split = await splitRange(deps, scope);
  const rolled = split && (await rolledTimeseries(deps, split));
  if (!rolled) return liveTimeseries(deps, scope);
  const live = await Promise.all(split.rest.map((range) => liveTimeseries(deps, range)));
  const merged = (name: keyof Timeseries): CountsByDay => new Map([rolled, ...live].flatMap((series) => [...series[name]]));
  return {
    pageViews: merged("pageViews"),
    sessions: merged("sessions"),
    visitors: merged("visitors"),
    bioViews: merged("bioViews"),
  };
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

/** The days with a rollup. Null when the owner has too many visits, or when a rollup was removed since its totals were read. */
async function rolledTimeseries({ dayCounts, pageDays }: DashboardDeps, split: SplitRange): Promise<Timeseries | null> {
  const { rolledRange, days, rollups } = split;
  const rows = ownerRows(rolledRange);
  const [ownerVisits, ownerViews, ownerBioViews] = await Promise.all([
    dayCounts.countVisits(rows, MAX_LIVE_KEYS),
    dayCounts.countPageViews(rows),
    dayCounts.countBioViews(rows),
  ]);
  if (ownerVisits === null) return null;
  const visitsByDay = Map.groupBy(onDays(days, ownerVisits), ({ day }) => day);
  const ownerDays = days.filter((day) => visitsByDay.has(day));
  const visitors = new Map(days.map((day) => [day, rollups.get(day)?.visitors ?? 0]));
  let daysRead = 0;
  for await (const { day, value } of ownerDays.length > 0 ? pageDays.scanKeys(rolledRange.bioPageId, ownerDays, "visitorKeys") : []) {
    const keys = keyCounts();
    keys.add(value);
    keys.subtract(await packInChunks((visitsByDay.get(day) ?? []).map(({ visitor, sessions }) => ({ key: visitor, count: sessions }))));
    visitors.set(day, keys.size());
    daysRead += 1;
  }
  if (daysRead < ownerDays.length) return null;
  return {
    pageViews: withoutOwner(
      split,
      "pageViews",
      ownerViews.map(({ day, pageViews }) => [day, pageViews]),
    ),
    sessions: withoutOwner(
      split,
      "sessions",
      ownerVisits.map(({ day, sessions }) => [day, sessions]),
    ),
    visitors,
    bioViews: withoutOwner(
      split,
      "bioViews",
      ownerBioViews.map(({ day, count }) => [day, count]),
    ),
  };
}

type DayNumber = readonly [day: string, count: number];

/** A number of the rollups by day, without the owner's. */
function withoutOwner(
  { days, rollups }: SplitRange,
  field: "pageViews" | "sessions" | "bioViews",
  owner: readonly DayNumber[],
): CountsByDay {
  const counts = new Map(days.map((day) => [day, rollups.get(day)?.[field] ?? 0]));
  for (const [day, count] of owner) if (counts.has(day)) counts.set(day, (counts.get(day) ?? 0) - count);
  return counts;
}
