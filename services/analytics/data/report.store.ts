import type { Connection, Model, PipelineStage } from "mongoose";
import type { Dimension } from "#libs/contracts/analytics-reports.ts";
import type { Share } from "../domain/day-counts.ts";
import { type AnalyticsPageView, analyticsPageViewModel } from "./analytics-page-view.model.ts";
import { type AnalyticsSession, analyticsSessionModel } from "./analytics-session.model.ts";
import { type BioPageView, bioPageViewModel } from "./bio-page-view.model.ts";
import { CLICKED, dayOf, isTrue, sourceOf, VIEW_SUMS, type ViewSums, type ViewTotals, viewsOf } from "./counting-rules.ts";
import { bioViewsOf, pageViewsOf, type ReportScope, sessionsOf } from "./report-rows.ts";

export interface SessionTotals {
  readonly sessions: number;
  readonly bounced: number;
  readonly visitors: number;
}

/** Counts of days: YYYY-MM-DD → how many. */
export type Days = ReadonlyMap<string, number>;

export type ReportStore = ReturnType<typeof reportStore>;

/** Values of a dimension in a report. */
export const MOST_SHARES = 50;
/** A report that takes longer is an error, in milliseconds. */
const OPTIONS = { maxTimeMS: 4_000 } as const;

interface Models {
  readonly sessions: Model<AnalyticsSession>;
  readonly pageViews: Model<AnalyticsPageView>;
  readonly bioViews: Model<BioPageView>;
}

/**
 * The recount: every number of every report from the rows themselves, over the whole of a range. What is put together of rollups
 * equals it, and what does not fit into rollups is counted here.
 */
export function reportStore(connection: Connection) {
  const models: Models = {
    sessions: analyticsSessionModel(connection),
    pageViews: analyticsPageViewModel(connection),
    bioViews: bioPageViewModel(connection),
  };
  return { ...totals(models), ...days(models), ...details(models) };
}

function totals({ sessions, pageViews, bioViews }: Models) {
  return {
    async sessionTotals(scope: ReportScope): Promise<SessionTotals> {
      const [sums] = await sessions.aggregate<{ sessions: number; bounced: number; visitors: number }>(
        [
          { $match: sessionsOf(scope) },
          { $group: { _id: "$visitorHash", sessions: { $sum: 1 }, bounced: isTrue("bounced") } },
          { $group: { _id: null, sessions: { $sum: "$sessions" }, bounced: { $sum: "$bounced" }, visitors: { $sum: 1 } } },
        ],
        OPTIONS,
      );
      return { sessions: Number(sums?.sessions ?? 0), bounced: Number(sums?.bounced ?? 0), visitors: Number(sums?.visitors ?? 0) };
    },

    async pageViewTotals(scope: ReportScope): Promise<ViewTotals> {
      const [sums] = await pageViews.aggregate<ViewSums>(
        [{ $match: pageViewsOf(scope) }, { $group: { _id: null, ...VIEW_SUMS } }],
        OPTIONS,
      );
      return viewsOf(sums);
    },

    countBioViews: (scope: ReportScope): Promise<number> => bioViews.countDocuments(bioViewsOf(scope), OPTIONS).exec(),

    /** Sessions with a second page view, and sessions in which a link of the page was clicked. */
    async engagement(scope: ReportScope): Promise<{ engaged: number; clicked: number }> {
      const clicks = await pageViews.aggregate<{ clicked: number }>(
        [{ $match: { ...pageViewsOf(scope), ...CLICKED } }, { $group: { _id: "$sessionId" } }, { $count: "clicked" }],
        OPTIONS,
      );
      const engaged = await sessions.countDocuments({ ...sessionsOf(scope), bounced: false }, OPTIONS);
      return { engaged, clicked: Number(clicks[0]?.clicked ?? 0) };
    },
  };
}

function days({ sessions, pageViews, bioViews }: Models) {
  const perDay = async (model: Pick<typeof sessions, "aggregate">, stages: PipelineStage[]): Promise<Days> => {
    const rows = await model.aggregate<{ _id: string; count: number }>(stages, OPTIONS);
    return new Map(rows.map(({ _id, count }) => [_id, Number(count)]));
  };
  return {
    sessionsPerDay: (scope: ReportScope) =>
      perDay(sessions, [{ $match: sessionsOf(scope) }, { $group: { _id: dayOf("$createdAt"), count: { $sum: 1 } } }]),

    visitorsPerDay: (scope: ReportScope) =>
      perDay(sessions, [
        { $match: sessionsOf(scope) },
        { $group: { _id: { day: dayOf("$createdAt"), visitor: "$visitorHash" } } },
        { $group: { _id: "$_id.day", count: { $sum: 1 } } },
      ]),

    pageViewsPerDay: (scope: ReportScope) =>
      perDay(pageViews, [{ $match: pageViewsOf(scope) }, { $group: { _id: dayOf("$enteredAt"), count: { $sum: 1 } } }]),

    bioViewsPerDay: (scope: ReportScope) =>
      perDay(bioViews, [{ $match: bioViewsOf(scope) }, { $group: { _id: dayOf("$createdAt"), count: { $sum: 1 } } }]),
  };
}

function details({ sessions, pageViews }: Models) {
  return {
    /** The greatest shares of a dimension: page views by path, else sessions. */
    async shares(scope: ReportScope, dimension: Dimension): Promise<Share[]> {
      const { rows: kind, field } = sourceOf(dimension);
      const match = kind === "pageViews" ? pageViewsOf(scope) : sessionsOf(scope);
      const stages: PipelineStage[] = [
        { $match: match },
        { $group: { _id: `$${field}`, count: { $sum: 1 } } },
        { $sort: { count: -1, _id: 1 } },
        { $limit: MOST_SHARES },
      ];
      const model: Pick<typeof sessions, "aggregate"> = kind === "pageViews" ? pageViews : sessions;
      const rows = await model.aggregate<{ _id: string | null; count: number }>(stages, OPTIONS);
      return rows.map(({ _id, count }) => ({ value: _id, count: Number(count) }));
    },

    /** Page views of the page, oldest first, and how many there are in all. */
    async pageViewRows(scope: ReportScope, skip: number, limit: number): Promise<{ rows: AnalyticsPageView[]; total: number }> {
      const filter = pageViewsOf(scope);
      const [rows, total] = await Promise.all([
        pageViews.find(filter, null, OPTIONS).sort({ enteredAt: 1 }).skip(skip).limit(limit).lean<AnalyticsPageView[]>(),
        pageViews.countDocuments(filter, OPTIONS),
      ]);
      return { rows, total };
    },
  };
}
