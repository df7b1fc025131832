import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type NotificationDoc, notifications } from "./notification.model.ts";
import { type RecipientDoc, recipients } from "./recipient.model.ts";

/** A notification in a list. */
export type NotificationRow = Pick<NotificationDoc, "_id" | "eventKey" | "data" | "read" | "readAt" | "createdAt">;

/** A page of a list, and the user whose list it is. */
export interface NotificationPage {
  readonly rows: NotificationRow[];
  /** Holds the totals; null for a user who never had a notification. */
  readonly recipient: RecipientDoc | null;
}

export interface NotificationStore {
  /** Stores those notifications that do not exist yet for their event, user and key. Returns the others. */
  insertEachOnce(tx: Tx, notifications: readonly NotificationDoc[]): Promise<NotificationDoc[]>;
  /**
   * A page of a user's notifications, newest first, read by one command; ties are ordered by id. The rows are never older than the
   * recipient, which is read first.
   * @param read null: all
   */
  list(userId: string, read: boolean | null, page: PageRequest): Promise<NotificationPage>;
  /** Whether a notification is read; null when the user has no such notification. */
  isRead(userId: string, notificationId: string): Promise<boolean | null>;
  /** Ids of up to `limit` unread notifications of a user, newest first. */
  listUnreadIds(tx: Tx, userId: string, limit: number): Promise<string[]>;
  /** Marks those of the user's notifications that are among some ids as read. Returns how many were unread. */
  markRead(tx: Tx, userId: string, ids: readonly string[], readAt: Date): Promise<number>;
  /** The sequence number of a notification; null when the user has no such notification. */
  findSeq(userId: string, notificationId: string): Promise<number | null>;
  /** The first `limit` notifications of a user after a sequence number, in the order of insertion. */
  listAfter(userId: string, seq: number, limit: number): Promise<NotificationDoc[]>;
  /** The last `limit` notifications of a user after a sequence number, in the order of insertion. */
  listLastAfter(userId: string, seq: number, limit: number): Promise<NotificationDoc[]>;
  /** Up to `limit` notifications of any users that happened before an instant, oldest first. */
  listOlderThan(before: Date, skip: number, limit: number): Promise<Pick<NotificationDoc, "_id" | "userId">[]>;
  /** How many notifications a user has, and how many of them are unread. */
  count(tx: Tx, userId: string): Promise<{ readonly total: number; readonly unread: number }>;
  /** Deletes those of the user's notifications that are among some ids. Returns how many there were, and how many of them were unread. */
  delete(tx: Tx, userId: string, ids: readonly string[]): Promise<{ readonly deleted: number; readonly unread: number }>;
}

const SHOWN = { eventKey: 1, data: 1, read: 1, readAt: 1, createdAt: 1 } as const;
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

export function notificationStore(database: Collections): NotificationStore {
  const rows = database.collection(notifications);
  const holders = database.collection(recipients);
  return {
    async insertEachOnce(tx, notifications) {
      if (notifications.length === 0) return [];
      const operations = notifications.map(({ eventId, userId, eventKey, ...rest }) => ({
        updateOne: { filter: { eventId, userId, eventKey }, update: { $setOnInsert: rest }, upsert: true },
      }));
      const { upsertedIds } = await rows.bulkWrite(operations, { tx, trusted: true });
      return notifications.filter((_, index) => !(index in upsertedIds));
    },

    async list(userId, read, page) {
      const pipeline = [
        { $match: read === null ? { userId } : { userId, read } },
        { $sort: NEWEST_FIRST },
        { $skip: skipOf(page) },
        { $limit: page.limit },
        { $project: SHOWN },
      ];
      const stages = [{ $match: { _id: userId } }, { $unionWith: { coll: notifications.name, pipeline } }];
      const [first, ...others] = await holders.aggregate<NotificationRow | RecipientDoc>(stages);
      if (!first || !("unread" in first)) return { rows: [], recipient: null };
      return { rows: others as NotificationRow[], recipient: first };
    },

    async isRead(userId, _id) {
      const found = await rows.findOne<Pick<NotificationDoc, "read">>({ _id, userId }, { projection: { read: 1 } });
      return found?.read ?? null;
    },

    async listUnreadIds(tx, userId, limit) {
      const options = { tx, projection: { _id: 1 }, sort: NEWEST_FIRST, limit } as const;
      const found = await rows.find<Pick<NotificationDoc, "_id">>({ userId, read: false }, options);
      return found.map(({ _id }) => _id);
    },

    async markRead(tx, userId, ids, readAt) {
      const unread = { _id: { $in: ids }, userId, read: false };
      return (await rows.updateMany(unread, { $set: { read: true, readAt } }, { tx })).modifiedCount;
    },

    async findSeq(userId, _id) {
      const found = await rows.findOne<Pick<NotificationDoc, "seq">>({ _id, userId }, { projection: { seq: 1 } });
      return found?.seq ?? null;
    },

    listAfter: (userId, seq, limit) => rows.find({ userId, seq: { $gt: seq } }, { sort: { seq: 1 }, limit }),

    async listLastAfter(userId, seq, limit) {
      return (await rows.find({ userId, seq: { $gt: seq } }, { sort: { seq: -1 }, limit })).reverse();
    },

    listOlderThan: (before, skip, limit) =>
      rows.find({ createdAt: { $lt: before } }, { projection: { userId: 1 }, sort: { createdAt: 1 }, skip, limit }),

    async count(tx, userId) {
      const total = await rows.count({ userId }, { tx });
      return { total, unread: await rows.count({ userId, read: false }, { tx }) };
    },

    async delete(tx, userId, ids) {
      const owned = { _id: { $in: ids }, userId };
      const unread = await rows.count({ ...owned, read: false }, { tx });
      const { deletedCount } = await rows.deleteMany(owned, { tx });
      return { deleted: deletedCount, unread };
    },
  };
}
