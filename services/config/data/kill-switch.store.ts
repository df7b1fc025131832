import { Schema } from "mongoose";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

export interface KillSwitchDoc {
  /** Name of the system that it switches. */
  readonly _id: string;
  /** True: the system is off. */
  readonly active: boolean;
  readonly reason: string | null;
  readonly updatedAt: Date;
  /** User id. */
  readonly updatedBy: string;
}

const schema = new Schema<KillSwitchDoc>(
  {
    _id: { type: String, required: true },
    active: { type: Boolean, required: true },
    reason: { type: String, default: null },
    updatedAt: { type: Date, required: true },
    updatedBy: { type: String, required: true },
  },
  { versionKey: false },
);

export const killSwitches: CollectionDefinition<KillSwitchDoc> = { name: "kill_switches", schema };

/** Only switches that were used are stored; without a document a system is on. */
export interface KillSwitchStore {
  list(): Promise<KillSwitchDoc[]>;
  /** Returns the switch as it was before; null when there was none. */
  upsert(tx: Tx, system: string, state: Omit<KillSwitchDoc, "_id">): Promise<KillSwitchDoc | null>;
  /** Returns the deleted switch; null when there was none. */
  delete(tx: Tx, system: string): Promise<KillSwitchDoc | null>;
}

const MAX_SWITCHES = 1_000;

export function killSwitchStore(database: Collections): KillSwitchStore {
  const switches = database.collection(killSwitches);
  return {
    list: () => switches.find({}, { limit: MAX_SWITCHES }),
    upsert: (tx, _id, state) => switches.findOneAndUpdate({ _id }, { $set: state }, { tx, upsert: true }),
    delete: (tx, _id) => switches.findOneAndDelete({ _id }, { tx }),
  };
}
