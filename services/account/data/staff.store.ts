import { MAX_STAFF } from "#libs/contracts/account/index.ts";
import { number, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { NEXT_VERSION } from "#libs/platform/mongo/next-version.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type AdminRole, STAFF_ROLES } from "#libs/policies/roles.ts";
import { basisOfProof, type User } from "../domain/user.ts";
import { NOT_DELETED, users } from "./user.model.ts";

/** Each transaction that may take away a super admin writes its one row. So two at once conflict, and the second sees the first. */
export const staffGuard = defineCollection({ name: "staff_guard", fields: { _id: text, changes: number } });

const GUARD_ID = "super_admins";
const SUPER_ADMIN: AdminRole = "SUPER_ADMIN";
const ACTIVE_SUPER_ADMIN = { roles: SUPER_ADMIN, status: "ACTIVE" } as const;

/** The part of the users that staff are: their roles. Every write increments the version of the user. */
export interface StaffStore {
  /** Newest first. @param after id of a user; the list starts behind it */
  list(after: string | undefined, limit: number): Promise<User[]>;
  /** Lets a transaction conflict with all others that may take away a super admin. */
  guard(tx: Tx): Promise<void>;
  /** The active super admins, at most 100. */
  listSuperAdminIds(tx: Tx): Promise<string[]>;
  /** Replaces the roles of `before`. The updated user; null when there is none. */
  setRoles(tx: Tx, before: User, given: { readonly roles: readonly string[]; readonly at: Date }): Promise<User | null>;
  /** Gives roles to an active user, whose address is proven; null when it, the status or the basis of the proof has changed since `compared` was read. */
  admit(tx: Tx, compared: User, given: { readonly roles: readonly string[]; readonly at: Date }): Promise<User | null>;
}

/** The part of a write that gives the role of a super admin anew. */
const unmarked = (roles: readonly string[]) => (roles.includes(SUPER_ADMIN) ? { $unset: { superAdminTakenAt: "" as const } } : {});

export function staffStore(database: Collections): StaffStore {
  const rows = database.collection(users);
  const guards = database.collection(staffGuard);
  return {
    list: (after, limit) =>
      rows.find(
        { roles: { $in: [...STAFF_ROLES] }, ...NOT_DELETED, ...(after !== undefined && { _id: { $lt: after } }) },
        { sort: { _id: -1 }, hint: "staff", limit },
      ),
    async guard(tx) {
      await guards.updateOne({ _id: GUARD_ID }, { $inc: { changes: 1 } }, { tx, upsert: true });
    },
    async listSuperAdminIds(tx) {
      const found = await rows.find<Pick<User, "_id">>(ACTIVE_SUPER_ADMIN, { tx, hint: "staff", projection: { _id: 1 }, limit: MAX_STAFF });
      return found.map(({ _id }) => _id);
    },
    setRoles(tx, { _id, roles: before }, { roles, at }) {
      const taken = before.includes(SUPER_ADMIN) && !roles.includes(SUPER_ADMIN) ? { superAdminTakenAt: at } : {};
      const change = { $set: { roles: [...roles], ...taken }, ...unmarked(roles) };
      return rows.findOneAndUpdate({ _id, ...NOT_DELETED }, { ...change, ...NEXT_VERSION }, { tx, returnDocument: "after" });
    },
    admit(tx, compared, { roles, at }) {
      const { _id, email } = compared;
      const unchanged = { _id, status: "ACTIVE", email, ...basisOfProof(compared) } as const;
      const $set = { roles: [...roles], emailVerified: true, mailboxProvenAt: at };
      const $unset = { registeredBy: "" as const, ...unmarked(roles).$unset };
      return rows.findOneAndUpdate(unchanged, { $set, $unset, ...NEXT_VERSION }, { tx, returnDocument: "after" });
    },
  };
}
