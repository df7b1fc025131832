import type { Dimension } from "#libs/contracts/analytics/reports.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collection, Collections, Stage } from "#libs/platform/mongo/collection.ts";
import type { Share } from "../domain/rollup.ts";
import { type AnalyticsPageViewDoc, analyticsPageViews } from "./analytics-page-view.model.ts";
import { type AnalyticsSessionDoc, analyticsSessions } from "./analytics-session.model.ts";
import { type BioPageViewDoc, bioPageViews } from "./bio-page-view.store.ts";
import {
  COUNT,
  countOfRows,
  countTrue,
  dayOf,
  HAS_CLICK,
  sourceOf,
  VIEW_SUMS,
  type ViewSums,
  type ViewTotals,
  viewTotalsOf,
} from "./counting-rules.ts";
import { bioViewsOf, pageViewsOf, type ReportScope, sessionsOf } from "./report-rows.ts";

export interface SessionTotals {
  readonly sessions: number;
  readonly bounced: number;
  readonly visitors: number;
}

/** Numbers by day (YYYY-MM-DD). */
export type CountsByDay = ReadonlyMap<string, number>;

/** Values of a dimension that a report lists. */
export const MAX_REPORT_SHARES = 50;

/**
 * The recount: counts all numbers of a report from the rows of the whole range. Rollups give equal numbers. It also counts ranges that are
 * too large for rollups. Rejects after four seconds.
 */
/** A place in the page views by their time. */
export interface ViewPlace {
  readonly at: Date;
  /** Views of this instant before the place. */
  readonly views: number;
}

export interface ReportStore {
  countSessions(scope: ReportScope): Promise<SessionTotals>;
  countPageViews(scope: ReportScope): Promise<ViewTotals>;
  countBioViews(scope: ReportScope): Promise<number>;
  /** Sessions with a second page view, and sessions in which a link of the page was clicked. */
  countEngagement(scope: ReportScope): Promise<{ readonly engaged: number; readonly clicked: number }>;
  countSessionsByDay(scope: ReportScope): Promise<CountsByDay>;
  countVisitorsByDay(scope: ReportScope): Promise<CountsByDay>;
  countPageViewsByDay(scope: ReportScope): Promise<CountsByDay>;
  countBioViewsByDay(scope: ReportScope): Promise<CountsByDay>;
  /** The most frequent values of a dimension: of page views by path, else of sessions. */
  listTopShares(scope: ReportScope, dimension: Dimension): Promise<Share[]>;
  /** A page of the page views, oldest first. @param behind the page begins there; null: at its number */
  listPageViews(
    scope: ReportScope,
    page: PageRequest,
    behind: ViewPlace | null,
  ): Promise<{ readonly rows: AnalyticsPageViewDoc[]; readonly total: number; readonly last: ViewPlace | null }>;
}

interface Rows {
  readonly sessions: Collection<AnalyticsSessionDoc>;
  readonly pageViews: Collection<AnalyticsPageViewDoc>;
  readonly bioViews: Collection<BioPageViewDoc>;
}

const LIMIT = { maxTimeMS: 4_000 } as const;

export function reportStore(database: Collections): ReportStore {
  const rows: Rows = {
    sessions: database.collection(analyticsSessions),
    pageViews: database.collection(analyticsPageViews),
    bioViews: database.collection(bioPageViews),
  };
  return { ...totals(rows), ...byDay(rows), ...lists(rows) };
}

type Totals = Pick<ReportStore, "countSessions" | "countPageViews" | "countBioViews" | "countEngagement">;

