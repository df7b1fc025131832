import { staffFactorEnrolled } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { isAdminRole } from "#libs/policies/roles.ts";
import type { User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";
import { requireOpenSession } from "./require-open-session.ts";
import { hasSecondFactor } from "./second-factor.ts";

/** How long a proof of the mailbox lets a member of the staff without a factor add the first one, or change the address. */
const MAILBOX_PROOF_MS = DAY;

export const isStaff = ({ roles }: { readonly roles: readonly string[] }): boolean => roles.some(isAdminRole);

/**
 * Requires a mailbox of the user's own, to add a second factor or to change the address. Staff without a factor need a fresh proof of it: a
 * stolen password and a helpful desk are not enough. Throws auth.account.email_unverified and auth.mfa.mailbox_first.
 */
export function requireOwnMailbox(user: User, now: Date): void {
  if (!user.emailVerified) throw new AppError("auth.account.email_unverified");
  if (!isStaff(user) || hasSecondFactor(user)) return;
  const provenAt = user.mailboxProvenAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (now.getTime() - provenAt > MAILBOX_PROOF_MS) throw new AppError("auth.mfa.mailbox_first");
}

/**
 * Requires a session that has given a second factor, to change those of an account that has one. A password that was proven before the first
 * factor came may be stolen. Throws auth.step_up.required, and error.unauthorized when the session has ended.
 */
export async function requireFactorGiven({ config, sessions }: Pick<SignInDeps, "config" | "sessions">, sessionId: string): Promise<void> {
  const { amr } = await requireOpenSession({ sessions }, sessionId);
  const maxAgeSeconds = (config.read("auth.step_up_minutes") * MINUTE) / SECOND;
  if (!amr?.includes("mfa")) throw new AppError("auth.step_up.required", { maxAgeSeconds });
}

/** Tells the super admins that a member of the staff has a first factor, in the transaction that adds it. */
export async function announceFirstFactor({ outbox, staff }: Pick<SignInDeps, "outbox" | "staff">, tx: Tx, user: User): Promise<void> {
  if (!isStaff(user) || user.secondFactors !== 1) return;
  const superAdminIds = (await staff.listSuperAdminIds(tx)).filter((id) => id !== user._id);
  if (superAdminIds.length > 0) await outbox.add(tx, staffFactorEnrolled, { userId: user._id, superAdminIds });
}
