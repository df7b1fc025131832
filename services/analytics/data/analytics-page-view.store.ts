import type { Connection } from "mongoose";
import { type AnalyticsPageView, analyticsPageViewModel } from "./analytics-page-view.model.ts";
import { removeUpTo } from "./remove-up-to.ts";

export type AnalyticsPageViewStore = ReturnType<typeof analyticsPageViewStore>;

type Opened = Pick<AnalyticsPageView, "_id" | "enteredAt">;

export function analyticsPageViewStore(connection: Connection) {
  const model = analyticsPageViewModel(connection);
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

    /** Fills in a duration that nobody has told. */
    async fillDuration(id: string, seconds: number): Promise<void> {
      await model.updateOne({ _id: id, duration: null }, { $set: { duration: seconds } });
    },

    /** Raises a duration; it never shrinks. */
    async raiseDuration(id: string, seconds: number): Promise<void> {
      await model.updateOne({ _id: id }, { $max: { duration: seconds } });
    },

    /** Applies what a leaving page says: the duration never shrinks, and a report that came too late does not replace the scroll depth. */
    async leave(id: string, seconds: number, scrollDepth: number | null): Promise<void> {
      if (scrollDepth === null) {
        await this.raiseDuration(id, seconds);
        return;
      }
      const isLate = { $and: [{ $ne: ["$scrollDepth", null] }, { $gt: ["$duration", seconds] }] };
      await model.updateOne(
        { _id: id },
        [{ $set: { scrollDepth: { $cond: [isLate, "$scrollDepth", scrollDepth] }, duration: { $max: ["$duration", seconds] } } }],
        { updatePipeline: true },
      );
    },

    /** Removes up to so many views from before an instant; how many they were. */
    removeOlderThan: (instant: Date, limit: number) => removeUpTo(model, { enteredAt: { $lt: instant } }, limit),
  };
}
