import type { Connection, Model } from "mongoose";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type NotificationDoc, notificationModel } from "./notification.model.ts";

export type NotificationStore = ReturnType<typeof notificationStore>;

export function notificationStore(connection: Connection) {
  const model = notificationModel(connection);
  return { ...lists(model), ...positions(model), ...ages(model) };
}

function lists(model: Model<NotificationDoc>) {
  return {
    /** Stores a notification unless its user has one of that key from that event; says whether it did. */
    async insertOnce(session: Tx, { eventId, userId, eventKey, ...rest }: NotificationDoc): Promise<boolean> {
      const { upsertedCount } = await model.updateOne({ eventId, userId, eventKey }, { $setOnInsert: rest }, { session, upsert: true });
      return upsertedCount === 1;
    },

    /** A page of a user's notifications, newest first; the id decides between equal times. */
    page(userId: string, read: boolean | null, page: PageRequest): Promise<NotificationDoc[]> {
      const filter = read === null ? { userId } : { userId, read };
      return model
        .find(filter, { userId: 0, eventId: 0 })
        .sort({ createdAt: -1, _id: -1 })
        .skip(skipOf(page))
        .limit(page.limit)
        .lean<NotificationDoc[]>()
        .exec();
    },

    /** Whether a notification is read; null when the user has no such notification. */
    async isRead(userId: string, id: string): Promise<boolean | null> {
      const found = await model.findOne({ _id: id, userId }, { read: 1 }).lean<Pick<NotificationDoc, "read">>();
      return found?.read ?? null;
    },

    /** Up to `limit` unread notifications of a user, newest first. */
    async unreadIds(session: Tx, userId: string, limit: number): Promise<string[]> {
      const found = await model
        .find({ userId, read: false }, { _id: 1 }, { session })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<Pick<NotificationDoc, "_id">[]>();
      return found.map(({ _id }) => _id);
    },

    /** Marks those of the ids that are the user's and unread; returns how many they were. */
    async markRead(session: Tx, userId: string, ids: readonly string[], readAt: Date): Promise<number> {
      const unread = { _id: { $in: ids }, userId, read: false };
      const { modifiedCount } = await model.updateMany(unread, { $set: { read: true, readAt } }, { session });
      return modifiedCount;
    },
  };
}

/** What streams ask. */
function positions(model: Model<NotificationDoc>) {
  return {
    /** Position of a notification of a user; null when there is no such one. */
    async seqOf(userId: string, id: string): Promise<number | null> {
      const found = await model.findOne({ _id: id, userId }, { seq: 1 }).lean<Pick<NotificationDoc, "seq">>();
      return found?.seq ?? null;
    },

    /** Up to `limit` of a user after a position, in the order in which they were stored. */
    after(userId: string, seq: number, limit: number): Promise<NotificationDoc[]> {
      return model
        .find({ userId, seq: { $gt: seq } })
        .sort({ seq: 1 })
        .limit(limit)
        .lean<NotificationDoc[]>()
        .exec();
    },

    /** The same, but the last `limit` of them. */
    async newestAfter(userId: string, seq: number, limit: number): Promise<NotificationDoc[]> {
      const newestFirst = model
        .find({ userId, seq: { $gt: seq } })
        .sort({ seq: -1 })
        .limit(limit);
      return (await newestFirst.lean<NotificationDoc[]>().exec()).reverse();
    },
  };
}

/** What the end of the retention asks. */
function ages(model: Model<NotificationDoc>) {
  return {
    /** Up to `limit` that happened before an instant, of any users. */
    olderThan(before: Date, limit: number): Promise<Pick<NotificationDoc, "_id" | "userId">[]> {
      return model
        .find({ createdAt: { $lt: before } }, { userId: 1 })
        .sort({ createdAt: 1 })
        .limit(limit)
        .lean<Pick<NotificationDoc, "_id" | "userId">[]>()
        .exec();
    },

    /** Removes those of the ids that are the user's and still there; how many they were, and how many of them unread. */
    async remove(session: Tx, userId: string, ids: readonly string[]): Promise<{ removed: number; unread: number }> {
      const those = { _id: { $in: ids }, userId };
      const unread = await model.countDocuments({ ...those, read: false }, { session });
      const { deletedCount } = await model.deleteMany(those, { session });
      return { removed: deletedCount, unread };
    },
  };
}
