import { boolean, date, nullable, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

export interface KillSwitchDoc extends DocumentIn<typeof killSwitches> {}

export const killSwitches = defineCollection({
  name: "kill_switches",
  fields: {
    /** Name of the system that it switches. */
    _id: text,
    /** True: the system is off. */
    active: boolean,
    reason: nullable(text),
    updatedAt: date,
    /** User id. */
    updatedBy: text,
  },
  unknownFields: "drop",
});

/** Only switches that were used are stored; without a document a system is on. */
export interface KillSwitchStore {
  list(): Promise<KillSwitchDoc[]>;
  /** Returns the switch before the update; null when there was none. */
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