function totals({ sessions, pageViews, bioViews }: Rows): Totals {
  return {
    async countSessions(scope) {
      const [sums] = await sessions.aggregate<SessionTotals>(
        [
          { $match: sessionsOf(scope) },
          { $group: { _id: "$visitorHash", sessions: COUNT, bounced: countTrue("bounced") } },
          { $group: { _id: null, sessions: { $sum: "$sessions" }, bounced: { $sum: "$bounced" }, visitors: COUNT } },
        ],
        LIMIT,
      );
      return { sessions: Number(sums?.sessions ?? 0), bounced: Number(sums?.bounced ?? 0), visitors: Number(sums?.visitors ?? 0) };
    },

    async countPageViews(scope) {
      const [sums] = await pageViews.aggregate<ViewSums>([{ $match: pageViewsOf(scope) }, { $group: { _id: null, ...VIEW_SUMS } }], LIMIT);
      return viewTotalsOf(sums);
    },

    countBioViews: (scope) => bioViews.count(bioViewsOf(scope), LIMIT),

    async countEngagement(scope) {
      const clicks = await pageViews.aggregate<{ clicked: number }>(
        [{ $match: { ...pageViewsOf(scope), ...HAS_CLICK } }, { $group: { _id: "$sessionId" } }, { $count: "clicked" }],
        LIMIT,
      );
      const engaged = await sessions.count({ ...sessionsOf(scope), bounced: false }, LIMIT);
      return { engaged, clicked: Number(clicks[0]?.clicked ?? 0) };
    },
  };
}

type ByDay = Pick<ReportStore, "countSessionsByDay" | "countVisitorsByDay" | "countPageViewsByDay" | "countBioViewsByDay">;

function byDay({ sessions, pageViews, bioViews }: Rows): ByDay {
  const countByDay = async (rows: Pick<Collection<unknown>, "aggregate">, stages: Stage[]): Promise<CountsByDay> => {
    const found = await rows.aggregate<{ _id: string; count: number }>(stages, LIMIT);
    return new Map(found.map(({ _id, count }) => [_id, Number(count)]));
  };
  return {
    countSessionsByDay: (scope) =>
      countByDay(sessions, [{ $match: sessionsOf(scope) }, { $group: { _id: dayOf("$createdAt"), count: COUNT } }]),

    countVisitorsByDay: (scope) =>
      countByDay(sessions, [
        { $match: sessionsOf(scope) },
        { $group: { _id: { day: dayOf("$createdAt"), visitor: "$visitorHash" } } },
        { $group: { _id: "$_id.day", count: COUNT } },
      ]),

    countPageViewsByDay: (scope) =>
      countByDay(pageViews, [{ $match: pageViewsOf(scope) }, { $group: { _id: dayOf("$enteredAt"), count: countOfRows("pageViews") } }]),

    countBioViewsByDay: (scope) =>
      countByDay(bioViews, [{ $match: bioViewsOf(scope) }, { $group: { _id: dayOf("$createdAt"), count: COUNT } }]),
  };
}

function placeBehind(rows: readonly AnalyticsPageViewDoc[], before: ViewPlace | null): ViewPlace | null {
  const at = rows.at(-1)?.enteredAt;
  if (!at) return null;
  const views = rows.filter(({ enteredAt }) => enteredAt.getTime() === at.getTime()).length;
  return { at, views: before?.at.getTime() === at.getTime() ? before.views + views : views };
}

function lists({ sessions, pageViews }: Rows): Pick<ReportStore, "listTopShares" | "listPageViews"> {
  return {
    async listTopShares(scope, dimension) {
      const source = sourceOf(dimension);
      const countsViews = source.rows === "pageViews";
      const rows: Pick<Collection<unknown>, "aggregate"> = countsViews ? pageViews : sessions;
      const found = await rows.aggregate<{ _id: string | null; count: number }>(
        [
          { $match: countsViews ? pageViewsOf(scope) : sessionsOf(scope) },
          { $group: { _id: `$${source.field}`, count: countOfRows(source.rows) } },
          { $sort: { count: -1, _id: 1 } },
          { $limit: MAX_REPORT_SHARES },
        ],
        LIMIT,
      );
      return found.map(({ _id, count }) => ({ value: _id, count: Number(count) })).filter(({ count }) => count > 0);
    },

    async listPageViews(scope, page, behind) {
      // A range without a beginning moves on meanwhile, so the place may lie before it.
      const { at, views } = behind ?? { at: scope.from, views: skipOf(page) };
      const isWithin = at >= scope.from;
      const rest = isWithin ? { ...scope, from: at } : scope;
      const skip = isWithin ? views : 0;
      const [rows, total] = await Promise.all([
        pageViews.find(pageViewsOf(rest), { ...LIMIT, sort: { enteredAt: 1 }, skip, limit: page.limit }),
        pageViews.count(pageViewsOf(scope), LIMIT),
      ]);
      return { rows, total, last: rows.length < page.limit ? null : placeBehind(rows, behind) };
    },
  };
}
