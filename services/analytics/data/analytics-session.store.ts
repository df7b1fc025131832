import type { Connection, Model } from "mongoose";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import { type AnalyticsSession, analyticsSessionModel } from "./analytics-session.model.ts";
import { type ChangeRow, rowChanger } from "./closed-rows.ts";
import { removeUpTo } from "./remove-up-to.ts";

export type AnalyticsSessionStore = ReturnType<typeof analyticsSessionStore>;

/** Visits of a user, as far as reports leave them out. */
export type OwnVisit = Pick<AnalyticsSession, "_id" | "visitorHash">;

export function analyticsSessionStore(parts: { readonly connection: Connection; readonly clock: Clock; readonly faults: FaultPoints }) {
  const model = analyticsSessionModel(parts.connection);
  return { ...visits(model, rowChanger(parts, model, "createdAt")), ...people(model), ...removal(model) };
}

function visits(model: Model<AnalyticsSession>, change: ChangeRow<AnalyticsSession>) {
  return {
    async insertMany(rows: readonly AnalyticsSession[]): Promise<void> {
      await model.insertMany(rows, { ordered: false, lean: true });
    },

    /** Counts a page view: counter, bounce, exit page and activity change in one step (spec 3.5). */
    countPageView(id: string, url: string, at: Date): Promise<void> {
      const update = [
        {
          $set: {
            pageViews: { $add: ["$pageViews", 1] },
            exitPage: { $literal: url },
            lastActivityAt: { $max: ["$lastActivityAt", at] },
          },
        },
        { $set: { bounced: { $lt: ["$pageViews", 2] } } },
      ];
      // Of all this only the bounce is counted, and only the second view ends it.
      return change({ id, update, uncounted: { pageViews: { $ne: 1 } } });
    },

    /** Notes activity; says whether there is such a session. */
    async touch(id: string, at: Date): Promise<boolean> {
      const { matchedCount } = await model.updateOne({ _id: id }, { $max: { lastActivityAt: at } });
      return matchedCount === 1;
    },

    byIds(ids: readonly string[]): Promise<AnalyticsSession[]> {
      return model
        .find({ _id: { $in: ids } })
        .lean<AnalyticsSession[]>()
        .exec();
    },
  };
}

/** Which sessions are a user's or a visitor's. */
function people(model: Model<AnalyticsSession>) {
  return {
    /** Links a session that has consent and nobody else's name on it; says whether it is linked now. */
    async link(id: string, userId: string): Promise<boolean> {
      const free = { _id: id, consent: "granted" as const, $or: [{ userId: { $exists: false } }, { userId }] };
      const { matchedCount } = await model.updateOne(free, { $set: { userId } });
      return matchedCount === 1;
    },

    /** Takes back the consent of a visitor's sessions and the name on them. */
    async withdrawConsent(visitorHash: string): Promise<void> {
      await model.updateMany({ visitorHash }, { $set: { consent: "withdrawn" }, $unset: { userId: 1 } });
    },

    /** The newest sessions of a user. */
    ofUser(userId: string, limit: number): Promise<OwnVisit[]> {
      return model.find({ userId }, { visitorHash: 1 }).sort({ createdAt: -1 }).limit(limit).lean<OwnVisit[]>().exec();
    },
  };
}

function removal(model: Model<AnalyticsSession>) {
  return {
    /** Removes up to so many sessions that began before an instant; how many they were. */
    removeOlderThan: (instant: Date, limit: number) => removeUpTo(model, { createdAt: { $lt: instant } }, limit),
  };
}
