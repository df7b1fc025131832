import type { INVITATION_STATUSES } from "#libs/contracts/account/index.ts";
import { type DocumentOf, date, list, nullable, of, text } from "#libs/kernel/fields.ts";
import { STAFF_ROLES } from "#libs/policies/roles.ts";

type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export const staffInvitationFields = {
  _id: text,
  /** As `normalizeEmail` spells it. */
  email: text,
  roles: list(text),
  tokenHash: text,
  /** EXPIRED is never stored: time alone makes it so. */
  status: of<Exclude<InvitationStatus, "EXPIRED">>(),
  /** The super admin who invites. */
  invitedBy: text,
  /** The user who has accepted. */
  acceptedBy: nullable(text),
  createdAt: date,
  expiresAt: date,
};

/** An invitation to join the staff. */
export interface StaffInvitation extends DocumentOf<typeof staffInvitationFields> {}

export function statusOf({ status, expiresAt }: Pick<StaffInvitation, "status" | "expiresAt">, now: Date): InvitationStatus {
  return status === "PENDING" && expiresAt <= now ? "EXPIRED" : status;
}

/** Each role once, in the order of the list of roles. */
export function distinctRoles(roles: readonly string[]): string[] {
  return STAFF_ROLES.filter((role) => roles.includes(role));
}
