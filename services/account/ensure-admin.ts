import { SYSTEM } from "#libs/audit/audit-log.ts";
import type { AdminRole } from "#libs/contract-kit/roles.ts";
import { userRegistered } from "#libs/contracts/account.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import type { Env } from "#libs/env/env.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Deps } from "./deps.ts";
import { normaliseEmail } from "./domain/email.ts";
import { newUser } from "./domain/new-user.ts";

const ROLE: AdminRole = "SUPER_ADMIN";

type AdminDeps = Pick<Deps, "clock" | "transaction" | "users" | "credentials" | "sessions" | "outbox" | "audit" | "passwords">;

/**
 * Sees to it that the first admin can sign in. An account that is there gets the role and keeps its password, if its address
 * was verified: else anybody may have registered it, and gets neither.
 */
export async function ensureAdmin(deps: AdminDeps, admin: Env["bootstrapAdmin"]): Promise<void> {
  if (!admin) return;
  const email = normaliseEmail(admin.email);
  const known = await deps.users.findByEmail(email);
  if (known?.roles.includes(ROLE)) return;
  if (!known) await createAdmin(deps, email, admin.password);
  else if (!known.emailVerified) await takeOver(deps, known._id, admin.password);
  await deps.users.grantRole(email, ROLE);
}

/** The administrator's password instead of the one that is there, and none of its sessions. */
async function takeOver({ clock, transaction, credentials, sessions, audit, passwords }: AdminDeps, userId: string, password: string) {
  const passwordHash = await passwords.hash(password);
  await transaction(async (tx) => {
    await credentials.setPassword(tx, userId, passwordHash);
    await sessions.revokeAll(tx, userId, { reason: "PASSWORD_CHANGE", at: clock.now() });
    await audit.add(tx, { actor: SYSTEM, action: "admin.taken_over", target: userId });
  });
}

async function createAdmin(deps: AdminDeps, email: string, password: string): Promise<void> {
  const passwordHash = await deps.passwords.hash(password);
  const at = deps.clock.now();
  const user = newUser({ email, passwordHash, locale: DEFAULT_LOCALE, createdAt: at, emailVerified: true, roles: [ROLE] });
  const { _id: userId, locale } = user;
  try {
    await deps.transaction(async (tx) => {
      await deps.users.insert(tx, user);
      await deps.outbox.add(tx, userRegistered, { userId, locale });
      await deps.audit.add(tx, { actor: SYSTEM, action: "admin.created", target: userId });
    });
  } catch (error) {
    // Another replica starts at the same time.
    if (!isDuplicateKey(error, "email")) throw error;
  }
}
