import type { Connection } from "mongoose";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type FeatureFlagRow, featureFlagModel } from "./feature-flag.model.ts";

type FlagState = Pick<FeatureFlagRow, "enabled" | "updatedAt" | "updatedBy">;

export interface FeatureFlagStore {
  /** By key, in alphabetical order. */
  all(): Promise<FeatureFlagRow[]>;
  /** False when there is a flag of that key. */
  insert(tx: Tx, flag: FeatureFlagRow): Promise<boolean>;
  /** The flag as it was before; null when there is none. */
  toggle(tx: Tx, key: string, to: FlagState): Promise<FeatureFlagRow | null>;
  /** As toggle, but makes the flag when there is none. */
  put(tx: Tx, key: string, to: FlagState): Promise<FeatureFlagRow | null>;
  /** The flag that was removed; null when there was none. */
  remove(tx: Tx, key: string): Promise<FeatureFlagRow | null>;
}

const MAX_FLAGS = 5_000;

export function featureFlagStore(connection: Connection): FeatureFlagStore {
  const flags = featureFlagModel(connection);
  return {
    all: () => flags.find().sort({ _id: 1 }).limit(MAX_FLAGS).lean<FeatureFlagRow[]>(),
    async insert(tx, flag) {
      try {
        await flags.insertOne(flag, { session: tx });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    toggle: (tx, key, to) =>
      flags.findOneAndUpdate({ _id: key }, { $set: to }, { session: tx, returnDocument: "before" }).lean<FeatureFlagRow>(),
    put: (tx, key, to) =>
      flags
        .findOneAndUpdate(
          { _id: key },
          { $set: to, $setOnInsert: { description: null, createdAt: to.updatedAt } },
          { session: tx, upsert: true, returnDocument: "before" },
        )
        .lean<FeatureFlagRow>(),
    remove: (tx, key) => flags.findOneAndDelete({ _id: key }, { session: tx }).lean<FeatureFlagRow>(),
  };
}
