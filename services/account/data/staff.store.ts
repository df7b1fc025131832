import { MAX_STAFF } from "#libs/contracts/account/index.ts";
import { number, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { NEXT_VERSION } from "#libs/platform/mongo/next-version.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type AdminRole, STAFF_ROLES } from "#libs/policies/roles.ts";
import { basisOfProof, type User } from "../domain/user.ts";
import { NOT_DELETED, users } from "./user.model.ts";

/**
 * Each transaction that may take away a super admin writes one row. So two at once conflict, and the second sees the first. The other rows
 * stand for the addresses that a start has made super admins.
 */
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
  /** Whether a start has made this address a super admin before. @param addressKey stands for it */
  wasAppointed(tx: Tx, addressKey: string): Promise<boolean>;
  rememberAppointed(tx: Tx, addressKey: string): Promise<void>;
  /** The active super admins, at most 100. */
  listSuperAdminIds(tx: Tx): Promise<string[]>;
  /** Replaces the roles. The updated user; null when there is none. */
  setRoles(tx: Tx, userId: string, roles: readonly string[]): Promise<User | null>;
  /** Gives roles to an active user, whose address is proven; null when it, the status or the basis of the proof has changed since `compared` was read. */
  admit(tx: Tx, compared: User, given: { readonly roles: readonly string[]; readonly at: Date }): Promise<User | null>;
}

export function staffStore(database: Collections): StaffStore {
  const rows = database.collection(users);
  const guards = database.collection(staffGuard);
  const count = async (tx: Tx, _id: string) => {
    await guards.updateOne({ _id }, { $inc: { changes: 1 } }, { tx, upsert: true });
  };
  return {
    list: (after, limit) =>
      rows.find(
        { roles: { $in: [...STAFF_ROLES] }, ...NOT_DELETED, ...(after !== undefined && { _id: { $lt: after } }) },
        { sort: { _id: -1 }, hint: "staff", limit },
      ),
    guard: (tx) => count(tx, GUARD_ID),
    wasAppointed: async (tx, addressKey) => (await guards.findOne({ _id: addressKey }, { tx })) !== null,
    rememberAppointed: count,
    async listSuperAdminIds(tx) {
      const found = await rows.find<Pick<User, "_id">>(ACTIVE_SUPER_ADMIN, { tx, hint: "staff", projection: { _id: 1 }, limit: MAX_STAFF });
      return found.map(({ _id }) => _id);
    },
    setRoles: (tx, _id, roles) =>
      rows.findOneAndUpdate({ _id, ...NOT_DELETED }, { $set: { roles: [...roles] }, ...NEXT_VERSION }, { tx, returnDocument: "after" }),
    admit(tx, compared, { roles, at }) {
      const { _id, email } = compared;
      const unchanged = { _id, status: "ACTIVE", email, ...basisOfProof(compared) } as const;
      const $set = { roles: [...roles], emailVerified: true, mailboxProvenAt: at };
      return rows.findOneAndUpdate(unchanged, { $set, $unset: { registeredBy: "" }, ...NEXT_VERSION }, { tx, returnDocument: "after" });
    },
  };
}
