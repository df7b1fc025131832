import { normalizeEmail } from "#libs/kernel/mail-address.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { AdminRole } from "#libs/policies/roles.ts";
import { isOwned } from "../domain/user.ts";
import { type CreateAdminDeps, createAdmin, grantRole, NotActive } from "./create-admin.ts";
import type { SignInDeps } from "./deps.ts";

const ROLE: AdminRole = "SUPER_ADMIN";

/**
 * Makes sure that the first administrator exists. An existing account gets the role and keeps its password, and its sessions end. One that may
 * be another person's, as with an unverified address, gets the configured password as well. An account from which a colleague took the role stays
 * without it, as does one that is not active: a start must not undo what people decided.
 */
export async function ensureAdmin(deps: CreateAdminDeps & Pick<SignInDeps, "logger">, admin: Env["bootstrapAdmin"]): Promise<void> {
  if (!admin) return;
  const email = normalizeEmail(admin.email);
  const found = await deps.transaction((tx) => findOrAppoint(deps, tx, email));
  if (found === "ADMIN") return;
  if (found !== "NONE") return warn(deps, found);
  try {
    await createAdmin(deps, { ...admin, role: ROLE });
  } catch (error) {
    // Staff have suspended the account meanwhile, or its owner leaves.
    if (error instanceof NotActive) return warn(deps, { userId: error.userId, which: NOT_ACTIVE });
    // Another replica has created the account meanwhile.
    if (!isDuplicateKey(error, "email")) throw error;
  }
}

const NOT_ACTIVE = "that is not active";

/** An account that does not get the role. */
interface Passed {
  readonly userId: string;
  readonly which: string;
}

const warn = ({ logger }: Pick<SignInDeps, "logger">, { userId, which }: Passed): void =>
  logger.warn({ userId }, `ADMIN_EMAIL names an account ${which}; the role is not given`);

/** Gives the role to the account of the address. It is looked up in the transaction, because the account could get another address meanwhile. */
async function findOrAppoint(deps: CreateAdminDeps, tx: Tx, email: string): Promise<"ADMIN" | "NONE" | Passed> {
  const existing = await deps.users.findByEmail(email, tx);
  if (existing?.roles.includes(ROLE)) return "ADMIN";
  if (existing?.superAdminTakenAt) return { userId: existing._id, which: "whose role a colleague took" };
  if (existing && existing.status !== "ACTIVE") return { userId: existing._id, which: NOT_ACTIVE };
  if (!existing || !isOwned(existing)) return "NONE";
  await grantRole(deps, tx, existing, { role: ROLE, at: deps.clock.now() });
  const details = { from: existing.roles, to: [...existing.roles, ROLE], reason: "ADMIN_EMAIL" };
  await deps.audit.add(tx, { actor: SYSTEM, action: "staff.roles_changed", target: existing._id, details });
  return "ADMIN";
}
