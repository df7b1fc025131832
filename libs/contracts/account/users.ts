import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { STAFF_ROLES } from "#libs/policies/roles.ts";
import { anyId, cursorOfItems, id, nullableText, optionalTimestamp, pathId, readableText, timestamp } from "../shared.ts";
import { MAX_LISTED_SESSIONS, openSession, roles } from "./shapes.ts";
import { HELD_CHANGES, MODERATED_STATUSES, USER_STATUSES } from "./terms.ts";

/** Shorter beginnings of an address or a username would match too many users. */
export const MIN_EMAIL_PREFIX = 3;
export const MIN_USERNAME_PREFIX = 2;
/** Users whose names one call returns. */
export const MAX_NAMES = 100;

const names = {
  id,
  username: nullableText,
  displayName: nullableText,
  status: { type: "enum", values: USER_STATUSES },
} as const;

/** A user as staff see it. */
const listedUser = {
  type: "object",
  props: {
    ...names,
    email: { type: "string" },
    roles,
    emailVerified: { type: "boolean" },
    secondFactors: { type: "number", integer: true },
    createdAt: timestamp,
    lastLoginAt: optionalTimestamp,
  },
} as const satisfies ObjectRule;

export const listUsers = action({
  name: "account.listUsers",
  summary: "Users, newest first; with the beginning of an address or a username in its order. The audit log records each search",
  http: { method: "GET", path: "/admin/users", auth: "admin", permission: "users:read" },
  params: {
    email: { type: "string", min: MIN_EMAIL_PREFIX, max: 254, mailAddress: true, optional: true, description: "Its beginning" },
    username: {
      type: "string",
      min: MIN_USERNAME_PREFIX,
      max: 30,
      trim: true,
      lowercase: true,
      optional: true,
      description: "Its beginning",
    },
    status: { type: "enum", values: USER_STATUSES, optional: true, description: "When absent: all but DELETED" },
    role: { type: "enum", values: STAFF_ROLES, optional: true },
    cursor: { ...id, optional: true, description: "nextCursor of the previous page" },
    limit: { type: "number", integer: true, min: 1, max: 100, default: 20 },
  },
  returns: cursorOfItems(listedUser),
  errors: [],
});

export const getUser = action({
  name: "account.getUser",
  summary:
    "A user with creator profile, sessions, sign-ins elsewhere, waiting changes and a pending deletion. The audit log records each look",
  http: { method: "GET", path: "/admin/users/{userId}", auth: "admin", permission: "users:read" },
  params: { userId: pathId },
  returns: {
    type: "object",
    props: {
      ...listedUser.props,
      locale: { type: "string" },
      timezone: nullableText,
      creatorId: { ...id, nullable: true, description: "Of the creator profile; null without one" },
      openSessions: { type: "number", integer: true },
      linkedSignIns: { type: "number", integer: true, description: "Accounts elsewhere that sign in here" },
      deletionScheduledAt: { ...optionalTimestamp, description: "When the account is deleted; null without a request" },
      waiting: {
        type: "array",
        items: { type: "object", props: { kind: { type: "enum", values: HELD_CHANGES }, dueAt: timestamp } },
        max: HELD_CHANGES.length,
        description: "Changes that the owner can still stop",
      },
      factorResetDue: {
        ...optionalTimestamp,
        description: "When a reset of the second factors takes effect that the caller asks for now; null when the caller may not",
      },
      statusNext: {
        type: "array",
        items: { type: "enum", values: MODERATED_STATUSES },
        max: MODERATED_STATUSES.length,
        description: "The statuses that the caller may set; none of one's own account, and of staff only by a super admin",
      },
    },
  },
  errors: ["error.user.not_found"],
});

export const listUserSessions = action({
  name: "account.listUserSessions",
  summary: "The open sessions of a user, those of the administration after the others",
  http: { method: "GET", path: "/admin/users/{userId}/sessions", auth: "admin", permission: "users:read" },
  params: { userId: pathId },
  returns: {
    type: "array",
    max: 2 * MAX_LISTED_SESSIONS,
    items: { type: "object", props: { ...openSession.props, kind: { type: "enum", values: ["USER", "ADMIN"] } } },
  },
  errors: ["error.user.not_found"],
});

export const revokeUserSessions = action({
  name: "account.revokeUserSessions",
  summary: "End one or all sessions of a user; those of staff by super admins only",
  http: { method: "POST", path: "/admin/users/{userId}/sessions/revoke", auth: "admin", permission: "sessions:revoke" },
  params: {
    userId: pathId,
    sessionId: { ...anyId, optional: true, description: "The one to end; all when absent" },
    reason: { ...readableText, trim: true, min: 1, max: 500 },
  },
  returns: { type: "object", props: { ended: { type: "number", integer: true } } },
  errors: ["error.user.not_found", "auth.session.not_found"],
});

export const requestFactorReset = action({
  name: "account.requestFactorReset",
  summary:
    "Remove all second factors of a user who has lost them, after a time in which the link of a mail, or a factor at a sign-in or step-up, stops it; of staff by super admins only",
  http: {
    method: "POST",
    path: "/admin/users/{userId}/mfa-resets",
    status: 201,
    auth: "admin",
    permission: "users:write",
    stepUp: true,
  },
  params: { userId: pathId, reason: { ...readableText, trim: true, min: 1, max: 500 } },
  returns: { type: "object", props: { dueAt: { ...timestamp, description: "Of the reset that waits already, when there is one" } } },
  errors: ["error.user.not_found", "auth.mfa.nothing_to_reset"],
});

export const listNames = action({
  name: "account.listNames",
  summary:
    "Names of users in the order of the ids, without unknown ones; without users:read, those of staff only. Or of a colleague by address",
  http: { method: "GET", path: "/admin/names", auth: "admin" },
  params: {
    ids: {
      type: "string",
      pattern: new RegExp(`^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,${MAX_NAMES - 1}}$`),
      lowercase: true,
      max: MAX_NAMES * 37,
      optional: true,
      description: "At most 100 ids of users, separated by commas",
    },
    email: {
      type: "string",
      max: 254,
      trim: true,
      lowercase: true,
      optional: true,
      description: "Whole address of a colleague, instead of ids",
    },
  },
  returns: {
    type: "array",
    items: {
      type: "object",
      props: {
        ...names,
        email: { type: "string", optional: true, description: "Of a colleague without a name, for staff with users:read" },
      },
    },
    max: MAX_NAMES,
  },
  errors: [],
});
