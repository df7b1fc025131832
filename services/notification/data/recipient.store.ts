import type { Collections } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type RecipientDoc, recipients } from "./recipient.model.ts";

export interface AddedUnread {
  /** The sequence number of each notification; null for users whose accounts are deleted: nothing was added for them. */
  readonly seqs: readonly (number | null)[];
  readonly gone: ReadonlySet<string>;
}

export interface RecipientStore {
  find(userId: string): Promise<RecipientDoc | null>;
  /**
   * Adds an unread notification of each of some users to their totals. Transactions that add to the same list wait for each other, so
   * sequence numbers become visible in order.
   * @param userIds a user as often as there are notifications
   */
  addUnread(tx: Tx, userIds: readonly string[]): Promise<AddedUnread>;
  /** Subtracts notifications from the totals. @param unread how many of them were unread */
  subtract(tx: Tx, userId: string, total: number, unread: number): Promise<void>;
  /** Subtracts notifications that were read from the unread ones. */
  subtractUnread(tx: Tx, userId: string, count: number): Promise<void>;
  /** Keeps a locale unless that of a newer version of the account is known. */
  updateLocale(tx: Tx, userId: string, locale: string, version: number): Promise<void>;
  /** Keeps a locale unless one is known or the account is deleted. */
  setUnknownLocale(userId: string, locale: string, version: number): Promise<void>;
  /** Whether the account is deleted. */
  isGone(tx: Tx, userId: string): Promise<boolean>;
  /** Those of some users whose accounts are deleted. */
  listGone(tx: Tx, userIds: readonly string[]): Promise<Set<string>>;
  /** Removes everything but the fact that the account is deleted. False when it was marked before. */
  markDeleted(tx: Tx, userId: string): Promise<boolean>;
}

/** Below every version of an account. */
const MIN_VERSION = 0;
/** Above every version of an account: no event restores a locale. */
const MAX_VERSION = Number.MAX_SAFE_INTEGER;

const EMPTY_LIST = { total: 0, unread: 0, seq: 0 } as const;

/** The sequence number of the first notification that was added for a user; null for one whose account is deleted. */
type FirstSeqs = Map<string, number | null>;

const additionOf = (count: number) => ({
  $inc: { total: count, unread: count, seq: count },
  $setOnInsert: { locale: null, localeVersion: MIN_VERSION },
});

export function recipientStore(database: Collections): RecipientStore {
  const rows = database.collection(recipients);

  const listGone = async (tx: Tx, userIds: readonly string[]): Promise<Set<string>> => {
    if (userIds.length === 0) return new Set();
    const found = await rows.find<Pick<RecipientDoc, "_id">>({ _id: { $in: [...userIds] }, gone: true }, { tx, projection: { _id: 1 } });
    return new Set(found.map(({ _id }) => _id));
  };

  const isGone = async (tx: Tx, userId: string) => (await listGone(tx, [userId])).size > 0;

  const subtract = async (tx: Tx, userId: string, total: number, unread: number) => {
    await rows.updateOne({ _id: userId }, { $inc: { total: -total, unread: -unread } }, { tx });
  };

  /** One command in place of two. */
  const addToOne = async (tx: Tx, userId: string, count: number): Promise<FirstSeqs> => {
    const added = await rows.findOneAndUpdate({ _id: userId }, additionOf(count), { tx, upsert: true, returnDocument: "after" });
    if (!added?.gone) return new Map([[userId, (added?.seq ?? count) - count + 1]]);
    await subtract(tx, userId, count, count);
    return new Map([[userId, null]]);
  };

  /** The transaction fails when another one has added to a list since it was read here. */
  const addToAll = async (tx: Tx, counts: ReadonlyMap<string, number>): Promise<FirstSeqs> => {
    const found = await rows.find({ _id: { $in: [...counts.keys()] } }, { tx, projection: { seq: 1, gone: 1 } });
    const known = new Map(found.map((recipient) => [recipient._id, recipient]));
    const isDeleted = (userId: string) => known.get(userId)?.gone === true;
    const operations = [...counts]
      .filter(([userId]) => !isDeleted(userId))
      .map(([_id, count]) => ({ updateOne: { filter: { _id }, update: additionOf(count), upsert: true } }));
    if (operations.length > 0) await rows.bulkWrite(operations, { tx });
    return new Map([...counts.keys()].map((userId) => [userId, isDeleted(userId) ? null : (known.get(userId)?.seq ?? 0) + 1]));
  };

  return {
    find: (userId) => rows.findOne({ _id: userId }),

    async addUnread(tx, userIds) {
      const counts = new Map<string, number>();
      for (const userId of userIds) counts.set(userId, (counts.get(userId) ?? 0) + 1);
      const [only] = counts.keys();
      if (only === undefined) return { seqs: [], gone: new Set() };
      const states = counts.size === 1 ? await addToOne(tx, only, userIds.length) : await addToAll(tx, counts);
      const gone = new Set([...states].filter(([, seq]) => seq === null).map(([userId]) => userId));
      const seqs = userIds.map((userId) => {
        const seq = states.get(userId) ?? null;
        if (seq !== null) states.set(userId, seq + 1);
        return seq;
      });
      return { seqs, gone };
    },

    subtract,

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

    isGone,
    listGone,

    async markDeleted(tx, userId) {
      if (await isGone(tx, userId)) return false;
      const fields = { locale: null, localeVersion: MAX_VERSION, ...EMPTY_LIST, gone: true } as const;
      await rows.updateOne({ _id: userId }, { $set: fields }, { tx, upsert: true });
      return true;
    },
  };
}
