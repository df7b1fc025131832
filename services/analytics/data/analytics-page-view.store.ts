import type { Collections, Stage } from "#libs/platform/mongo/collection.ts";
import { outcomesOf } from "#libs/platform/mongo/outcomes-of.ts";
import { type AnalyticsPageViewDoc, analyticsPageViews } from "./analytics-page-view.model.ts";
import { deleteUpTo } from "./delete-up-to.ts";
import { type RowUpdate, type RowUpdaterDeps, rowUpdater } from "./row-updater.ts";

type PageEntry = Pick<AnalyticsPageViewDoc, "_id" | "enteredAt">;

/** The report of a page that the visitor has left. */
export interface Leave {
  readonly viewId: string;
  readonly seconds: number;
  /** Percent; null does not change the stored one. */
  readonly scrollDepth: number | null;
}

export interface AnalyticsPageViewStore {
  /** Inserts page views; returns the result of each. */
  insert(views: readonly AnalyticsPageViewDoc[]): Promise<PromiseSettledResult<void>[]>;
  /**
   * The previous view of each view, by the id of the view: the latest one of the same session that was entered before it. Of views at the
   * same instant, the lower id comes first. So exactly one of several parallel views follows the view before them.
   */
  findPrevious(viewIds: readonly string[]): Promise<ReadonlyMap<string, PageEntry>>;
  /** The latest view of a session. */
  findLatest(sessionId: string): Promise<PageEntry | null>;
  /** Sets durations that are still unknown; returns the result of each. */
  fillDurations(durations: readonly Pick<Leave, "viewId" | "seconds">[]): Promise<PromiseSettledResult<void>[]>;
  /** Raises a duration; it never shrinks. */
  raiseDuration(viewId: string, seconds: number): Promise<void>;
  /**
   * Applies leave reports; returns the result of each. A duration never shrinks. A report with a shorter duration does not replace a known
   * scroll depth.
   */
  applyLeaves(leaves: readonly Leave[]): Promise<PromiseSettledResult<void>[]>;
  /** Deletes up to `limit` views from before an instant; returns the number deleted. */
  deleteOlderThan(instant: Date, limit: number): Promise<number>;
}

export function analyticsPageViewStore(database: Collections, deps: RowUpdaterDeps): AnalyticsPageViewStore {
  const views = database.collection(analyticsPageViews);
  const updateRows = rowUpdater(database, deps, views, "enteredAt");
  return {
    insert: (rows) => outcomesOf(rows.length, () => views.insert(rows, { ordered: false, trusted: true })),

    async findPrevious(viewIds) {
      type Followed = Pick<AnalyticsPageViewDoc, "_id"> & { readonly previous: readonly PageEntry[] };
      const found = await views.aggregate<Followed>([
        { $match: { _id: { $in: [...viewIds] } } },
        withPrevious,
        { $project: { previous: 1 } },
      ]);
      return new Map(found.flatMap(({ _id, previous: [entry] }) => (entry ? [[_id, entry] as const] : [])));
    },

    findLatest: (sessionId) => views.findOne<PageEntry>({ sessionId }, { projection: { enteredAt: 1 }, sort: { enteredAt: -1 } }),

    fillDurations: (durations) => updateRows(durations.map(filled)),

    async raiseDuration(viewId, seconds) {
      const [outcome] = await updateRows([raised(viewId, seconds)]);
      if (outcome?.status === "rejected") throw outcome.reason;
    },

    applyLeaves: (leaves) => updateRows(leaves.map(left)),

    deleteOlderThan: (instant, limit) => deleteUpTo(views, { enteredAt: { $lt: instant } }, limit),
  };
}

/** Adds the previous view, if there is one. */
const withPrevious: Stage = {
  $lookup: {
    from: analyticsPageViews.name,
    localField: "sessionId",
    foreignField: "sessionId",
    let: { id: "$_id", enteredAt: "$enteredAt" },
    pipeline: [
      { $match: { $expr: { $and: [{ $lte: ["$enteredAt", "$$enteredAt"] }, { $lt: ["$_id", "$$id"] }] } } },
      { $sort: { enteredAt: -1 } },
      { $limit: 1 },
      { $project: { enteredAt: 1 } },
    ],
    as: "previous",
  },
};

type ViewUpdate = RowUpdate<AnalyticsPageViewDoc>;

function filled({ viewId: id, seconds }: Pick<Leave, "viewId" | "seconds">): ViewUpdate {
  const update = [{ $set: { duration: { $cond: [{ $ne: ["$duration", null] }, "$duration", seconds] } } }];
  return { id, update, keepsCounts: { duration: { $ne: null } } };
}

function raised(id: string, seconds: number): ViewUpdate {
  return { id, update: { $max: { duration: seconds } }, keepsCounts: { duration: { $gte: seconds } } };
}

function left({ viewId: id, seconds, scrollDepth }: Leave): ViewUpdate {
  if (scrollDepth === null) return raised(id, seconds);
  const isLate = { $and: [{ $ne: ["$scrollDepth", null] }, { $gt: ["$duration", seconds] }] };
  const update = [{ $set: { scrollDepth: { $cond: [isLate, "$scrollDepth", scrollDepth] }, duration: { $max: ["$duration", seconds] } } }];
  return { id, update, keepsCounts: { scrollDepth: { $ne: null }, duration: { $gt: seconds } } };
}
