import type { Collections } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { addUnread, findNotified, type NotifiedUsers } from "./add-unread.ts";
import { type RecipientDoc, recipients } from "./recipient.model.ts";

export interface RecipientStore {
  find(userId: string): Promise<RecipientDoc | null>;
  /** Some users with their preferences, by one command. */
  findNotified(tx: Tx, userIds: readonly string[]): Promise<NotifiedUsers>;
  /**
   * Adds unread notifications to the totals of their users. Transactions that add to the same list conflict, so sequence numbers become
   * visible in order.
   * @param users as read in this transaction
   * @param userIds one entry per notification
   * @returns their sequence numbers
   */
  addUnread(tx: Tx, users: NotifiedUsers, userIds: readonly string[]): Promise<readonly number[]>;
  /** Subtracts notifications from the totals. @param unread how many of them were unread */
  subtract(tx: Tx, userId: string, total: number, unread: number): Promise<void>;
  /** Subtracts notifications that were read from the unread ones. */
  subtractUnread(tx: Tx, userId: string, count: number): Promise<void>;
  /** Records that notifications in the lists of some users have changed, but not their number. */
  addRedaction(tx: Tx, userIds: readonly string[]): Promise<void>;
  /** Ids of up to `limit` recipients, in their order. @param after the id before the first of them */
  listIds(after: string | null, limit: number): Promise<string[]>;
  /** Corrects totals that differ from a count in the same transaction, unless the account is deleted. Returns whether it did. */
  correctTotals(tx: Tx, userId: string, counted: Pick<RecipientDoc, "total" | "unread">): Promise<boolean>;
  /** Stores a locale unless that of a newer version of the account is known. */
  updateLocale(tx: Tx, userId: string, locale: string, version: number): Promise<void>;
  /** Stores a locale unless one is known or the account is deleted. */
  setUnknownLocale(userId: string, locale: string, version: number): Promise<void>;
  /** Whether the account is deleted. */
  isGone(tx: Tx, userId: string): Promise<boolean>;
  /** Removes everything except the mark that the account is deleted. False when it was marked before. */
  markDeleted(tx: Tx, userId: string): Promise<boolean>;
}

/** Above every version of an account: no event restores a locale. */
const MAX_VERSION = Number.MAX_SAFE_INTEGER;

const EMPTY_LIST = { total: 0, unread: 0, seq: 0 } as const;

export function recipientStore(database: Collections): RecipientStore {
  const rows = database.collection(recipients);

  const isGone = async (tx: Tx, userId: string) =>
    (await rows.findOne({ _id: userId, gone: true }, { tx, projection: { _id: 1 } })) !== null;

  return {
    find: (userId) => rows.findOne({ _id: userId }),

    findNotified: (tx, userIds) => findNotified(rows, tx, userIds),

    addUnread: (tx, users, userIds) => addUnread(rows, tx, users, userIds),

    async subtract(tx, userId, total, unread) {
      await rows.updateOne({ _id: userId }, { $inc: { total: -total, unread: -unread } }, { tx });
    },

    async subtractUnread(tx, userId, count) {
      await rows.updateOne({ _id: userId }, { $inc: { unread: -count } }, { tx });
    },

    async addRedaction(tx, userIds) {
      await rows.updateMany({ _id: { $in: [...userIds] } }, { $inc: { redactions: 1 } }, { tx });
    },

    async listIds(after, limit) {
      const filter = { _id: { $gt: after ?? "" } };
      const found = await rows.find<Pick<RecipientDoc, "_id">>(filter, { projection: { _id: 1 }, sort: { _id: 1 }, limit });
      return found.map(({ _id }) => _id);
    },

    async correctTotals(tx, _id, { total, unread }) {
      const known = await rows.findOne<Pick<RecipientDoc, "total" | "unread" | "gone">>({ _id }, { tx });
      if (!known || known.gone || (known.total === total && known.unread === unread)) return false;
      await rows.updateOne({ _id }, { $set: { total, unread } }, { tx });
      return true;
    },

    async updateLocale(tx, userId, locale, version) {
      const known = await rows.findOne<Pick<RecipientDoc, "localeVersion">>({ _id: userId }, { tx, projection: { localeVersion: 1 } });
      if (known && known.localeVersion >= version) return;
      const change = { $set: { locale, localeVersion: version }, $setOnInsert: EMPTY_LIST };
      await rows.updateOne({ _id: userId }, change, { tx, upsert: true });
    },

    async setUnknownLocale(userId, locale, version) {
      const unknown = { _id: userId, locale: null, localeVersion: { $lt: version } };
      try {
        await rows.updateOne(unknown, { $set: { locale, localeVersion: version }, $setOnInsert: EMPTY_LIST }, { upsert: true });
      } catch (error) {
        // A document exists but does not match: its locale is known, or its account is deleted.
        if (!isDuplicateKey(error)) throw error;
      }
    },

    isGone,

    async markDeleted(tx, userId) {
      if (await isGone(tx, userId)) return false;
      const fields = { locale: null, localeVersion: MAX_VERSION, ...EMPTY_LIST, gone: true } as const;
      await rows.updateOne({ _id: userId }, { $set: fields }, { tx, upsert: true });
      return true;
    },
  };
}
