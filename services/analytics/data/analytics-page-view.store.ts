import type { Connection } from "mongoose";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { type AnalyticsPageView, analyticsPageViewModel } from "./analytics-page-view.model.ts";
import { rowChanger } from "./closed-rows.ts";
import { removeUpTo } from "./remove-up-to.ts";

export type AnalyticsPageViewStore = ReturnType<typeof analyticsPageViewStore>;

type Opened = Pick<AnalyticsPageView, "_id" | "enteredAt">;

export function analyticsPageViewStore(parts: { readonly connection: Connection; readonly clock: Clock; readonly faults: FaultPoints }) {
  const model = analyticsPageViewModel(parts.connection);
  const change = rowChanger<AnalyticsPageView>(parts, model, "enteredAt");
  /** Raises a duration; it never shrinks. */
  const raiseDuration = (id: string, seconds: number): Promise<void> =>
    change({ id, update: { $max: { duration: seconds } }, uncounted: { duration: { $gte: seconds } } });
  return {
    async insertMany(rows: readonly AnalyticsPageView[]): Promise<void> {
      await model.insertMany(rows, { ordered: false, lean: true });
    },

    /** The view of the session that came last before another one, or at the same instant. */
    latestBefore({ _id, sessionId, enteredAt }: AnalyticsPageView): Promise<Opened | null> {
      return model
        .findOne({ sessionId, enteredAt: { $lte: enteredAt }, _id: { $ne: _id } }, { enteredAt: 1 })
        .sort({ enteredAt: -1 })
        .lean<Opened>()
        .exec();
    },

    latestOf(sessionId: string): Promise<Opened | null> {
      return model.findOne({ sessionId }, { enteredAt: 1 }).sort({ enteredAt: -1 }).lean<Opened>().exec();
    },

    /** Fills in a duration that nobody has told. Only of a view that is younger than an hour: its day is open. */
    async fillDuration(id: string, seconds: number): Promise<void> {
      await model.updateOne({ _id: id, duration: null }, { $set: { duration: seconds } });
    },

    raiseDuration,

    /** Applies what a leaving page says: the duration never shrinks, and a report that came too late does not replace the scroll depth. */
    leave(id: string, seconds: number, scrollDepth: number | null): Promise<void> {
      if (scrollDepth === null) return raiseDuration(id, seconds);
      const isLate = { $and: [{ $ne: ["$scrollDepth", null] }, { $gt: ["$duration", seconds] }] };
      const update = [
        { $set: { scrollDepth: { $cond: [isLate, "$scrollDepth", scrollDepth] }, duration: { $max: ["$duration", seconds] } } },
      ];
      return change({ id, update, uncounted: { scrollDepth: { $ne: null }, duration: { $gt: seconds } } });
    },

    /** Removes up to so many views from before an instant; how many they were. */
    removeOlderThan: (instant: Date, limit: number) => removeUpTo(model, { enteredAt: { $lt: instant } }, limit),
  };
}
