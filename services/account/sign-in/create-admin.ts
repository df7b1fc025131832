import { userRegistered, userSecurityEvent } from "#libs/contracts/account/index.ts";
import { DEFAULT_LOCALE } from "#libs/contracts/shared.ts";
import { normalizeEmail } from "#libs/kernel/mail-address.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { AdminRole } from "#libs/policies/roles.ts";
import { isOwned, newUser, type User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";
import { dropEmailChange } from "./drop-email-change.ts";
import { dropFactorReset } from "./drop-factor-reset.ts";
import { type RemoveFactorsDeps, removeFactors } from "./remove-factors.ts";
import { hasSecondFactor } from "./second-factor.ts";

export type CreateAdminDeps = RemoveFactorsDeps &
  Pick<SignInDeps, "transaction" | "users" | "oauthIdentities" | "staffInvitations" | "passwords" | "lockout">;

/** The account of the address is suspended, or its owner leaves. */
export class NotActive extends Error {
  readonly userId: string;

  constructor({ _id, email, status }: Pick<User, "_id" | "email" | "status">) {
    super(`the account of ${email} is ${status}`);
    this.userId = _id;
  }
}

interface NewAdmin {
  readonly email: string;
  readonly password: string;
  readonly role: AdminRole;
  /** Whether an account that exists loses its second factors: the way back for the last super admin. */
  readonly losesFactors?: boolean;
}

/**
 * Creates an account with a role for which the operator vouches. An account that exists is treated as by a completed reset: the address
 * counts as verified, the password is replaced, a change of the address is dropped, and all sessions end. So do the second factors of one
 * that may be a stranger's. The operator vouches for an address, so the account is looked up in the transaction: it could have got another
 * one meanwhile. Throws {@link NotActive}.
 */
export async function createAdmin(deps: CreateAdminDeps, { password, role, losesFactors = false, ...given }: NewAdmin): Promise<void> {
  const email = normalizeEmail(given.email);
  const passwordHash = await deps.passwords.hash(password);
  const at = deps.clock.now();
  const grant = { passwordHash, role, at };
  const _id = await deps.transaction(async (tx) => {
    const existing = await deps.users.findByEmail(email, tx);
    return existing ? takeOver(deps, tx, existing, { ...grant, losesFactors }) : insert(deps, tx, { email, ...grant });
  });
  await deps.lockout.clearLogins({ _id, email });
}

interface Grant {
  readonly passwordHash: string;
  readonly role: AdminRole;
  readonly at: Date;
}

async function takeOver(
  deps: CreateAdminDeps,
  tx: Tx,
  before: User,
  { passwordHash, role, at, losesFactors }: Grant & Pick<NewAdmin, "losesFactors">,
): Promise<string> {
  const { _id: userId } = before;
  if (before.status !== "ACTIVE") throw new NotActive(before);
  // A passkey of a stranger would sign in alone. First, because the operator vouches for the mailbox anew.
  if (hasSecondFactor(before) && (losesFactors || !isOwned(before))) await removeFactors(deps, tx, userId, at);
  await deps.credentials.resetPassword(tx, userId, { passwordHash, at });
  await grantRole(deps, tx, before, { role, at });
  await deps.outbox.add(tx, userSecurityEvent, { userId, kind: "PASSWORD_RESET", at: at.toISOString() });
  await deps.audit.add(tx, { actor: SYSTEM, action: "admin.taken_over", target: userId });
  return userId;
}

/** Gives a role to an account that exists. Its sessions end, because tokens carry roles; so do sign-ins elsewhere, and what waits. */
export async function grantRole(
  deps: CreateAdminDeps,
  tx: Tx,
  { _id: userId, email }: User,
  { role, at }: Pick<Grant, "role" | "at">,
): Promise<void> {
  await deps.users.grantRole(tx, userId, { role, at });
  await dropEmailChange(deps, tx, userId);
  await dropFactorReset(deps, tx, userId);
  await deps.oauthIdentities.deleteOfUser(tx, userId);
  // It would bring a colleague back after a removal.
  await deps.staffInvitations.revokePending(tx, email);
  await deps.sessions.revokeAll(tx, userId, { reason: "ROLE_CHANGE", at });
}

async function insert(
  { users, outbox, audit }: CreateAdminDeps,
  tx: Tx,
  { email, passwordHash, role, at }: Grant & { readonly email: string },
): Promise<string> {
  const proof = { emailVerified: true, mailboxProvenAt: at };
  const user = newUser({ email, passwordHash, locale: DEFAULT_LOCALE, createdAt: at, roles: [role], ...proof });
  const { _id: userId, locale } = user;
  await users.insert(tx, user);
  await outbox.add(tx, userRegistered, { userId, locale });
  await audit.add(tx, { actor: SYSTEM, action: "admin.created", target: userId });
  return userId;
}
