import type { Connection } from "mongoose";
import { NEXT_VERSION } from "#libs/mongo/next-version.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { SIGN_IN_STATUSES, type User } from "../domain/user.ts";
import { NOT_PURGED, userModel } from "./user.model.ts";

export type CredentialStore = ReturnType<typeof credentialStore>;

const AFTER = { returnDocument: "after" } as const;

/** What users prove themselves with: address, password, sign-in. */
export function credentialStore(connection: Connection) {
  const model = userModel(connection);
  return {
    /** Null when the user may not sign in any more, or the password was changed since it was compared. */
    noteLogin(session: Tx, { _id, passwordHash }: User, lastLoginAt: Date): Promise<User | null> {
      const unchanged = { _id, status: { $in: [...SIGN_IN_STATUSES] }, passwordHash: passwordHash ?? null };
      return model
        .findOneAndUpdate(unchanged, { $set: { lastLoginAt }, ...NEXT_VERSION }, { ...AFTER, session })
        .lean<User>()
        .exec();
    },

    async markVerified(session: Tx, _id: string): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id, ...NOT_PURGED },
        { $set: { emailVerified: true }, ...NEXT_VERSION },
        { session },
      );
      return matchedCount === 1;
    },

    setPassword(session: Tx, _id: string, passwordHash: string): Promise<User | null> {
      return model
        .findOneAndUpdate({ _id, ...NOT_PURGED }, { $set: { passwordHash }, ...NEXT_VERSION }, { ...AFTER, session })
        .lean<User>()
        .exec();
    },

    /** As setPassword, if the password is still the one that was compared. */
    replacePassword(session: Tx, { _id, passwordHash: old }: User, passwordHash: string): Promise<User | null> {
      return model
        .findOneAndUpdate(
          { _id, ...NOT_PURGED, passwordHash: old ?? null },
          { $set: { passwordHash }, ...NEXT_VERSION },
          { ...AFTER, session },
        )
        .lean<User>()
        .exec();
    },
  };
}
