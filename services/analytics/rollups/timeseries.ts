import type { Days } from "../data/report.store.ts";
import { owners, type ReportScope } from "../data/report-rows.ts";
import { keyCounts } from "../domain/key-counts.ts";
import { packed } from "./count-days.ts";
import { MOST_LIVE_KEYS } from "./distinct-keys.ts";
import { type DashboardParts, onDays, type PartedRange, partedRange } from "./parted-range.ts";

type Series = Readonly<Record<"pageViews" | "sessions" | "visitors" | "bioViews", Days>>;

/** The numbers of each day of a range; days without any may be missing. */
export async function timeseriesOf(parts: DashboardParts, scope: ReportScope): Promise<Series> {
  const parted = await partedRange(parts, scope);
  const closed = parted && (await closedSeries(parts, parted));
  if (!closed) return liveSeries(parts, scope);
  const live = await Promise.all(parted.rest.map((piece) => liveSeries(parts, piece)));
  const together = (name: keyof Series): Days => new Map([closed, ...live].flatMap((series) => [...series[name]]));
  return {
    pageViews: together("pageViews"),
    sessions: together("sessions"),
    visitors: together("visitors"),
    bioViews: together("bioViews"),
  };
}

async function liveSeries({ reports }: DashboardParts, scope: ReportScope): Promise<Series> {
  const [pageViews, sessions, visitors, bioViews] = await Promise.all([
    reports.pageViewsPerDay(scope),
    reports.sessionsPerDay(scope),
    reports.visitorsPerDay(scope),
    reports.bioViewsPerDay(scope),
  ]);
  return { pageViews, sessions, visitors, bioViews };
}

/** Null when the visitors of a day cannot be told apart here. */
async function closedSeries({ tallies, pageDays }: DashboardParts, { own, days, rolled }: PartedRange): Promise<Series | null> {
  const rows = owners(own);
  const [visits, views, looks] = await Promise.all([tallies.visits(rows, MOST_LIVE_KEYS), tallies.views(rows), tallies.looks(rows)]);
  if (visits === null) return null;
  const byDay = Map.groupBy(onDays(days, visits), ({ day }) => day);
  const ownDays = days.filter((day) => byDay.has(day));
  const visitors = new Map(days.map((day) => [day, rolled.get(day)?.visitors ?? 0]));
  let lists = 0;
  for await (const { day, value } of ownDays.length > 0 ? pageDays.packed(own.bioPageId, ownDays, "visitorKeys") : []) {
    const keys = keyCounts();
    keys.add(value);
    keys.subtract(await packed((byDay.get(day) ?? []).map(({ visitor, sessions }) => ({ key: visitor, count: sessions }))));
    visitors.set(day, keys.size());
    lists += 1;
  }
  if (lists < ownDays.length) return null;
  const without = (name: "pageViews" | "sessions" | "bioViews", taken: readonly (readonly [day: string, count: number])[]): Days => {
    const counts = new Map(days.map((day) => [day, rolled.get(day)?.[name] ?? 0]));
    for (const [day, count] of taken) if (counts.has(day)) counts.set(day, (counts.get(day) ?? 0) - count);
    return counts;
  };
  return {
    pageViews: without(
      "pageViews",
      views.map(({ day, pageViews }) => [day, pageViews]),
    ),
    sessions: without(
      "sessions",
      visits.map(({ day, sessions }) => [day, sessions]),
    ),
    visitors,
    bioViews: without(
      "bioViews",
      looks.map(({ day, count }) => [day, count]),
    ),
  };
}
