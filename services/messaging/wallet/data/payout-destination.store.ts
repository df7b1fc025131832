import { boolean, date, nullable, text, withDefault } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { retryOnDuplicateKey } from "#libs/platform/mongo/retry-on-duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** What happened to the destination of a user's payouts, and to the account that decides about it. */
export const payoutDestinations = defineCollection({
  name: "payout_destinations",
  fields: {
    /** The user. */
    _id: text,
    /** The user has had a destination, so the next one is a change. */
    isSet: withDefault(boolean, false),
    /** The last change after which payouts wait; null: there was none. */
    changedAt: nullable(date),
  },
});

export interface PayoutDestination extends DocumentIn<typeof payoutDestinations> {}

export interface PayoutDestinationStore {
  /** When something changed last, after which payouts wait; null: never. */
  changedAt(userId: string): Promise<Date | null>;
  /** The same of several users, by user; who has none is not in it. */
  listChanges(userIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /** Records a new destination. False for the first one, which is no change. @param hadAny the user has had one, recorded or not */
  set(tx: Tx, userId: string, hadAny: boolean, at: Date): Promise<boolean>;
  /** Records that the user has had a destination. */
  keep(tx: Tx, userId: string): Promise<void>;
  /** Lets payouts wait, from the later one of this change and those recorded. */
  noteChange(tx: Tx, userId: string, at: Date): Promise<void>;
}

export function payoutDestinationStore(database: Collections): PayoutDestinationStore {
  const collection = database.collection(payoutDestinations);
  const upsert = async (tx: Tx, _id: string, update: object) => {
    await retryOnDuplicateKey(() => collection.updateOne({ _id }, update, { tx, upsert: true }), tx);
  };
  return {
    async changedAt(userId) {
      return (await collection.findOne({ _id: userId }))?.changedAt ?? null;
    },
    async listChanges(userIds) {
      if (userIds.length === 0) return new Map();
      const found = await collection.find({ _id: { $in: [...new Set(userIds)] } });
      return new Map(found.flatMap(({ _id, changedAt }) => (changedAt === null ? [] : [[_id, changedAt] as const])));
    },
    async set(tx, userId, hadAny, at) {
      const known = await collection.findOne({ _id: userId }, { tx });
      const isChange = hadAny || (known?.isSet ?? false);
      await upsert(tx, userId, isChange ? { $set: { isSet: true }, $max: { changedAt: at } } : { $set: { isSet: true } });
      return isChange;
    },
    keep: (tx, userId) => upsert(tx, userId, { $set: { isSet: true } }),
    noteChange: (tx, userId, at) => upsert(tx, userId, { $max: { changedAt: at } }),
  };
}
