import { normalizeEmail } from "#libs/kernel/mail-address.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { addressHash } from "#libs/platform/personal-data/address-hash.ts";
import type { AdminRole } from "#libs/policies/roles.ts";
import { isOwned } from "../domain/user.ts";
import { type CreateAdminDeps, createAdmin, grantRole, NotActive } from "./create-admin.ts";
import type { SignInDeps } from "./deps.ts";

const ROLE: AdminRole = "SUPER_ADMIN";

type EnsureDeps = CreateAdminDeps & Pick<SignInDeps, "logger" | "pseudonymKey" | "staff">;

/**
 * Makes sure that the first administrator exists. An existing account gets the role and keeps its password, and its sessions end. One that may
 * be another person's, as with an unverified address, gets the configured password as well. An address gets the role once: a later start must
 * not undo what people decided, also when the account is gone or has another address. An account that is not active does not get it.
 */
export async function ensureAdmin(deps: EnsureDeps, admin: Env["bootstrapAdmin"]): Promise<void> {
  if (!admin) return;
  const email = normalizeEmail(admin.email);
  const addressKey = addressHash(deps.pseudonymKey, email);
  const found = await deps.transaction((tx) => findOrAppoint(deps, tx, { email, addressKey }));
  if (found === "ADMIN") return;
  if (found !== "NONE") return deps.logger.warn(found);
  try {
    await createAdmin(deps, { ...admin, role: ROLE });
  } catch (error) {
    // Staff have suspended the account meanwhile, or its owner leaves.
    if (error instanceof NotActive) return deps.logger.warn(NOT_ACTIVE);
    // Another replica has created the account meanwhile.
    if (!isDuplicateKey(error, "email")) throw error;
  }
  await deps.transaction((tx) => deps.staff.rememberAppointed(tx, addressKey));
}

const NOT_ACTIVE = "ADMIN_EMAIL names an account that is not active; the role is not given";
const APPOINTED = "an earlier start made ADMIN_EMAIL a super admin; the role is not given again, except by admin:create";

interface Named {
  readonly email: string;
  /** Stands for the address. */
  readonly addressKey: string;
}

/** Gives the role to the account of the address. It is looked up in the transaction, because the account could get another address meanwhile. */
async function findOrAppoint(deps: EnsureDeps, tx: Tx, { email, addressKey }: Named) {
  const existing = await deps.users.findByEmail(email, tx);
  const isAdmin = existing?.roles.includes(ROLE);
  if (await deps.staff.wasAppointed(tx, addressKey)) return isAdmin ? "ADMIN" : APPOINTED;
  if (existing && !isAdmin && existing.status !== "ACTIVE") return NOT_ACTIVE;
  if (!existing || !(isAdmin || isOwned(existing))) return "NONE";
  await deps.staff.rememberAppointed(tx, addressKey);
  if (isAdmin) return "ADMIN";
  await grantRole(deps, tx, existing, { role: ROLE, at: deps.clock.now() });
  const details = { from: existing.roles, to: [...existing.roles, ROLE], reason: "ADMIN_EMAIL" };
  await deps.audit.add(tx, { actor: SYSTEM, action: "staff.roles_changed", target: existing._id, details });
  return "ADMIN";
}
