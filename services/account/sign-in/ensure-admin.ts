import { userRegistered } from "#libs/contracts/account/index.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { AdminRole } from "#libs/policies/roles.ts";
import { newUser, normalizeEmail } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";

const ROLE: AdminRole = "SUPER_ADMIN";

type AdminDeps = Pick<SignInDeps, "clock" | "transaction" | "users" | "credentials" | "sessions" | "outbox" | "audit" | "passwords">;

/**
 * Makes sure that the first administrator exists. An existing account with a verified address gets the role and keeps its password. An
 * unverified address may have been registered by another person: such an account gets the configured password as well.
 */
export async function ensureAdmin(deps: AdminDeps, admin: Env["bootstrapAdmin"]): Promise<void> {
  if (!admin) return;
  const email = normalizeEmail(admin.email);
  const existing = await deps.users.findByEmail(email);
  if (existing?.roles.includes(ROLE)) return;
  if (!existing) await createAdmin(deps, email, admin.password);
  else if (!existing.emailVerified) await replaceCredentials(deps, existing._id, admin.password);
  await deps.users.grantRole(email, ROLE);
}

/** Sets the configured password and ends every session. */
async function replaceCredentials(deps: AdminDeps, userId: string, password: string): Promise<void> {
  const { clock, transaction, credentials, sessions, audit, passwords } = deps;
  const passwordHash = await passwords.hash(password);
  await transaction(async (tx) => {
    const at = clock.now();
    await credentials.setPassword(tx, userId, passwordHash, at);
    await sessions.revokeAll(tx, userId, { reason: "PASSWORD_CHANGE", at });
    await audit.add(tx, { actor: SYSTEM, action: "admin.taken_over", target: userId });
  });
}

async function createAdmin(deps: AdminDeps, email: string, password: string): Promise<void> {
  const passwordHash = await deps.passwords.hash(password);
  const createdAt = deps.clock.now();
  const user = newUser({ email, passwordHash, locale: DEFAULT_LOCALE, createdAt, emailVerified: true, roles: [ROLE] });
  const { _id: userId, locale } = user;
  try {
    await deps.transaction(async (tx) => {
      await deps.users.insert(tx, user);
      await deps.outbox.add(tx, userRegistered, { userId, locale });
      await deps.audit.add(tx, { actor: SYSTEM, action: "admin.created", target: userId });
    });
  } catch (error) {
    // Another replica has created the account meanwhile.
    if (!isDuplicateKey(error, "email")) throw error;
  }
}
