import { action, event } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { STAFF_ROLES } from "#libs/policies/roles.ts";
import {
  cursorOfItems,
  emailAddress,
  id,
  LOCALES,
  nullableText,
  optionalTimestamp,
  pathId,
  personName,
  readableText,
  timestamp,
} from "../shared.ts";
import { MAX_STAFF } from "./internal.ts";
import { acceptTerms, mailedToken, roles, secondFactors } from "./shapes.ts";
import { USER_STATUSES } from "./terms.ts";

/** An invitation that has lapsed is EXPIRED. */
export const INVITATION_STATUSES = ["PENDING", "ACCEPTED", "REVOKED", "EXPIRED"] as const;

const reason = { ...readableText, trim: true, min: 1, max: 500 } as const;

/** The roles that a person gets. */
const givenRoles = {
  type: "array",
  items: { type: "enum", values: STAFF_ROLES },
  min: 1,
  max: STAFF_ROLES.length,
  description: "All roles of the person from then on",
} as const;

const cursorParams = {
  cursor: { ...id, optional: true, description: "nextCursor of the previous page" },
  limit: { type: "number", integer: true, min: 1, max: 100, default: 20 },
} as const satisfies Rules;

const ofSuperAdmins = { auth: "admin", permission: "admins:manage" } as const;

export const listStaff = action({
  name: "account.listStaff",
  summary: "The staff, newest account first",
  http: { method: "GET", path: "/admin/staff", ...ofSuperAdmins },
  params: cursorParams,
  returns: cursorOfItems({
    type: "object",
    props: {
      userId: id,
      email: { type: "string" },
      displayName: nullableText,
      roles,
      status: { type: "enum", values: USER_STATUSES },
      secondFactors,
      lastLoginAt: optionalTimestamp,
    },
  }),
  errors: [],
});

export const inviteStaff = action({
  name: "account.inviteStaff",
  summary: "Invite a person to the staff by mail; an older invitation of that address ends",
  http: { method: "POST", path: "/admin/staff/invitations", status: 201, stepUp: true, ...ofSuperAdmins },
  params: {
    email: emailAddress,
    roles: givenRoles,
    locale: {
      type: "enum",
      values: LOCALES,
      optional: true,
      description: "Of the mail; when absent, that of the account, or of the sender",
    },
  },
  returns: { type: "object", props: { invitationId: id, expiresAt: timestamp } },
  errors: ["staff.error.already_staff"],
});

export const listInvitations = action({
  name: "account.listInvitations",
  summary: "Invitations to the staff, newest first",
  http: { method: "GET", path: "/admin/staff/invitations", ...ofSuperAdmins },
  params: cursorParams,
  returns: cursorOfItems({
    type: "object",
    props: {
      invitationId: id,
      email: { type: "string" },
      roles,
      status: { type: "enum", values: INVITATION_STATUSES },
      invitedBy: id,
      createdAt: timestamp,
      expiresAt: timestamp,
    },
  }),
  errors: [],
});

export const revokeInvitation = action({
  name: "account.revokeInvitation",
  summary: "End an open invitation to the staff",
  http: { method: "DELETE", path: "/admin/staff/invitations/{invitationId}", ...ofSuperAdmins },
  params: { invitationId: pathId },
  returns: null,
  errors: ["staff.invitation.not_found"],
});

export const acceptInvitation = action({
  name: "account.acceptInvitation",
  class: "slow",
  summary: "Join the staff by the link of an invitation; where the address has an account, as its owner, whose sessions all end",
  http: { method: "POST", path: "/auth/invitations/accept", status: 201, auth: "public", servesCaller: true, limit: "register" },
  params: {
    token: mailedToken,
    password: {
      type: "string",
      min: 1,
      max: 256,
      optional: true,
      description: "Of a new account; at least auth.staff_password_min_length characters",
    },
    displayName: { ...personName, optional: true, description: "Of a new account" },
    acceptTerms,
    acceptLanguage: { type: "string", optional: true, from: "locale" },
  },
  returns: { type: "object", props: { userId: id } },
  errors: [
    "auth.step_up.required",
    "auth.account.deactivated",
    "auth.password.too_common",
    "auth.password.too_short",
    "auth.register.terms_required",
    "staff.error.already_staff",
    "staff.invitation.invalid_token",
    "staff.invitation.password_first",
    "staff.invitation.sign_in_first",
  ],
});

const ofColleague = ["staff.error.not_found", "staff.error.last_super_admin"] as const;

export const setStaffRoles = action({
  name: "account.setStaffRoles",
  summary: "Change the roles of a colleague, whose sessions all end",
  http: { method: "PUT", path: "/admin/staff/{userId}/roles", stepUp: true, ...ofSuperAdmins },
  params: { userId: pathId, roles: givenRoles, reason },
  returns: null,
  errors: ofColleague,
});

export const removeStaff = action({
  name: "account.removeStaff",
  summary: "Take all roles from a colleague, whose sessions all end; the account stays",
  http: { method: "POST", path: "/admin/staff/{userId}/remove", stepUp: true, ...ofSuperAdmins },
  params: { userId: pathId, reason },
  returns: null,
  errors: ofColleague,
});

export const staffFactorEnrolled = event({
  name: "staff.factor_enrolled",
  owner: "account",
  summary: "A member of the staff has added a first second factor, of which super admins must hear",
  payload: {
    userId: id,
    superAdminIds: { type: "array", items: { type: "string" }, max: MAX_STAFF, description: "Those who are told" },
  },
});

export const staffJoined = event({
  name: "staff.joined",
  owner: "account",
  summary: "An invited person has joined the staff, of which super admins must hear",
  payload: {
    userId: id,
    superAdminIds: { type: "array", items: { type: "string" }, max: MAX_STAFF, description: "Those who are told" },
  },
});
