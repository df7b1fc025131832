import { type Connection, Schema } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import { modelOf } from "./model-of.ts";

/** A former username that nobody but its user may take for a while. */
export interface UsernameHold {
  /** The username. */
  readonly _id: string;
  readonly userId: string;
  /** The claim that replaced it. */
  readonly claimId: string;
  readonly heldUntil: Date;
}

const schema = new Schema<UsernameHold>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    claimId: { type: String, required: true },
    heldUntil: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ claimId: 1 }, { name: "of_claim" });
schema.index({ heldUntil: 1 }, { name: "retention", expireAfterSeconds: 0 });

export type ReservedUsernameStore = ReturnType<typeof reservedUsernameStore>;

export function reservedUsernameStore(connection: Connection) {
  const model = modelOf(connection, "ReservedUsername", "reserved_usernames", schema);
  return {
    async isHeldForAnother(session: Tx, username: string, userId: string, now: Date): Promise<boolean> {
      const held = { _id: username, userId: { $ne: userId }, heldUntil: { $gt: now } };
      return (await model.exists(held).session(session)) !== null;
    },

    async hold(session: Tx, { _id, ...hold }: UsernameHold): Promise<void> {
      await model.updateOne({ _id }, { $set: hold }, { upsert: true, session });
    },

    async endHoldsOf(session: Tx, claimId: string): Promise<void> {
      await model.deleteMany({ claimId }, { session });
    },
  };
}
