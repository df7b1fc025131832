import { boolean, date, list, nullable, of, optional, text } from "#libs/kernel/fields.ts";
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
    /** What switched it off; null: a person, or it is on. */
    trippedBy: nullable(of<"GUARD">()),
    /** The causes for which guards have switched it off, the oldest first. */
    causes: optional(list(text)),
    /** The cause of which staff must still be told. */
    untold: optional(text),
  },
  unknownFields: "drop",
});

/** What a change sets. */
export type KillSwitchState = Pick<KillSwitchDoc, "active" | "reason" | "updatedAt" | "updatedBy" | "trippedBy">;

/** Only switches that were used are stored; without a document a system is on. */
export interface KillSwitchStore {
  list(): Promise<KillSwitchDoc[]>;
  find(tx: Tx, system: string): Promise<KillSwitchDoc | null>;
  /** Returns the switch before the update; null when there was none. */
  upsert(tx: Tx, system: string, state: KillSwitchState): Promise<KillSwitchDoc | null>;
  /** Notes for which causes guards have switched it off, and that staff must be told of the last one. */
  setCauses(tx: Tx, system: string, causes: readonly string[]): Promise<void>;
  /** Staff were told of a cause. False: of another one meanwhile, or by another process. */
  setTold(tx: Tx, system: string, cause: string): Promise<boolean>;
  /** Returns the deleted switch; null when there was none. */
  delete(tx: Tx, system: string): Promise<KillSwitchDoc | null>;
}

const MAX_SWITCHES = 1_000;

export function killSwitchStore(database: Collections): KillSwitchStore {
  const switches = database.collection(killSwitches);
  return {
    list: () => switches.find({}, { limit: MAX_SWITCHES }),
    find: (tx, _id) => switches.findOne({ _id }, { tx }),
    upsert: (tx, _id, state) => switches.findOneAndUpdate({ _id }, { $set: state }, { tx, upsert: true }),
    async setCauses(tx, _id, causes) {
      await switches.updateOne({ _id }, { $set: { causes: [...causes], untold: causes.at(-1) } }, { tx });
    },
    async setTold(tx, _id, untold) {
      return (await switches.updateOne({ _id, untold }, { $unset: { untold: 1 } }, { tx })).modifiedCount === 1;
    },
    delete: (tx, _id) => switches.findOneAndDelete({ _id }, { tx }),
  };
}
