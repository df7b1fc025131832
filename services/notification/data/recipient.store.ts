import type { Connection } from "mongoose";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type RecipientDoc, recipientModel } from "./recipient.model.ts";

/** Older than every fact: nobody has told a locale yet. */
const BEFORE_ALL = 0;
/** Newer than every fact: no event brings anything back. */
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

export type RecipientStore = ReturnType<typeof recipientStore>;

export function recipientStore(connection: Connection) {
  const model = recipientModel(connection);
  const isGone = async (session: Tx, userId: string): Promise<boolean> =>
    (await model.exists({ _id: userId, gone: true }).session(session)) !== null;
  return {
    find(userId: string): Promise<RecipientDoc | null> {
      return model.findById(userId).lean<RecipientDoc>().exec();
    },

    /** One unread notification more; its position. Whoever adds to the same list meanwhile waits, so positions become visible in order. */
    async countNew(session: Tx, userId: string): Promise<number> {
      const $setOnInsert = { locale: null, localeVersion: BEFORE_ALL };
      const after = await model
        .findOneAndUpdate(
          { _id: userId },
          { $inc: { total: 1, unread: 1, seq: 1 }, $setOnInsert },
          { session, upsert: true, returnDocument: "after" },
        )
        .lean<RecipientDoc>()
        .exec();
      return after?.seq ?? 1;
    },

    isGone,

    /** Leaves of a deleted account only that it is one; says whether that was news. */
    async markGone(session: Tx, userId: string): Promise<boolean> {
      if (await isGone(session, userId)) return false;
      const nothing = { locale: null, localeVersion: AFTER_ALL, total: 0, unread: 0, seq: 0 };
      await model.updateOne({ _id: userId }, { $set: { ...nothing, gone: true } }, { session, upsert: true });
      return true;
    },

    /** So many notifications less, some of them unread. */
    async countGone(session: Tx, userId: string, gone: number, unread: number): Promise<void> {
      await model.updateOne({ _id: userId }, { $inc: { total: -gone, unread: -unread } }, { session });
    },

    /** So many unread notifications less. */
    async countRead(session: Tx, userId: string, read: number): Promise<void> {
      await model.updateOne({ _id: userId }, { $inc: { unread: -read } }, { session });
    },

    /** Takes over a newer locale; an older one changes nothing. */
    async takeLocale(session: Tx, userId: string, locale: string, version: number): Promise<void> {
      const known = await model.findById(userId, { localeVersion: 1 }, { session }).lean<Pick<RecipientDoc, "localeVersion">>();
      const setOnInsert = { total: 0, unread: 0, seq: 0 };
      if (known && known.localeVersion >= version) return;
      await model.updateOne(
        { _id: userId },
        { $set: { locale, localeVersion: version }, $setOnInsert: setOnInsert },
        { session, upsert: true },
      );
    },

    /** Keeps a locale that was asked for, unless an event brought one meanwhile, or the user is gone. */
    async keepLocale(userId: string, locale: string, version: number): Promise<void> {
      const setOnInsert = { total: 0, unread: 0, seq: 0 };
      try {
        await model.updateOne(
          { _id: userId, locale: null, localeVersion: { $lt: version } },
          { $set: { locale, localeVersion: version }, $setOnInsert: setOnInsert },
          { upsert: true },
        );
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}
