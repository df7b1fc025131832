import type { Collections } from "#libs/platform/mongo/collection.ts";
import { NEXT_VERSION } from "#libs/platform/mongo/next-version.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { User } from "../domain/user.ts";
import { users } from "./user.model.ts";

/** The names that a claim gives to a user. */
interface ClaimedIdentity {
  readonly claimId: string;
  readonly username: string;
  readonly displayName: string | null;
}

/** The part of a user that an upgrade to creator claims: username, display name and intent. */
export interface IdentityStore {
  /**
   * Gives a user the claimed names. False when the user has changed since it was read. Rejects with a duplicate key error on
   * `username` when the name is taken.
   */
  claim(tx: Tx, user: User, identity: ClaimedIdentity): Promise<boolean>;
  /** Restores the names from before a claim. A released claim is refused from then on, even if its `claim` arrives only later. */
  release(tx: Tx, user: User, claimId: string): Promise<void>;
  /** Makes a claim final. The updated user; null when the user has no such claim. */
  settle(tx: Tx, userId: string, claimId: string): Promise<User | null>;
}

/** A user document remembers only this many released claims. */
const MAX_RELEASED_CLAIMS = 50;

export function identityStore(database: Collections): IdentityStore {
  const rows = database.collection(users);
  return {
    async claim(tx, { _id, username, displayName, intent }, { claimId, ...identity }) {
      const claim = { id: claimId, previous: { username, displayName, intent } };
      const unclaimed = { _id, claim: null, releasedClaimIds: { $ne: claimId } };
      const claimed = { ...identity, intent: "CREATOR", claim } as const;
      const { modifiedCount } = await rows.updateOne(unclaimed, { $set: claimed, ...NEXT_VERSION }, { tx });
      return modifiedCount === 1;
    },
    async release(tx, user, claimId) {
      const restored = user.claim?.id === claimId ? { ...user.claim.previous, claim: null } : {};
      const released = { releasedClaimIds: { $each: [claimId], $slice: -MAX_RELEASED_CLAIMS } };
      await rows.updateOne({ _id: user._id }, { $set: restored, $push: released, ...NEXT_VERSION }, { tx });
    },
    settle: (tx, _id, claimId) =>
      rows.findOneAndUpdate(
        { _id, "claim.id": claimId },
        { $set: { claim: null, settledClaimId: claimId }, ...NEXT_VERSION },
        { tx, returnDocument: "after" },
      ),
  };
}
