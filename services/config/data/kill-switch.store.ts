import type { Connection } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type KillSwitchRow, killSwitchModel } from "./kill-switch.model.ts";

export interface KillSwitchStore {
  /** The switches that were ever touched. */
  all(): Promise<KillSwitchRow[]>;
  /** The switch as it was before; null when it was never touched. */
  put(tx: Tx, system: string, state: Omit<KillSwitchRow, "_id">): Promise<KillSwitchRow | null>;
  /** The switch as it was before it became an untouched one again. */
  remove(tx: Tx, system: string): Promise<KillSwitchRow | null>;
}

const MAX_SWITCHES = 1_000;

export function killSwitchStore(connection: Connection): KillSwitchStore {
  const switches = killSwitchModel(connection);
  return {
    all: () => switches.find().limit(MAX_SWITCHES).lean<KillSwitchRow[]>(),
    put: (tx, system, state) =>
      switches
        .findOneAndUpdate({ _id: system }, { $set: state }, { session: tx, upsert: true, returnDocument: "before" })
        .lean<KillSwitchRow>(),
    remove: (tx, system) => switches.findOneAndDelete({ _id: system }, { session: tx }).lean<KillSwitchRow>(),
  };
}
