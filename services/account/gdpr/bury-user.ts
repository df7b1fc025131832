import { SYSTEM } from "#libs/audit/audit-log.ts";
import { userChanged } from "#libs/contracts/account.ts";
import { userDeleted } from "#libs/contracts/account-gdpr.ts";
import { DAY } from "#libs/kernel/clock.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { userChange } from "../domain/user-view.ts";

export type BurialDeps = Pick<Deps, "clock" | "config" | "users" | "usernames" | "sessions" | "gdprRequests" | "outbox" | "audit">;

/**
 * Turns a user into a tombstone, in one transaction with all that must not be seen apart from it: nobody is signed in as a
 * user who is gone, and everybody learns of it. False when there is no such user any more.
 */
export async function buryUser(deps: BurialDeps, tx: Tx, userId: string): Promise<boolean> {
  const user = await deps.users.findInTransaction(tx, userId);
  const left = user && (await deps.users.bury(tx, userId));
  if (!left) return false;
  const at = deps.clock.now();
  await deps.sessions.revokeAll(tx, userId, { reason: "USER_GONE", at });
  await deps.gdprRequests.cancelExports(tx, userId, at);
  if (user.username !== null) {
    const heldUntil = new Date(at.getTime() + deps.config.read("auth.username_hold_days") * DAY);
    await deps.usernames.holdHashed(tx, user.username, userId, heldUntil);
  }
  await deps.audit.add(tx, { actor: SYSTEM, action: "user.deleted", target: userId });
  await deps.outbox.add(tx, userChanged, userChange(left, at));
  await deps.outbox.add(tx, userDeleted, { userId, deletedAt: at.toISOString() });
  return true;
}
