import { implement } from "#libs/contract-kit/implement.ts";
import { MODERATED_STATUSES, setUserStatus, userChanged } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { requireAuthorityOver } from "../domain/admin-checks.ts";
import { userChange } from "../domain/user-view.ts";

type StatusDeps = Pick<Deps, "clock" | "transaction" | "users" | "sessions" | "outbox" | "audit" | "hints">;

/** A suspension or a ban ends every session in the same transaction. The status that is there already is no change. */
export const setUserStatusAction = (deps: StatusDeps) =>
  implement(setUserStatus, async ({ params: { userId, status, reason }, caller, requestId }) => {
    const ended = await deps.transaction(async (tx) => {
      const before = await deps.users.findInTransaction(tx, userId);
      if (!before) throw new AppError("error.user.not_found");
      requireAuthorityOver(caller, before);
      if (before.status === status) return [];
      const at = deps.clock.now();
      const user = await deps.users.setStatus(tx, userId, MODERATED_STATUSES, status);
      // Who is about to be deleted stays so until the deletion is cancelled.
      if (!user) throw new AppError("error.conflict");
      const details = { from: before.status, to: status, reason };
      await deps.audit.add(tx, { actor: caller.userId, action: "user.status_changed", target: userId, details, requestId });
      await deps.outbox.add(tx, userChanged, userChange(user, at), { requestId });
      return status === "ACTIVE" ? [] : deps.sessions.revokeAll(tx, userId, { reason: "ADMIN", at });
    });
    deps.hints.revoked(ended, "ADMIN");
  });
