import { userDeletionRequested } from "#libs/contracts/account/gdpr.ts";
import { userChanged } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";
import { requireSuperAdmin } from "../staff/require-super-admin.ts";
import { userChange } from "../views/user-view.ts";
import { requireLeaver } from "./require-leaver.ts";

export type ScheduleDeps = Pick<
  Deps,
  "clock" | "config" | "faults" | "transaction" | "users" | "staff" | "sessions" | "gdprRequests" | "outbox" | "audit" | "hints"
>;

interface DeletionRequest {
  readonly userId: string;
  readonly sessionId: string;
  /** Id of the HTTP request. */
  readonly requestId: string;
}

/**
 * Deactivates a user, ends every session and schedules the deletion, all in one transaction (spec 3.3). Throws error.user.not_found,
 * auth.account.suspended, staff.error.last_super_admin, error.unauthorized, and error.user.deletion_scheduled when a deletion is pending already.
 */
export async function scheduleDeletion(deps: ScheduleDeps, deletion: DeletionRequest): Promise<GdprRequest> {
  try {
    const { request, endedSessions } = await deps.transaction((tx) => schedule(deps, tx, deletion), deletion.userId);
    deps.hints.sessionsRevoked(endedSessions, "DELETION");
    return request;
  } catch (error) {
    if (isDuplicateKey(error, "userId")) throw new AppError("error.user.deletion_scheduled");
    throw error;
  }
}

async function schedule(deps: ScheduleDeps, tx: Tx, { userId, sessionId, requestId }: DeletionRequest) {
  const user = await deps.users.setStatus(tx, userId, ["ACTIVE"], "DEACTIVATED");
  if (!user) throw await refusalOf(deps, tx, userId);
  await requireSuperAdmin(deps, tx, user);
  // The clock is read after the write, so that this event is newer than every earlier change of the user.
  const at = deps.clock.now();
  await requireLeaver(deps, tx, sessionId);
  const scheduledAt = new Date(at.getTime() + deps.config.read("gdpr.delete_grace_days") * DAY);
  const request = await deps.gdprRequests.insert(tx, { userId, type: "DELETION", createdAt: at, scheduledAt });
  await deps.faults.hit("account.deletion.sessions");
  const endedSessions = await deps.sessions.revokeAll(tx, userId, { reason: "DELETION", at });
  const details = { gdprRequestId: request._id, scheduledAt: scheduledAt.toISOString() };
  await deps.audit.add(tx, { actor: userId, action: "user.deletion_requested", target: userId, details, requestId });
  await deps.outbox.add(tx, userChanged, userChange(user, at));
  const fact = { userId, requestId: request._id, scheduledAt: scheduledAt.toISOString() };
  await deps.outbox.add(tx, userDeletionRequested, fact);
  return { request, endedSessions };
}

async function refusalOf({ users }: ScheduleDeps, tx: Tx, userId: string): Promise<AppError> {
  const user = await users.find(userId, tx);
  if (!user) return new AppError("error.user.not_found");
  return new AppError(user.status === "DEACTIVATED" ? "error.user.deletion_scheduled" : "auth.account.suspended");
}
