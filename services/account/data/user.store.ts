import type { Connection } from "mongoose";
import type { UserStatus } from "#libs/contracts/account.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { SIGN_IN_STATUSES, type User } from "../domain/user.ts";
import { userModel } from "./user.model.ts";

export type UserStore = ReturnType<typeof userStore>;

/** What users change about themselves. */
export type UserSettings = Partial<Pick<User, "displayName" | "locale" | "timezone">>;

/** Claims given back that a user document remembers. */
const REMEMBERED_RELEASES = 50;

const AFTER = { returnDocument: "after" } as const;
/** What is left of a purged account is no user. */
const NOT_PURGED = { status: { $ne: "DELETED" } } as const;

export function userStore(connection: Connection) {
  const model = userModel(connection);
  return {
    /** Throws a duplicate key error on `email` when the address is known. */
    async insert(session: Tx, user: User): Promise<void> {
      await model.insertOne(user, { session });
    },

    findById(_id: string): Promise<User | null> {
      return model
        .findOne({ _id, ...NOT_PURGED })
        .lean<User>()
        .exec();
    },

    findInTransaction(session: Tx, _id: string): Promise<User | null> {
      return model
        .findOne({ _id, ...NOT_PURGED }, null, { session })
        .lean<User>()
        .exec();
    },

    findByEmail(email: string): Promise<User | null> {
      return model
        .findOne({ email, ...NOT_PURGED })
        .lean<User>()
        .exec();
    },

    /** Null when the user may not sign in any more, or the password was changed since it was compared. */
    noteLogin(session: Tx, { _id, passwordHash }: User, lastLoginAt: Date): Promise<User | null> {
      const unchanged = { _id, status: { $in: [...SIGN_IN_STATUSES] }, passwordHash: passwordHash ?? null };
      return model
        .findOneAndUpdate(unchanged, { $set: { lastLoginAt } }, { ...AFTER, session })
        .lean<User>()
        .exec();
    },

    async markVerified(session: Tx, _id: string): Promise<boolean> {
      const { matchedCount } = await model.updateOne({ _id, ...NOT_PURGED }, { $set: { emailVerified: true } }, { session });
      return matchedCount === 1;
    },

    setPassword(session: Tx, _id: string, passwordHash: string): Promise<User | null> {
      return model
        .findOneAndUpdate({ _id, ...NOT_PURGED }, { $set: { passwordHash } }, { ...AFTER, session })
        .lean<User>()
        .exec();
    },

    /** As setPassword, if the password is still the one that was compared. */
    replacePassword(session: Tx, { _id, passwordHash: old }: User, passwordHash: string): Promise<User | null> {
      return model
        .findOneAndUpdate({ _id, ...NOT_PURGED, passwordHash: old ?? null }, { $set: { passwordHash } }, { ...AFTER, session })
        .lean<User>()
        .exec();
    },

    changeSettings(session: Tx, _id: string, settings: UserSettings): Promise<User | null> {
      return model
        .findOneAndUpdate({ _id, ...NOT_PURGED }, { $set: settings }, { ...AFTER, session })
        .lean<User>()
        .exec();
    },

    setStatus(session: Tx, _id: string, from: readonly UserStatus[], to: UserStatus): Promise<User | null> {
      return model
        .findOneAndUpdate({ _id, status: { $in: [...from] } }, { $set: { status: to } }, { ...AFTER, session })
        .lean<User>()
        .exec();
    },

    async grantRole(email: string, role: string): Promise<void> {
      await model.updateOne({ email, ...NOT_PURGED }, { $addToSet: { roles: role }, $set: { emailVerified: true } });
    },

    /** Throws a duplicate key error on `username` when somebody else has the name. False when the user was changed meanwhile. */
    async claimIdentity(
      session: Tx,
      { _id, username: was, displayName: called, intent }: User,
      { claimId, username, displayName }: { claimId: string; username: string; displayName: string | null },
    ): Promise<boolean> {
      const claim = { id: claimId, previous: { username: was, displayName: called, intent } };
      const free = { _id, claim: null, releasedClaimIds: { $ne: claimId } };
      const taken = { username, displayName, intent: "CREATOR", claim };
      const { modifiedCount } = await model.updateOne(free, { $set: taken }, { session });
      return modifiedCount === 1;
    },

    /** Puts back what a claim replaced. The claim cannot be made any more, also when it was not made yet. */
    async releaseIdentity(session: Tx, user: User, claimId: string): Promise<void> {
      const restored = user.claim?.id === claimId ? { ...user.claim.previous, claim: null } : {};
      const remembered = { releasedClaimIds: { $each: [claimId], $slice: -REMEMBERED_RELEASES } };
      await model.updateOne({ _id: user._id }, { $set: restored, $push: remembered }, { session });
    },

    settleIdentity(session: Tx, _id: string, claimId: string): Promise<User | null> {
      return model
        .findOneAndUpdate({ _id, "claim.id": claimId }, { $set: { claim: null, settledClaimId: claimId } }, { ...AFTER, session })
        .lean<User>()
        .exec();
    },

    removeByEmail(session: Tx, email: string): Promise<User | null> {
      return model.findOneAndDelete({ email }, { session }).lean<User>().exec();
    },
  };
}
