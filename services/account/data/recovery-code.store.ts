import { date, list, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

export interface RecoveryCodesDoc extends DocumentIn<typeof recoveryCodes> {}

export const recoveryCodes = defineCollection({
  name: "recovery_codes",
  fields: {
    /** Id of the user. */
    _id: text,
    /** Keyed hashes of the codes that were not used yet. */
    hashes: list(text),
    createdAt: date,
  },
});

export interface RecoveryCodeStore {
  has(userId: string, tx: Tx): Promise<boolean>;
  count(userId: string): Promise<number>;
  /** Replaces the whole set. */
  replace(tx: Tx, userId: string, hashes: readonly string[], at: Date): Promise<void>;
  /** Uses up a code; false when the user does not have it, or no more. */
  use(tx: Tx, userId: string, hash: string): Promise<boolean>;
  /** Voids a set that was made after an instant. */
  voidLater(tx: Tx, userId: string, after: Date): Promise<void>;
  delete(tx: Tx, userId: string): Promise<void>;
}

export function recoveryCodeStore(database: Collections): RecoveryCodeStore {
  const rows = database.collection(recoveryCodes);
  return {
    has: async (_id, tx) => (await rows.findOne({ _id }, { projection: { _id: 1 }, tx })) !== null,
    count: async (_id) => (await rows.findOne({ _id }))?.hashes.length ?? 0,
    async replace(tx, _id, hashes, createdAt) {
      await rows.updateOne({ _id }, { $set: { hashes: [...hashes], createdAt } }, { tx, upsert: true });
    },
    async use(tx, _id, hash) {
      const { modifiedCount } = await rows.updateOne({ _id, hashes: hash }, { $pull: { hashes: hash } }, { tx });
      return modifiedCount === 1;
    },
    async voidLater(tx, _id, after) {
      await rows.updateOne({ _id, createdAt: { $gt: after } }, { $set: { hashes: [] } }, { tx });
    },
    async delete(tx, _id) {
      await rows.deleteOne({ _id }, { tx });
    },
  };
}
