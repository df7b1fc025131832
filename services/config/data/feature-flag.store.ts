import { MAX_FLAGS } from "#libs/contracts/config/switches.ts";
import { boolean, date, nullable, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

export interface FeatureFlagDoc extends DocumentIn<typeof featureFlags> {}

export const featureFlags = defineCollection({
  name: "feature_flags",
  fields: {
    /** The flag's key. */
    _id: text,
    enabled: boolean,
    description: nullable(text),
    createdAt: date,
    updatedAt: date,
    /** User id. */
    updatedBy: text,
  },
  unknownFields: "drop",
});

type FlagState = Pick<FeatureFlagDoc, "enabled" | "updatedAt" | "updatedBy">;

export interface FeatureFlagStore {
  /** All flags, by key. */
  list(): Promise<FeatureFlagDoc[]>;
  exists(key: string): Promise<boolean>;
  /** False when the key is taken. */
  insert(tx: Tx, flag: FeatureFlagDoc): Promise<boolean>;
  /** Returns the flag before the update; null when there is none. */
  update(tx: Tx, key: string, state: FlagState): Promise<FeatureFlagDoc | null>;
  /** Like update, but inserts the flag when there is none. */
  upsert(tx: Tx, key: string, state: FlagState): Promise<FeatureFlagDoc | null>;
  /** Returns the deleted flag; null when there was none. */
  delete(tx: Tx, key: string): Promise<FeatureFlagDoc | null>;
}

export function featureFlagStore(database: Collections): FeatureFlagStore {
  const flags = database.collection(featureFlags);
  return {
    list: () => flags.find({}, { sort: { _id: 1 }, limit: MAX_FLAGS }),
    exists: async (_id) => (await flags.findOne({ _id }, { projection: { _id: 1 } })) !== null,
    async insert(tx, flag) {
      try {
        await flags.insert(flag, { tx });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    update: (tx, _id, state) => flags.findOneAndUpdate({ _id }, { $set: state }, { tx }),
    upsert(tx, _id, state) {
      const update = { $set: state, $setOnInsert: { description: null, createdAt: state.updatedAt } };
      return flags.findOneAndUpdate({ _id }, update, { tx, upsert: true });
    },
    delete: (tx, _id) => flags.findOneAndDelete({ _id }, { tx }),
  };
}
