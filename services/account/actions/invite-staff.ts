import { implement } from "#libs/contract-kit/implement.ts";
import { inviteStaff } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { isAdminRole } from "#libs/policies/roles.ts";
import { newMailToken } from "../crypto/opaque-token.ts";
import type { Deps } from "../deps.ts";
import { distinctRoles, type StaffInvitation } from "../domain/staff-invitation.ts";

type InviteDeps = Pick<Deps, "clock" | "config" | "transaction" | "users" | "staffInvitations" | "audit" | "mailer">;

/** POST /admin/staff/invitations. The token is in the mail alone. The audit log has no address, because the person may never join. */
export const inviteStaffAction = (deps: InviteDeps) =>
  implement(inviteStaff, async ({ params: { email, roles: given, locale }, caller, requestId }) => {
    const [account, sender] = await Promise.all([deps.users.findByEmail(email), deps.users.find(caller.userId)]);
    if (account?.roles.some(isAdminRole)) throw new AppError("staff.error.already_staff");
    if (!sender) throw new AppError("error.unauthorized");
    const roles = distinctRoles(given);
    const { token, hash } = newMailToken();
    const createdAt = deps.clock.now();
    const expiresAt = new Date(createdAt.getTime() + deps.config.read("auth.staff_invitation_hours") * HOUR);
    const [_id, times] = [uuid(), { createdAt, expiresAt }];
    const parties = { invitedBy: sender._id, acceptedBy: null };
    const invitation: StaffInvitation = { _id, email, roles, tokenHash: hash, status: "PENDING", ...parties, ...times };
    await insertInvitation(deps, invitation, requestId);
    deps.mailer.send({
      to: email,
      kind: "staff_invitation",
      locale: locale ?? account?.locale ?? sender.locale,
      token,
      details: { sender: sender.displayName ?? sender.email },
      lists: { roles: roles.map((role) => `page.staffPeople.role.${role}`) },
    });
    return { invitationId: _id, expiresAt: expiresAt.toISOString() };
  });

async function insertInvitation(
  { transaction, staffInvitations, audit }: InviteDeps,
  invitation: StaffInvitation,
  requestId: string,
): Promise<void> {
  const { _id: target, invitedBy: actor, roles } = invitation;
  try {
    await transaction(async (tx) => {
      await staffInvitations.replace(tx, invitation);
      await audit.add(tx, { actor, action: "staff.invited", target, details: { roles }, requestId });
    });
  } catch (error) {
    // Another invitation of this address was sent at the same time.
    if (isDuplicateKey(error, "email")) throw new AppError("error.conflict");
    throw error;
  }
}
