import { type StaffInvitation, statusOf } from "../domain/staff-invitation.ts";
import { settledIdentity, type User } from "../domain/user.ts";

/** A member of the staff as super admins see it. */
export function staffView(user: User) {
  const { _id: userId, email, roles, status, secondFactors = 0, lastLoginAt } = user;
  const { displayName } = settledIdentity(user);
  return { userId, email, displayName, roles: [...roles], status, secondFactors, lastLoginAt: lastLoginAt?.toISOString() ?? null };
}

/** An invitation as super admins see it; never its token. */
export function invitationView(invitation: StaffInvitation, now: Date) {
  const { _id: invitationId, email, roles, invitedBy, createdAt, expiresAt } = invitation;
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { invitationId, email, roles: [...roles], status: statusOf(invitation, now), invitedBy, ...times };
}
