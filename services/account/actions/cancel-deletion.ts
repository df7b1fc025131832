import type { Caller } from "#libs/contract-kit/caller.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { cancelDeletion, userDeletionCancelled } from "#libs/contracts/account/gdpr.ts";
import { userChanged } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import { requireLeaver } from "../gdpr/require-leaver.ts";
import { userChange } from "../views/user-view.ts";

type CancelDeps = Pick<Deps, "clock" | "transaction" | "users" | "sessions" | "gdprRequests" | "outbox" | "audit">;

/**
 * DELETE /gdpr/delete. Cancelling and purging both need a pending request, so only one of them succeeds. Ended sessions stay ended, and no other
 * one asks for the deletion again: a thief could be among them.
 */
export const cancelDeletionAction = (deps: CancelDeps) =>
  implement(cancelDeletion, ({ caller, requestId }) => deps.transaction((tx) => cancel(deps, tx, caller, requestId), caller.userId));

async function cancel(deps: CancelDeps, tx: Tx, { userId, sessionId }: Caller, requestId: string) {
  if (!(await deps.users.find(userId, tx))) throw new AppError("error.user.not_found");
  const at = deps.clock.now();
  const request = await deps.gdprRequests.cancelDeletion(tx, userId, at);
  if (!request) throw await refusalOf(deps, tx, userId);
  const { _id, status } = request;
  const user = await deps.users.setStatus(tx, userId, ["DEACTIVATED"], "ACTIVE");
  // Unreachable: while the request is pending, only its purge changes this status.
  if (!user) throw new AppError("error.conflict");
  await requireLeaver(deps, tx, sessionId);
  await deps.sessions.endLeft(tx, userId, { reason: "DELETION_CANCELLED", at }, sessionId);
  const details = { gdprRequestId: _id };
  await deps.audit.add(tx, { actor: userId, action: "user.deletion_cancelled", target: userId, details, requestId });
  await deps.outbox.add(tx, userChanged, userChange(user, at));
  await deps.outbox.add(tx, userDeletionCancelled, { userId, requestId: _id });
  return { requestId: _id, status };
}

async function refusalOf({ gdprRequests }: CancelDeps, tx: Tx, userId: string): Promise<AppError> {
  const open = await gdprRequests.findOpen(userId, "DELETION", tx);
  return new AppError(open ? "gdpr.error.already_processing" : "gdpr.error.no_pending_request");
}
