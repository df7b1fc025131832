import { userChanged } from "#libs/contracts/account.ts";
import { userDeletionRequested } from "#libs/contracts/account-gdpr.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";
import { userChange } from "../domain/user-view.ts";

export type ScheduleDeps = Pick<
  Deps,
  "clock" | "config" | "faults" | "transaction" | "users" | "sessions" | "gdprRequests" | "outbox" | "audit" | "hints"
>;

interface Wish {
  readonly userId: string;
  readonly requestId: string;
}

/**
 * Deactivates a user, ends every session and notes when the data is due, all or nothing (spec 3.3). Throws
 * error.user.not_found, and error.user.deletion_scheduled for all but one of several at once.
 */
export async function scheduleDeletion(deps: ScheduleDeps, wish: Wish): Promise<GdprRequest> {
  try {
    const { request, ended } = await deps.transaction((tx) => schedule(deps, tx, wish));
    deps.hints.revoked(ended, "DELETION");
    return request;
  } catch (error) {
    if (isDuplicateKey(error, "userId")) throw new AppError("error.user.deletion_scheduled");
    throw error;
  }
}

async function schedule(deps: ScheduleDeps, tx: Tx, { userId, requestId }: Wish): Promise<{ request: GdprRequest; ended: string[] }> {
  const user = await deps.users.setStatus(tx, userId, ["ACTIVE"], "DEACTIVATED");
  if (!user) throw await refusalOf(deps, tx, userId);
  // Asked for only now: who keeps a copy of the user takes the younger fact, and changes that came before are older than this.
  const at = deps.clock.now();
  const scheduledAt = new Date(at.getTime() + deps.config.read("gdpr.delete_grace_days") * DAY);
  const request = await deps.gdprRequests.insert(tx, { userId, type: "DELETION", createdAt: at, scheduledAt });
  await deps.faults.hit("account.deletion.sessions");
  const ended = await deps.sessions.revokeAll(tx, userId, { reason: "DELETION", at });
  const details = { gdprRequestId: request._id, scheduledAt: scheduledAt.toISOString() };
  await deps.audit.add(tx, { actor: userId, action: "user.deletion_requested", target: userId, details, requestId });
  await deps.outbox.add(tx, userChanged, userChange(user, at), { requestId });
  const fact = { userId, requestId: request._id, scheduledAt: scheduledAt.toISOString() };
  await deps.outbox.add(tx, userDeletionRequested, fact, { requestId });
  return { request, ended };
}

async function refusalOf({ users }: ScheduleDeps, tx: Tx, userId: string): Promise<AppError> {
  const user = await users.findInTransaction(tx, userId);
  if (!user) return new AppError("error.user.not_found");
  return new AppError(user.status === "DEACTIVATED" ? "error.user.deletion_scheduled" : "auth.account.suspended");
}
