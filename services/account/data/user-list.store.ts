import type { UserStatus } from "#libs/contracts/account/index.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import type { AdminRole } from "#libs/policies/roles.ts";
import type { User } from "../domain/user.ts";
import { NOT_DELETED, users } from "./user.model.ts";

/** Which users to list; an absent field does not filter. */
export interface UserSearch {
  /** The beginning of an address, as `normalizeEmail` spells it. */
  readonly email?: string | undefined;
  /** The beginning of a username. */
  readonly username?: string | undefined;
  /** When absent: all but DELETED. */
  readonly status?: UserStatus | undefined;
  readonly role?: string | undefined;
}

export interface UserListStore {
  /**
   * Newest first, or in the order of the address or username whose beginning is given.
   * @param after id of a user; the list starts behind it, and is empty when it is unknown
   */
  list(search: UserSearch, after: string | undefined, limit: number): Promise<User[]>;
  /** The users with a role who may sign in, counted up to a bound. */
  countActive(role: AdminRole, atMost: number): Promise<number>;
}

/** No character comes after U+10FFFF, so every text with the prefix comes before the end. */
const beginningWith = (prefix: string) => ({ $gte: prefix, $lt: `${prefix}\u{10ffff}` });

/** The order of a list, and the index of a beginning: beside a status, the database would choose that of statuses and read all its users. */
const ORDERS = {
  email: { sort: { email: 1 }, hint: "one_per_address" },
  username: { sort: { username: 1 }, hint: "one_per_username" },
  _id: { sort: { _id: -1 } },
} as const;

export function userListStore(database: Collections): UserListStore {
  const rows = database.collection(users);
  return {
    async list({ email, username, status, role }, after, limit) {
      const order = email !== undefined ? "email" : username !== undefined ? "username" : "_id";
      const filter: Filter<User> = {
        ...(status === undefined ? NOT_DELETED : { status }),
        ...(role !== undefined && { roles: role }),
        ...(email !== undefined && { email: beginningWith(email) }),
        ...(username !== undefined && { username: beginningWith(username) }),
      };
      const options = { ...ORDERS[order], limit };
      if (after === undefined) return rows.find(filter, options);
      const place = (await rows.findOne({ _id: after }, { projection: { email: 1, username: 1 } }))?.[order];
      if (typeof place !== "string") return [];
      // Addresses, usernames and ids are unique, so a list needs no second order.
      const rest = order === "_id" ? { _id: { $lt: place } } : { [order]: { ...beginningWith(email ?? username ?? ""), $gt: place } };
      return rows.find({ ...filter, ...rest } as Filter<User>, options);
    },
    countActive: (role, atMost) => rows.count({ roles: role, status: "ACTIVE" }, { hint: "staff", limit: atMost }),
  };
}
