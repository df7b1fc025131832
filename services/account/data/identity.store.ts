import type { Connection } from "mongoose";
import { NEXT_VERSION } from "#libs/mongo/next-version.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { User } from "../domain/user.ts";
import { userModel } from "./user.model.ts";

export type IdentityStore = ReturnType<typeof identityStore>;

/** Claims given back that a user document remembers. */
const REMEMBERED_RELEASES = 50;

/** The names and the intent that an upgrade claims, each step conditional on the claim. */
export function identityStore(connection: Connection) {
  const model = userModel(connection);
  return {
    /** Throws a duplicate key error on `username` when somebody else has the name. False when the user was changed meanwhile. */
    async claim(
      session: Tx,
      { _id, username: was, displayName: called, intent }: User,
      { claimId, username, displayName }: { claimId: string; username: string; displayName: string | null },
    ): Promise<boolean> {
      const claim = { id: claimId, previous: { username: was, displayName: called, intent } };
      const free = { _id, claim: null, releasedClaimIds: { $ne: claimId } };
      const taken = { username, displayName, intent: "CREATOR", claim };
      const { modifiedCount } = await model.updateOne(free, { $set: taken, ...NEXT_VERSION }, { session });
      return modifiedCount === 1;
    },

    /** Puts back what a claim replaced. The claim cannot be made any more, also when it was not made yet. */
    async release(session: Tx, user: User, claimId: string): Promise<void> {
      const restored = user.claim?.id === claimId ? { ...user.claim.previous, claim: null } : {};
      const remembered = { releasedClaimIds: { $each: [claimId], $slice: -REMEMBERED_RELEASES } };
      await model.updateOne({ _id: user._id }, { $set: restored, $push: remembered, ...NEXT_VERSION }, { session });
    },

    settle(session: Tx, _id: string, claimId: string): Promise<User | null> {
      return model
        .findOneAndUpdate(
          { _id, "claim.id": claimId },
          { $set: { claim: null, settledClaimId: claimId }, ...NEXT_VERSION },
          { returnDocument: "after", session },
        )
        .lean<User>()
        .exec();
    },
  };
}
