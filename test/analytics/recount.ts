import type { Connection } from "mongoose";
import {
  DIMENSIONS,
  type Dimension,
  FUNNEL_STEPS,
  getBreakdown,
  getFunnel,
  getOverview,
  getTimeseries,
} from "#libs/contracts/analytics.ts";
import { type ReportStore, reportStore } from "#services/analytics/data/report.store.ts";
import type { ReportScope } from "#services/analytics/data/report-rows.ts";
import { averageOf } from "#services/analytics/domain/day-counts.ts";
import { daysOf, type ReportRange } from "#services/analytics/domain/report-range.ts";
import type { Fixture, Owner } from "./fixture.ts";

/** What the dashboard of a page says, by report and dimension. */
export type Said = Readonly<Record<string, unknown>>;

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

/** All reports of a page, as its owner gets them. */
export async function saidTo(owner: Owner, { from, to }: ReportRange, dimensions: readonly Dimension[] = DIMENSIONS): Promise<Said> {
  const ask = { creatorId: owner.creatorId, from: from.toISOString(), to: to.toISOString() };
  const shares = dimensions.map(async (dimension) => [dimension, (await owner.call(getBreakdown, { ...ask, dimension })).items] as const);
  const [{ from: _from, to: _to, ...overview }, { points }, { steps }, ...items] = await Promise.all([
    owner.call(getOverview, ask),
    owner.call(getTimeseries, ask),
    owner.call(getFunnel, ask),
    ...shares,
  ]);
  return { overview, points, steps, ...Object.fromEntries(items) };
}

/** The same from nothing but the rows. */
export async function recountOf(
  analytics: Fixture,
  owner: Owner,
  range: ReportRange,
  dimensions: readonly Dimension[] = DIMENSIONS,
): Promise<Said> {
  const connection = analytics.runtime.database("analytics");
  const store = reportStore(connection);
  const scope = await scopeOf(analytics, owner, range);
  const shares = dimensions.map(async (dimension) => [dimension, await store.shares(scope, dimension)] as const);
  const [overview, points, steps, ...items] = await Promise.all([
    overviewFrom(connection, store, scope),
    pointsFrom(store, scope),
    stepsFrom(store, scope),
    ...shares,
  ]);
  return { overview, points, steps, ...Object.fromEntries(items) };
}

async function overviewFrom(connection: Connection, store: ReportStore, scope: ReportScope) {
  const { sessions, visitors, bounced } = await store.sessionTotals(scope);
  const { pageViews, linkClicks, duration, scrollDepth } = await store.pageViewTotals(scope);
  const averages = { averageDuration: averageOf(duration), averageScrollDepth: averageOf(scrollDepth) };
  // All that was measured in these tests is whole: the mean is that which the store itself finds.
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
  if (stored && JSON.stringify(stored) !== JSON.stringify(averages)) throw new Error(`${JSON.stringify([stored, averages])}`);
  const bounceRate = sessions === 0 ? 0 : bounced / sessions;
  return { pageViews, linkClicks, sessions, visitors, bioViews: await store.countBioViews(scope), bounceRate, ...averages };
}

async function pointsFrom(store: ReportStore, scope: ReportScope) {
  const [pageViews, sessions, visitors, bioViews] = await Promise.all([
    store.pageViewsPerDay(scope),
    store.sessionsPerDay(scope),
    store.visitorsPerDay(scope),
    store.bioViewsPerDay(scope),
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
  const [{ sessions }, { engaged, clicked }, looks] = await Promise.all([
    store.sessionTotals(scope),
    store.engagement(scope),
    store.countBioViews(scope),
  ]);
  const counts = { BIO_VIEW: looks, SESSION: sessions, ENGAGED: engaged, LINK_CLICK: clicked, PAID_MESSAGE: 0 };
  return FUNNEL_STEPS.map((step) => ({ step, count: counts[step] }));
}
