import { implement } from "#libs/contract-kit/implement.ts";
import { MODERATED_STATUSES, setUserStatus, userChanged } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { requireAuthorityOver } from "../domain/require-authority-over.ts";
import { requireSuperAdmin } from "../staff/require-super-admin.ts";
import { userChange } from "../views/user-view.ts";

type StatusDeps = Pick<Deps, "clock" | "transaction" | "users" | "staff" | "sessions" | "outbox" | "audit" | "hints">;

/**
 * PATCH /admin/users/{userId}/status. A suspension or a ban ends every session in the same transaction. Setting the current status changes
 * nothing.
 */
export const setUserStatusAction = (deps: StatusDeps) =>
  implement(setUserStatus, async ({ params: { userId, status, reason }, caller, requestId }) => {
    const endedSessions = await deps.transaction(async (tx) => {
      const before = await deps.users.find(userId, tx);
      if (!before) throw new AppError("error.user.not_found");
      requireAuthorityOver(caller, before);
      if (before.status === status) return [];
      const at = deps.clock.now();
      const user = await deps.users.setStatus(tx, userId, MODERATED_STATUSES, status);
      // A deactivated user stays deactivated until the deletion is cancelled.
      if (!user) throw new AppError("error.conflict");
      await requireSuperAdmin(deps, tx, before);
      const details = { from: before.status, to: status, reason };
      await deps.audit.add(tx, { actor: caller.userId, action: "user.status_changed", target: userId, details, requestId });
      await deps.outbox.add(tx, userChanged, userChange(user, at));
      return status === "ACTIVE" ? [] : deps.sessions.revokeAll(tx, userId, { reason: "ADMIN", at });
    }, userId);
    deps.hints.sessionsRevoked(endedSessions, "ADMIN");
  });
