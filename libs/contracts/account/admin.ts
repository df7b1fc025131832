import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { emailAddress, id, nullableText, pathId, readableText, timestamp } from "../shared.ts";
import {
  captchaErrors,
  captchaToken,
  clientParams,
  deviceCookie,
  deviceParams,
  deviceToken,
  endOfSession,
  openSessions,
  readsDevice,
  roles,
  secondFactorAsked,
  secondFactors,
} from "./shapes.ts";
import { MODERATED_STATUSES } from "./terms.ts";

/** The cookie of an admin session and the path that it is sent to (spec 5). */
export const ADMIN_COOKIE = { name: "admin_session", path: "/api/v1/admin" } as const;

const admin = {
  type: "object",
  props: {
    id,
    email: { type: "string" },
    secondFactors,
    roles,
    permissions: { type: "array", items: { type: "string" }, max: 100, description: "Granted by the roles" },
  },
} as const satisfies ObjectRule;

/** The last proof of a session. */
const proof = {
  provenAt: { type: "number", integer: true, description: "In Unix seconds" },
  amr: { type: "array", items: { type: "string" }, max: 10, description: "How (RFC 8176)" },
} as const;

const csrfToken = { type: "string", description: "For the header X-CSRF-Token of writes; valid as long as the session" } as const;

/** The answer to the sign-in of an administrator: the session, or the challenge that asks for a second factor. */
export const adminSignInResponse = {
  type: "object",
  props: {
    ...secondFactorAsked,
    sessionCookie: { type: "string", optional: true, description: "Only in the cookie, never in the body" },
    csrfToken: { ...csrfToken, optional: true },
    expiresAt: { ...timestamp, description: "When the session, or the challenge, ends" },
    admin: { ...admin, optional: true },
    deviceToken,
  },
} as const satisfies ObjectRule;

export const adminLogin = action({
  name: "account.adminLogin",
  class: "slow",
  summary: "Open an admin session; its cookie is sent to the admin routes only",
  http: {
    method: "POST",
    path: "/admin/auth/login",
    auth: "public",
    limit: "login",
    cookie: [{ ...ADMIN_COOKIE, field: "sessionCookie", cookieOnly: true }, deviceCookie],
    readsCookies: readsDevice,
  },
  params: {
    email: emailAddress,
    password: { type: "string", min: 1, max: 256 },
    captchaToken,
    ...clientParams,
    ...deviceParams,
  },
  returns: adminSignInResponse,
  errors: [
    ...captchaErrors,
    "auth.login.invalid_credentials",
    "auth.account.suspended",
    "auth.account.deactivated",
    "auth.mfa.enrolment_required",
    "error.throttled",
  ],
});

export const getAdmin = action({
  name: "account.getAdmin",
  summary: "The signed-in admin, with roles and permissions",
  http: { method: "GET", path: "/admin/auth/me", auth: "admin", limit: "pages" },
  params: {},
  returns: admin,
  errors: [],
});

export const getCsrfToken = action({
  name: "account.getCsrfToken",
  summary: "A new CSRF token for this admin session; earlier ones stay valid",
  http: { method: "GET", path: "/admin/auth/csrf", auth: "adminSession", limit: "pages" },
  params: {},
  returns: { type: "object", props: { csrfToken } },
  errors: [],
});

export const adminLogout = action({
  name: "account.adminLogout",
  summary: "End this admin session",
  http: { method: "POST", path: "/admin/auth/logout", auth: "adminSession", limit: "login", expiresCookie: ADMIN_COOKIE },
  params: {},
  returns: null,
  errors: [],
});

export const listAdminSessions = action({
  name: "account.listAdminSessions",
  summary: "The open admin sessions of the caller, last used first",
  http: { method: "GET", path: "/admin/auth/sessions", auth: "adminSession", limit: "login" },
  params: {},
  returns: openSessions,
  errors: [],
});

export const revokeAdminSession = action({
  name: "account.revokeAdminSession",
  summary: "End one of the caller's admin sessions",
  http: { method: "DELETE", path: "/admin/auth/sessions/{sessionId}", auth: "adminSession", limit: "login" },
  ...endOfSession,
});

/** Called by the gateway for requests with an admin cookie and for open streams, at most once a second for each session and purpose. */
export const getAdminSession = action({
  name: "account.getAdminSession",
  summary: "The administrator of a session, with the current roles; null when the session has ended",
  params: {
    sessionId: { type: "string", max: 64 },
    secretHash: { type: "string", max: 64 },
    isUse: { type: "boolean", default: true, description: "Whether it prolongs the session; what a page asks by itself does not" },
  },
  returns: {
    type: "object",
    props: {
      admin: {
        type: "object",
        nullable: true,
        props: { userId: { type: "string" }, roles, accountStatus: { type: "string" }, ...proof },
      },
    },
  },
  errors: [],
});

export const setUserStatus = action({
  name: "account.setUserStatus",
  summary: "Suspend, ban or reinstate a user",
  http: { method: "PATCH", path: "/admin/users/{userId}/status", auth: "admin", permission: "users:write" },
  params: {
    userId: pathId,
    status: { type: "enum", values: MODERATED_STATUSES },
    reason: { ...readableText, trim: true, min: 1, max: 500 },
  },
  returns: null,
  errors: ["error.user.not_found", "staff.error.last_super_admin"],
});

export const testProvider = action({
  name: "account.testProvider",
  class: "slow",
  summary: "Try the active provider of a slot: email sends a mail to the caller; captcha, oauth and storage are tried without effect",
  http: {
    method: "POST",
    path: "/admin/providers/{slot}/test",
    auth: "admin",
    permission: "config:write",
    limit: "admin_config",
    idempotency: "never",
  },
  params: { slot: { type: "string", max: 40 } },
  returns: {
    type: "object",
    props: {
      slot: { type: "string" },
      provider: { ...nullableText, description: "The active implementation; null while the slot is off" },
      ok: { type: "boolean" },
      failure: {
        type: "enum",
        values: ["OFF", "TIMEOUT", "UNREACHABLE", "BAD_ANSWER", "OPEN", "DEFERRED", "REFUSED", "NOT_CONFIGURED", "UNKNOWN_REFERENCE"],
        nullable: true,
        description: "Why it does not work; null when it works",
      },
    },
  },
  errors: ["provider.error.not_testable"],
});
