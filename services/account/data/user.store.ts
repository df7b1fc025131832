import type { Connection, QueryFilter, UpdateQuery } from "mongoose";
import type { UserStatus } from "#libs/contracts/account.ts";
import { NEXT_VERSION } from "#libs/mongo/next-version.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { tombstone, type User } from "../domain/user.ts";
import { NOT_PURGED, userModel } from "./user.model.ts";

export type UserStore = ReturnType<typeof userStore>;

/** What users change about themselves. */
export type UserSettings = Partial<Pick<User, "displayName" | "locale" | "timezone">>;

const AFTER = { returnDocument: "after" } as const;

export function userStore(connection: Connection) {
  const model = userModel(connection);
  /** The user afterwards, or null. */
  const write = (session: Tx, filter: QueryFilter<User>, update: UpdateQuery<User>): Promise<User | null> =>
    model
      .findOneAndUpdate(filter, { ...update, ...NEXT_VERSION }, { ...AFTER, session })
      .lean<User>()
      .exec();
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

    findMany(ids: readonly string[]): Promise<User[]> {
      return model
        .find({ _id: { $in: ids }, ...NOT_PURGED })
        .lean<User[]>()
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

    changeSettings(session: Tx, _id: string, settings: UserSettings): Promise<User | null> {
      return write(session, { _id, ...NOT_PURGED }, { $set: settings });
    },

    setStatus(session: Tx, _id: string, from: readonly UserStatus[], to: UserStatus): Promise<User | null> {
      return write(session, { _id, status: { $in: [...from] } }, { $set: { status: to } });
    },

    /** Leaves a tombstone: an id that leads to nobody. The address and the name are free again. */
    bury(session: Tx, _id: string): Promise<User | null> {
      return write(session, { _id, ...NOT_PURGED }, { $set: tombstone(_id), $unset: { passwordHash: 1 } });
    },

    async grantRole(email: string, role: string): Promise<void> {
      await model.updateOne({ email, ...NOT_PURGED }, { $addToSet: { roles: role }, $set: { emailVerified: true }, ...NEXT_VERSION });
    },

    removeByEmail(session: Tx, email: string): Promise<User | null> {
      return model.findOneAndDelete({ email }, { session }).lean<User>().exec();
    },
  };
}
