import {
  DIMENSIONS,
  type Dimension,
  FUNNEL_STEPS,
  getBreakdown,
  getFunnel,
  getOverview,
  getTimeseries,
} from "#libs/contracts/analytics/index.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import { type ReportStore, reportStore } from "#services/analytics/data/report.store.ts";
import type { ReportScope } from "#services/analytics/data/report-rows.ts";
import { daysOf, type ReportRange } from "#services/analytics/domain/report-range.ts";
import { averageOf } from "#services/analytics/domain/rollup.ts";
import type { Fixture, Owner } from "./fixture.ts";

/** The numbers of all reports of a page, by report and dimension. */
export type ReportNumbers = Readonly<Record<string, unknown>>;

export async function scopeOf(analytics: Fixture, { userId, bioPageId }: Owner, range: ReportRange): Promise<ReportScope> {
  const own = await analytics.sessions({ userId });
  return {
    ...range,
    bioPageId,
    ownerId: userId,
    ownSessions: own.map(({ _id }) => _id),
    ownVisitors: [...new Set(own.map(({ visitorHash }) => visitorHash))],
  };
}

/** All reports of a page as its owner gets them. */
export async function reportsOf(
  owner: Owner,
  { from, to }: ReportRange,
  dimensions: readonly Dimension[] = DIMENSIONS,
): Promise<ReportNumbers> {
  const params = { creatorId: owner.creatorId, from: from.toISOString(), to: to.toISOString() };
  const shares = dimensions.map(
    async (dimension) => [dimension, (await owner.call(getBreakdown, { ...params, dimension })).items] as const,
  );
  const [{ from: _from, to: _to, ...overview }, { points }, { steps }, ...items] = await Promise.all([
    owner.call(getOverview, params),
    owner.call(getTimeseries, params),
    owner.call(getFunnel, params),
    ...shares,
  ]);
  return { overview, points, steps, ...Object.fromEntries(items) };
}

/** The same numbers, counted from the rows only. */
export async function recountOf(
  analytics: Fixture,
  owner: Owner,
  range: ReportRange,
  dimensions: readonly Dimension[] = DIMENSIONS,
): Promise<ReportNumbers> {
  const database = analytics.runtime.database("analytics");
  const store = reportStore(database);
  const scope = await scopeOf(analytics, owner, range);
  const shares = dimensions.map(async (dimension) => [dimension, await store.listTopShares(scope, dimension)] as const);
  const [overview, points, steps, ...items] = await Promise.all([
    overviewFrom(database, store, scope),
    pointsFrom(store, scope),
    stepsFrom(store, scope),
    ...shares,
  ]);
  return { overview, points, steps, ...Object.fromEntries(items) };
}

async function overviewFrom({ connection }: Database, store: ReportStore, scope: ReportScope) {
  const { sessions, visitors, bounced } = await store.countSessions(scope);
  const { pageViews, linkClicks, duration, scrollDepth } = await store.countPageViews(scope);
  const averages = { averageDuration: averageOf(duration), averageScrollDepth: averageOf(scrollDepth) };
  // These tests measure whole numbers only, so the mean that the database calculates is exactly equal.
  const match = {
    bioPageId: scope.bioPageId,
    isBot: false,
    enteredAt: { $gte: scope.from, $lt: scope.to },
    sessionId: { $nin: [...scope.ownSessions] },
  };
  const means = { _id: null, averageDuration: { $avg: "$duration" }, averageScrollDepth: { $avg: "$scrollDepth" } };
  const [stored] = await connection
    .collection("analytics_page_views")
    .aggregate([{ $match: match }, { $group: means }, { $unset: "_id" }])
    .toArray();
  if (stored && JSON.stringify(stored) !== JSON.stringify(averages)) throw new Error(`means differ: ${JSON.stringify([stored, averages])}`);
  const bounceRate = sessions === 0 ? 0 : bounced / sessions;
  return { pageViews, linkClicks, sessions, visitors, bioViews: await store.countBioViews(scope), bounceRate, ...averages };
}

async function pointsFrom(store: ReportStore, scope: ReportScope) {
  const [pageViews, sessions, visitors, bioViews] = await Promise.all([
    store.countPageViewsByDay(scope),
    store.countSessionsByDay(scope),
    store.countVisitorsByDay(scope),
    store.countBioViewsByDay(scope),
  ]);
  const on = (date: string) => ({
    date,
    pageViews: pageViews.get(date) ?? 0,
    sessions: sessions.get(date) ?? 0,
    visitors: visitors.get(date) ?? 0,
    bioViews: bioViews.get(date) ?? 0,
  });
  return daysOf(scope).map(on);
}

async function stepsFrom(store: ReportStore, scope: ReportScope) {
  const [{ sessions }, { engaged, clicked }, bioViews] = await Promise.all([
    store.countSessions(scope),
    store.countEngagement(scope),
    store.countBioViews(scope),
  ]);
  const counts = { BIO_VIEW: bioViews, SESSION: sessions, ENGAGED: engaged, LINK_CLICK: clicked, PAID_MESSAGE: 0 };
  return FUNNEL_STEPS.map((step) => ({ step, count: counts[step] }));
}
