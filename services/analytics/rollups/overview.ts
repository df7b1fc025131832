import type { ViewTotals } from "../data/counting-rules.ts";
import type { SessionTotals } from "../data/report.store.ts";
import { others, owners, type ReportScope } from "../data/report-rows.ts";
import { averageOf, type DayNumbers, type Measure } from "../domain/day-counts.ts";
import { sumOf } from "./count-days.ts";
import { distinctKeys, MOST_LIVE_KEYS } from "./distinct-keys.ts";
import { type DashboardParts, onDays, type PartedRange, partedRange, total } from "./parted-range.ts";

export interface Overview extends SessionTotals {
  readonly pageViews: number;
  readonly linkClicks: number;
  readonly averageDuration: number | null;
  readonly averageScrollDepth: number | null;
  readonly bioViews: number;
}

/** The totals of a range. */
export async function overviewOf(parts: DashboardParts, scope: ReportScope): Promise<Overview> {
  const parted = await partedRange(parts, scope);
  const [sessions, { pageViews, linkClicks, duration, scrollDepth }, bioViews] = await Promise.all([
    parted ? sessionTotals(parts, parted) : null,
    parted ? viewTotals(parts, parted) : parts.reports.pageViewTotals(scope),
    parted ? bioViewTotal(parts, parted) : parts.reports.countBioViews(scope),
  ]);
  return {
    ...(sessions ?? (await parts.reports.sessionTotals(scope))),
    ...{ pageViews, linkClicks, bioViews },
    ...{ averageDuration: averageOf(duration), averageScrollDepth: averageOf(scrollDepth) },
  };
}

/** Null when there are too many visitors to tell them apart here. */
async function sessionTotals({ tallies, pageDays }: DashboardParts, parted: PartedRange): Promise<SessionTotals | null> {
  const [own, ...rest] = await Promise.all([
    tallies.visits(owners(parted.own), MOST_LIVE_KEYS),
    ...parted.rest.map((piece) => tallies.visits(others(piece), MOST_LIVE_KEYS)),
  ]);
  const live = rest.some((visits) => visits === null) ? null : rest.flatMap((visits) => visits ?? []);
  if (own === null || own === undefined || live === null) return null;
  const owned = onDays(parted.days, own);
  const keyed = (visits: typeof live) => visits.map(({ visitor, sessions }) => ({ key: visitor, count: sessions }));
  const visitors = await distinctKeys(pageDays, parted, "visitorKeys", { own: keyed(owned), rest: keyed(live) });
  if (visitors === null) return null;
  const [taken, added] = [sumOf(owned), sumOf(live)];
  return {
    sessions: total(parted, "sessions", taken.sessions, added.sessions),
    bounced: total(parted, "bounced", taken.bounced, added.bounced),
    visitors,
  };
}

async function viewTotals({ tallies, reports }: DashboardParts, { own, days, rolled, rest }: PartedRange): Promise<ViewTotals> {
  const [owned, ...live] = await Promise.all([tallies.views(owners(own)), ...rest.map((piece) => reports.pageViewTotals(piece))]);
  const numbers = days.map((day) => rolled.get(day)).filter((day): day is DayNumbers => day !== undefined);
  const added: readonly ViewTotals[] = [...numbers, ...live];
  const taken: readonly ViewTotals[] = onDays(days, owned);
  const sum = (numberOf: (views: ViewTotals) => number) =>
    added.reduce((all, views) => all + numberOf(views), 0) - taken.reduce((all, views) => all + numberOf(views), 0);
  const measure = (of: (views: ViewTotals) => Measure): Measure => ({
    micros: added.reduce((all, views) => all + of(views).micros, 0n) - taken.reduce((all, views) => all + of(views).micros, 0n),
    count: sum((views) => of(views).count),
  });
  return {
    pageViews: sum(({ pageViews }) => pageViews),
    linkClicks: sum(({ linkClicks }) => linkClicks),
    duration: measure(({ duration }) => duration),
    scrollDepth: measure(({ scrollDepth }) => scrollDepth),
  };
}

/** Looks at the bio page. */
export async function bioViewTotal({ tallies, reports }: DashboardParts, parted: PartedRange): Promise<number> {
  const [own, ...rest] = await Promise.all([
    tallies.looks(owners(parted.own)),
    ...parted.rest.map((piece) => reports.countBioViews(piece)),
  ]);
  const owned = onDays(parted.days, own).reduce((sum, { count }) => sum + count, 0);
  return total(
    parted,
    "bioViews",
    owned,
    rest.reduce((sum, count) => sum + count, 0),
  );
}
