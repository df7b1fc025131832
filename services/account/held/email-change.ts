import { userSecurityEvent } from "#libs/contracts/account/index.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { HeldChange } from "../domain/held-change.ts";
import { maySignIn, type User } from "../domain/user.ts";
import { holdEnd } from "./hold.ts";

type DueDeps = Pick<Deps, "config" | "production" | "users">;
export type ApplyDeps = DueDeps &
  Pick<Deps, "users" | "credentials" | "heldChanges" | "mailTokens" | "staffInvitations" | "outbox" | "audit">;

/**
 * When a change of the address may be made. What begins the hold anew for the next one, as a removed factor or a sign-out everywhere, ends the
 * short one of this: the owner may have stopped a thief.
 */
export async function addressDueNow(deps: DueDeps, { userId, askedAt, dueAt }: HeldChange, tx?: Tx): Promise<Date> {
  const wholeEnd = holdEnd(deps, askedAt);
  if (dueAt >= wholeEnd) return dueAt;
  const { factorsChangedAt = askedAt, devicesSince = askedAt } = (await deps.users.find(userId, tx)) ?? {};
  return factorsChangedAt <= askedAt && devicesSince <= askedAt ? dueAt : wholeEnd;
}

/**
 * Gives a user the address that was asked for. All tokens that were mailed to the old one are void, also that of an invitation. So a reset of
 * second factors that waits is dropped: no link could stop it any more.
 * @returns the user as it was before; null when the user is gone or may not sign in, or the address is taken
 */
export async function applyEmailChange(deps: ApplyDeps, tx: Tx, change: HeldChange, at: Date): Promise<User | null> {
  const { userId, newEmail, askedAt, confirmedAt = askedAt } = change;
  if (newEmail === undefined || (await deps.users.findByEmail(newEmail, tx))) return null;
  const before = await deps.users.find(userId, tx);
  // Staff suspend accounts that were stolen; what a thief has begun must not go on.
  if (!before || !maySignIn(before)) return null;
  if (!(await deps.credentials.setEmail(tx, userId, newEmail, confirmedAt))) return null;
  await deps.mailTokens.deleteOfUser(tx, userId);
  await deps.staffInvitations.revokePending(tx, before.email);
  await deps.audit.add(tx, { actor: SYSTEM, action: "email.changed", target: userId });
  if (await deps.heldChanges.drop(tx, userId, "FACTOR_RESET")) {
    await deps.audit.add(tx, { actor: SYSTEM, action: "second_factor.reset_stopped", target: userId });
  }
  await deps.outbox.add(tx, userSecurityEvent, { userId, kind: "EMAIL_CHANGED", at: at.toISOString() });
  return before;
}

/** Tells the old address, which can do nothing more. */
export function mailEmailChanged({ mailer }: Pick<Deps, "mailer">, { email, locale }: User): void {
  mailer.send({ to: email, kind: "email_changed", locale });
}
