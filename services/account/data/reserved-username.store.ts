import { type Connection, type Model, Schema } from "mongoose";
import { hmacHex } from "#libs/kernel/secrets.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

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
schema.index({ userId: 1, claimId: 1 }, { name: "of_user" });
schema.index({ heldUntil: 1 }, { name: "retention", expireAfterSeconds: 0 });

export type ReservedUsernameStore = ReturnType<typeof reservedUsernameStore>;

export function reservedUsernameModel(connection: Connection): Model<UsernameHold> {
  return modelOf(connection, "reserved_usernames", schema);
}

/** What a hold says instead of a claim when its user is deleted; its name is kept as a keyed hash only. */
export const HELD_BY_DELETION = "deletion";

/** @param key of the hashes that stand for names of deleted users */
export function reservedUsernameStore(connection: Connection, key: string) {
  const model = reservedUsernameModel(connection);
  const hashed = (username: string) => `hash:${hmacHex(key, `username:${username}`)}`;
  return {
    async isHeldForAnother(session: Tx, username: string, userId: string, now: Date): Promise<boolean> {
      const held = { _id: { $in: [username, hashed(username)] }, userId: { $ne: userId }, heldUntil: { $gt: now } };
      return (await model.exists(held).session(session)) !== null;
    },

    async hold(session: Tx, { _id, ...hold }: UsernameHold): Promise<void> {
      await model.updateOne({ _id }, { $set: hold }, { upsert: true, session });
    },

    /** Keeps the name of a deleted user from others for a while: nobody shall pose as somebody who is gone. */
    async holdHashed(session: Tx, username: string, userId: string, heldUntil: Date): Promise<void> {
      const hold = { userId, claimId: HELD_BY_DELETION, heldUntil };
      await model.updateOne({ _id: hashed(username) }, { $set: hold }, { upsert: true, session });
    },

    async endHoldsOf(session: Tx, claimId: string): Promise<void> {
      await model.deleteMany({ claimId }, { session });
    },
  };
}
