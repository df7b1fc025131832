import type { Collections } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type RecipientDoc, recipients } from "./recipient.model.ts";

export interface RecipientStore {
  find(userId: string): Promise<RecipientDoc | null>;
  /**
   * Adds one unread notification to the totals and returns its sequence number. Transactions that add to the same list wait for each other,
   * so sequence numbers become visible in order.
   */
  addUnread(tx: Tx, userId: string): Promise<number>;
  /** Subtracts notifications from the totals. @param unread how many of them were unread */
  subtract(tx: Tx, userId: string, total: number, unread: number): Promise<void>;
  /** Subtracts notifications that were read from the unread ones. */
  subtractUnread(tx: Tx, userId: string, count: number): Promise<void>;
  /** Keeps a locale unless that of a newer version of the account is known. */
  updateLocale(tx: Tx, userId: string, locale: string, version: number): Promise<void>;
  /** Keeps a locale unless one is known or the account is deleted. */
  setUnknownLocale(userId: string, locale: string, version: number): Promise<void>;
  /** Whether the account is deleted. */
  isDeleted(tx: Tx, userId: string): Promise<boolean>;
  /** Removes everything but the fact that the account is deleted. False when it was marked before. */
  markDeleted(tx: Tx, userId: string): Promise<boolean>;
}

/** Below every version of an account. */
const MIN_VERSION = 0;
/** Above every version of an account: no event restores a locale. */
const MAX_VERSION = Number.MAX_SAFE_INTEGER;

const EMPTY_LIST = { total: 0, unread: 0, seq: 0 } as const;

export function recipientStore(database: Collections): RecipientStore {
  const rows = database.collection(recipients);

  const isDeleted = async (tx: Tx, userId: string): Promise<boolean> =>
    (await rows.findOne({ _id: userId, gone: true }, { tx, projection: { _id: 1 } })) !== null;

  return {
    find: (userId) => rows.findOne({ _id: userId }),

    async addUnread(tx, userId) {
      const change = { $inc: { total: 1, unread: 1, seq: 1 }, $setOnInsert: { locale: null, localeVersion: MIN_VERSION } };
      const updated = await rows.findOneAndUpdate({ _id: userId }, change, { tx, upsert: true, returnDocument: "after" });
      return updated?.seq ?? 1;
    },

    async subtract(tx, userId, total, unread) {
      await rows.updateOne({ _id: userId }, { $inc: { total: -total, unread: -unread } }, { tx });
    },

    async subtractUnread(tx, userId, count) {
      await rows.updateOne({ _id: userId }, { $inc: { unread: -count } }, { tx });
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
        // There is a document that does not match, so the locale is known or the account deleted.
        if (!isDuplicateKey(error)) throw error;
      }
    },

    isDeleted,

    async markDeleted(tx, userId) {
      if (await isDeleted(tx, userId)) return false;
      const fields = { locale: null, localeVersion: MAX_VERSION, ...EMPTY_LIST, gone: true } as const;
      await rows.updateOne({ _id: userId }, { $set: fields }, { tx, upsert: true });
      return true;
    },
  };
}
