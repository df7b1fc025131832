import { date, text } from "#libs/kernel/fields.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** A former username that is on hold: only its former user may take it until the hold ends. */
export interface ReservedUsernameDoc extends DocumentIn<typeof reservedUsernames> {}

export const reservedUsernames = defineCollection({
  name: "reserved_usernames",
  fields: {
    /** The username; of a deleted user a keyed hash of it. */
    _id: text,
    userId: text,
    /** The claim that replaced the username, or HELD_BY_DELETION. */
    claimId: text,
    heldUntil: date,
  },
  indexes: [
    { name: "of_claim", key: { claimId: 1 } },
    { name: "of_user", key: { userId: 1, claimId: 1 } },
    { name: "retention", key: { heldUntil: 1 }, expireAfterSeconds: 0 },
  ],
});

/** The `claimId` of a hold whose user was deleted. */
export const HELD_BY_DELETION = "deletion";

export interface ReservedUsernameStore {
  /** Whether a username is on hold for another user. */
  isHeldForAnother(tx: Tx | null, username: string, userId: string, now: Date): Promise<boolean>;
  hold(tx: Tx, hold: ReservedUsernameDoc): Promise<void>;
  /** Holds the username of a deleted user, as a keyed hash, so that for a while no other user can pose as that one. */
  holdHashed(tx: Tx, username: string, userId: string, heldUntil: Date): Promise<void>;
  deleteHoldsOf(tx: Tx, claimId: string): Promise<void>;
}

/** @param key of the hashes that stand for usernames of deleted users */
export function reservedUsernameStore(database: Collections, key: string): ReservedUsernameStore {
  const holds = database.collection(reservedUsernames);
  const hashed = (username: string) => `hash:${hmacHex(key, `username:${username}`)}`;
  return {
    async isHeldForAnother(tx, username, userId, now) {
      const held = { _id: { $in: [username, hashed(username)] }, userId: { $ne: userId }, heldUntil: { $gt: now } };
      return (await holds.findOne(held, { tx, projection: { _id: 1 } })) !== null;
    },
    async hold(tx, { _id, ...hold }) {
      await holds.updateOne({ _id }, { $set: hold }, { tx, upsert: true });
    },
    async holdHashed(tx, username, userId, heldUntil) {
      const hold = { userId, claimId: HELD_BY_DELETION, heldUntil };
      await holds.updateOne({ _id: hashed(username) }, { $set: hold }, { tx, upsert: true });
    },
    async deleteHoldsOf(tx, claimId) {
      await holds.deleteMany({ claimId }, { tx });
    },
  };
}
