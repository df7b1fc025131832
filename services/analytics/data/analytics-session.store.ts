import type { Collection, Collections } from "#libs/platform/mongo/collection.ts";
import { outcomesOf } from "#libs/platform/mongo/outcomes-of.ts";
import type { AnalyticsPageViewDoc } from "./analytics-page-view.model.ts";
import { type AnalyticsSessionDoc, analyticsSessions } from "./analytics-session.model.ts";
import { deleteUpTo } from "./delete-up-to.ts";
import { type RowUpdate, type RowUpdaterDeps, rowUpdater } from "./row-updater.ts";

/** The part of a user's own visit that reports need in order to exclude it. */
export type OwnVisit = Pick<AnalyticsSessionDoc, "_id" | "visitorHash">;

/** The part of a page view that its session counts. */
export type CountedView = Pick<AnalyticsPageViewDoc, "sessionId" | "url" | "enteredAt">;

export interface AnalyticsSessionStore {
  /** Inserts sessions; returns the result of each. */
  insert(sessions: readonly AnalyticsSessionDoc[]): Promise<PromiseSettledResult<void>[]>;
  /**
   * Counts page views in their sessions, in the order of the list. Counter, bounce, exit page and last activity change in one update (spec
   * 3.5). Returns the result of each.
   */
  countPageViews(views: readonly CountedView[]): Promise<PromiseSettledResult<void>[]>;
  /** Raises the time of the last activity. Returns false when the session does not exist. */
  recordActivity(sessionId: string, at: Date): Promise<boolean>;
  findByIds(sessionIds: readonly string[]): Promise<AnalyticsSessionDoc[]>;
  /** Links a session to a user if it has consent and no other user. Returns whether it is linked to the user now. */
  linkToUser(sessionId: string, userId: string): Promise<boolean>;
  /** Withdraws the consent of all sessions of a visitor and unlinks them from their users. */
  withdrawConsent(visitorHash: string): Promise<void>;
  /** The newest sessions of a user. */
  listNewestOfUser(userId: string, limit: number): Promise<OwnVisit[]>;
  /** Deletes up to `limit` sessions that began before an instant; returns the number deleted. */
  deleteOlderThan(instant: Date, limit: number): Promise<number>;
}

export function analyticsSessionStore(database: Collections, deps: RowUpdaterDeps): AnalyticsSessionStore {
  const sessions = database.collection(analyticsSessions);
  const updateRows = rowUpdater(database, deps, sessions, "createdAt");
  return {
    insert: (rows) => outcomesOf(rows.length, () => sessions.insert(rows, { ordered: false, trusted: true })),

    countPageViews: (views) => updateRows(views.map(counted)),

    async recordActivity(_id, at) {
      const { matchedCount } = await sessions.updateOne({ _id }, { $max: { lastActivityAt: at } });
      return matchedCount === 1;
    },

    findByIds: (ids) => sessions.find({ _id: { $in: [...ids] } }),
    deleteOlderThan: (instant, limit) => deleteUpTo(sessions, { createdAt: { $lt: instant } }, limit),
    ...sessionsOfPeople(sessions),
  };
}

function counted({ sessionId: id, url, enteredAt }: CountedView): RowUpdate<AnalyticsSessionDoc> {
  const update = [
    {
      $set: {
        pageViews: { $add: ["$pageViews", 1] },
        exitPage: { $literal: url },
        lastActivityAt: { $max: ["$lastActivityAt", enteredAt] },
      },
    },
    { $set: { bounced: { $lt: ["$pageViews", 2] } } },
  ];
  // Of these fields rollups count only the bounce, and only the second page view changes it.
  return { id, update, keepsCounts: { pageViews: { $ne: 1 } } };
}

type SessionsOfPeople = Pick<AnalyticsSessionStore, "linkToUser" | "withdrawConsent" | "listNewestOfUser">;

function sessionsOfPeople(sessions: Collection<AnalyticsSessionDoc>): SessionsOfPeople {
  return {
    async linkToUser(_id, userId) {
      const linkable = { _id, consent: "granted" as const, $or: [{ userId: { $exists: false } }, { userId }] };
      const { matchedCount } = await sessions.updateOne(linkable, { $set: { userId } });
      return matchedCount === 1;
    },

    async withdrawConsent(visitorHash) {
      await sessions.updateMany({ visitorHash }, { $set: { consent: "withdrawn" }, $unset: { userId: 1 } });
    },

    listNewestOfUser: (userId, limit) =>
      sessions.find<OwnVisit>({ userId }, { projection: { visitorHash: 1 }, sort: { createdAt: -1 }, limit }),
  };
}
