import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type AnalyticsPageViewDoc, analyticsPageViews } from "./analytics-page-view.model.ts";
import { deleteUpTo } from "./delete-up-to.ts";
import { type RowUpdaterDeps, rowUpdater } from "./row-updater.ts";

type PageEntry = Pick<AnalyticsPageViewDoc, "_id" | "enteredAt">;

export interface AnalyticsPageViewStore {
  /** Inserts page views. A rejected one does not stop the others. */
  insert(views: readonly AnalyticsPageViewDoc[]): Promise<void>;
  /**
   * The latest view of the same session that was entered before a view. Of views at the same instant the one with the lower id comes
   * first, so that of parallel views exactly one follows the view before them.
   */
  findLatestBefore(view: AnalyticsPageViewDoc): Promise<PageEntry | null>;
  /** The latest view of a session. */
  findLatest(sessionId: string): Promise<PageEntry | null>;
  /** Sets a duration that is still unknown. Only for views younger than an hour: their day is open, so no rollup counts them. */
  fillDuration(viewId: string, seconds: number): Promise<void>;
  /** Raises a duration; it never shrinks. */
  raiseDuration(viewId: string, seconds: number): Promise<void>;
  /**
   * Applies the report of a page that was left. The duration never shrinks, and a report with a shorter duration does not replace a known
   * scroll depth.
   * @param scrollDepth percent; null keeps the known one
   */
  applyLeave(viewId: string, seconds: number, scrollDepth: number | null): Promise<void>;
  /** Deletes up to `limit` views from before an instant; returns how many. */
  deleteOlderThan(instant: Date, limit: number): Promise<number>;
}

export function analyticsPageViewStore(database: Collections, deps: RowUpdaterDeps): AnalyticsPageViewStore {
  const views = database.collection(analyticsPageViews);
  const updateRow = rowUpdater(database, deps, views, "enteredAt");
  const latestFirst = { projection: { enteredAt: 1 }, sort: { enteredAt: -1 } } as const;

  const raiseDuration = (id: string, seconds: number): Promise<void> =>
    updateRow({ id, update: { $max: { duration: seconds } }, keepsCounts: { duration: { $gte: seconds } } });

  return {
    insert: (rows) => views.insert(rows, { ordered: false, trusted: true }),

    findLatestBefore: ({ _id, sessionId, enteredAt }) =>
      views.findOne<PageEntry>({ sessionId, enteredAt: { $lte: enteredAt }, _id: { $lt: _id } }, latestFirst),

    findLatest: (sessionId) => views.findOne<PageEntry>({ sessionId }, latestFirst),

    async fillDuration(_id, seconds) {
      await views.updateOne({ _id, duration: null }, { $set: { duration: seconds } });
    },

    raiseDuration,

    applyLeave(id, seconds, scrollDepth) {
      if (scrollDepth === null) return raiseDuration(id, seconds);
      const isLate = { $and: [{ $ne: ["$scrollDepth", null] }, { $gt: ["$duration", seconds] }] };
      const update = [
        { $set: { scrollDepth: { $cond: [isLate, "$scrollDepth", scrollDepth] }, duration: { $max: ["$duration", seconds] } } },
      ];
      return updateRow({ id, update, keepsCounts: { scrollDepth: { $ne: null }, duration: { $gt: seconds } } });
    },

    deleteOlderThan: (instant, limit) => deleteUpTo(views, { enteredAt: { $lt: instant } }, limit),
  };
}
