import type { Caller } from "#libs/contract-kit/caller.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { isAdminRole } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import { requireAuthorityOver } from "../domain/require-authority-over.ts";
import { distinctRoles } from "../domain/staff-invitation.ts";
import { requireSuperAdmin } from "./require-super-admin.ts";

export type ChangeRolesDeps = Pick<Deps, "clock" | "transaction" | "users" | "staff" | "staffInvitations" | "sessions" | "audit" | "hints">;

interface Change {
  readonly userId: string;
  readonly roles: readonly string[];
  readonly reason: string;
  readonly action: "staff.removed" | "staff.roles_changed";
}

/**
 * Replaces the roles of a colleague. A token carries roles and may not outlive them: a change ends all sessions in the same transaction.
 * The present roles change nothing. Throws staff.error.not_found, staff.error.last_super_admin, and error.forbidden for oneself.
 */
export async function changeRoles(
  deps: ChangeRolesDeps,
  { userId, roles, reason, action }: Change,
  { caller, requestId }: { readonly caller: Caller; readonly requestId: string },
): Promise<void> {
  const to = distinctRoles(roles);
  const endedSessions = await deps.transaction(async (tx) => {
    const before = await deps.users.find(userId, tx);
    if (!before?.roles.some(isAdminRole)) throw new AppError("staff.error.not_found");
    requireAuthorityOver(caller, before);
    const from = distinctRoles(before.roles);
    if (from.join() === to.join()) return [];
    const at = deps.clock.now();
    await deps.staff.setRoles(tx, before._id, to);
    await requireSuperAdmin(deps, tx, before);
    // An invitation from before the removal would bring the colleague back.
    if (to.length === 0) await deps.staffInvitations.revokePending(tx, before.email);
    await deps.audit.add(tx, { actor: caller.userId, action, target: userId, details: { from, to, reason }, requestId });
    return deps.sessions.revokeAll(tx, userId, { reason: "ROLE_CHANGE", at });
  }, userId);
  deps.hints.sessionsRevoked(endedSessions, "ROLE_CHANGE");
}
