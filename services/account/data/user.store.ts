import type { UserStatus } from "#libs/contracts/account/index.ts";
import { MAX_STAFF } from "#libs/contracts/account/index.ts";
import { earlierSpelling } from "#libs/kernel/mail-address.ts";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { Collections, Filter, Update } from "#libs/platform/mongo/collection.ts";
import { NEXT_VERSION } from "#libs/platform/mongo/next-version.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { tombstone, type User } from "../domain/user.ts";
import { NOT_DELETED, users } from "./user.model.ts";

/** The settings that users change themselves. */
type UserSettings = Partial<Pick<User, "displayName" | "locale" | "timezone">>;

/** Users. Deleted ones are not found; every write increments the version. */
export interface UserStore {
  /** Rejects with a duplicate key error on `email` when the address is taken. */
  insert(tx: Tx, user: User): Promise<void>;
  find(userId: string, tx?: Tx): Promise<User | null>;
  /**
   * The user, written without a change: of two transactions that decide about the ways to sign in, the second one sees what the first one
   * did. Null when there is none.
   */
  touch(tx: Tx, userId: string): Promise<User | null>;
  /** In no particular order. */
  findByIds(userIds: readonly string[]): Promise<User[]>;
  /**
   * Also the one that an earlier version has stored with its domain in Unicode: from then on it is stored as others are.
   * @param email as `normalizeEmail` spells it
   */
  findByEmail(email: string, tx?: Tx): Promise<User | null>;
  /** Whether another user has a normalized username. */
  hasUsername(username: string, exceptUserId: string): Promise<boolean>;
  /** The updated user; null when there is none. */
  updateSettings(tx: Tx, userId: string, settings: UserSettings): Promise<User | null>;
  /** The updated user; null when there is none. */
  setAvatar(tx: Tx, userId: string, avatarUrl: string | null): Promise<User | null>;
  /** The updated user; null when there is none, or its status is not one of `from`. */
  setStatus(tx: Tx, userId: string, from: readonly UserStatus[], to: UserStatus): Promise<User | null>;
  /** Replaces a user by a tombstone, so that address and username are free again. Returns the tombstone; null when there is no user. */
  anonymize(tx: Tx, userId: string): Promise<User | null>;
  /** Up to 100 active users with one of some roles and a verified address. */
  listStaff(roles: readonly string[]): Promise<Pick<User, "_id" | "email" | "locale">[]>;
  /** Adds a role to a user, whose mailbox counts as proven from then on. */
  grantRole(tx: Tx, userId: string, grant: { readonly role: string; readonly at: Date }): Promise<void>;
}

/** What a tombstone does not have. */
const GONE_FIELDS = [
  "passwordHash",
  "registeredBy",
  "mailboxProvenAt",
  "devicesSince",
  "secondFactors",
  "factorsChangedAt",
] as const satisfies (keyof User)[];

export function userStore(database: Collections): UserStore {
  const rows = database.collection(users);

  const update = (tx: Tx | undefined, filter: Filter<User>, change: Update<User>): Promise<User | null> =>
    rows.findOneAndUpdate(filter, { ...change, ...NEXT_VERSION }, { tx, returnDocument: "after" });

  const findEarlier = async (email: string, tx?: Tx): Promise<User | null> => {
    const earlier = earlierSpelling(email);
    return earlier === null ? null : rows.findOne({ email: earlier, ...NOT_DELETED }, { tx });
  };
  const respell = (earlier: User, email: string, tx?: Tx): Promise<User | null> =>
    update(tx, { _id: earlier._id, email: earlier.email }, { $set: { email } });

  const findByIds = (userIds: readonly string[]) => rows.find({ _id: { $in: [...userIds] }, ...NOT_DELETED });

  const find = batchedQuery<string, User | null>("account.findUsers", async (userIds) => {
    const found = new Map((await findByIds([...new Set(userIds)])).map((user) => [user._id, user]));
    return userIds.map((userId) => found.get(userId) ?? null);
  });

  return {
    async insert(tx, user) {
      const earlier = await findEarlier(user.email, tx);
      // So that the index refuses the second account; the transaction takes this back.
      if (earlier) await respell(earlier, user.email, tx);
      await rows.insert(user, { tx });
    },
    find: (_id, tx) => (tx ? rows.findOne({ _id, ...NOT_DELETED }, { tx }) : find(_id)),
    touch: (tx, _id) => update(tx, { _id, ...NOT_DELETED }, {}),
    findByIds,
    async findByEmail(email, tx) {
      const found = await rows.findOne({ email, ...NOT_DELETED }, { tx });
      // Read in either case: an address without an account takes the same work.
      const earlier = await findEarlier(email, tx);
      return found ?? (earlier && respell(earlier, email, tx));
    },
    hasUsername: async (username, exceptUserId) =>
      (await rows.findOne({ username, _id: { $ne: exceptUserId } }, { projection: { _id: 1 } })) !== null,
    updateSettings: (tx, _id, settings) => update(tx, { _id, ...NOT_DELETED }, { $set: settings }),
    setAvatar: (tx, _id, avatarUrl) => update(tx, { _id, ...NOT_DELETED }, { $set: { avatarUrl } }),
    setStatus: (tx, _id, from, to) => update(tx, { _id, status: { $in: [...from] } }, { $set: { status: to } }),
    anonymize: (tx, _id) =>
      update(tx, { _id, ...NOT_DELETED }, { $set: tombstone(_id), $unset: Object.fromEntries(GONE_FIELDS.map((field) => [field, 1])) }),
    listStaff: (roles) =>
      rows.find(
        { roles: { $in: [...roles] }, emailVerified: true, status: "ACTIVE" },
        { hint: "staff", projection: { email: 1, locale: 1 }, limit: MAX_STAFF },
      ),
    async grantRole(tx, _id, { role, at }) {
      await update(tx, { _id, ...NOT_DELETED }, { $addToSet: { roles: role }, $set: { emailVerified: true, mailboxProvenAt: at } });
    },
  };
}
