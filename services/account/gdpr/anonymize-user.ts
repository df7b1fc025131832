import { userDeleted } from "#libs/contracts/account/gdpr.ts";
import { userChanged } from "#libs/contracts/account/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { userChange } from "../views/user-view.ts";

export type AnonymizeDeps = Pick<
  Deps,
  "clock" | "config" | "users" | "usernameHolds" | "sessions" | "staffInvitations" | "gdprRequests" | "outbox" | "audit"
>;

/**
 * Replaces a user by a tombstone. In the same transaction the sessions end, an open invitation is deleted and open exports are cancelled.
 * The username is put on hold and `user.deleted` is published. False when there is no such user any more.
 */
export async function anonymizeUser(deps: AnonymizeDeps, tx: Tx, userId: string): Promise<boolean> {
  const user = await deps.users.find(userId, tx);
  const tombstone = user && (await deps.users.anonymize(tx, userId));
  if (!tombstone) return false;
  const at = deps.clock.now();
  await deps.sessions.revokeAll(tx, userId, { reason: "USER_GONE", at });
  // An address that was never verified may belong to another person, and so may its invitation.
  if (user.emailVerified) await deps.staffInvitations.deletePending(tx, user.email);
  await deps.gdprRequests.cancelExports(tx, userId, at);
  if (user.username !== null) {
    const heldUntil = new Date(at.getTime() + deps.config.read("auth.username_hold_days") * DAY);
    await deps.usernameHolds.holdHashed(tx, user.username, userId, heldUntil);
  }
  await deps.audit.add(tx, { actor: SYSTEM, action: "user.deleted", target: userId });
  await deps.outbox.add(tx, userChanged, userChange(tombstone, at));
  await deps.outbox.add(tx, userDeleted, { userId, deletedAt: at.toISOString() });
  return true;
}
