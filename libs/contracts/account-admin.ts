import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { captchaErrors, captchaToken } from "./account-shapes.ts";
import { emailAddress, id, timestamp } from "./shared.ts";

/** The cookie of an admin session, and where it is sent (spec 5). */
export const ADMIN_COOKIE = { name: "admin_session", path: "/api/v1/admin" } as const;

const admin = {
  type: "object",
  props: {
    id,
    email: { type: "string" },
    roles: { type: "array", items: { type: "string" } },
    permissions: { type: "array", items: { type: "string" }, description: "What the roles allow" },
  },
} as const satisfies ObjectRule;

const csrfToken = { type: "string", description: "For the header X-CSRF-Token of writes; good as long as the session" } as const;

export const adminLogin = action({
  name: "account.adminLogin",
  summary: "Open an admin session; its cookie goes to the admin routes only",
  http: {
    method: "POST",
    path: "/admin/auth/login",
    auth: "public",
    limit: "login",
    cookie: { ...ADMIN_COOKIE, field: "sessionCookie", cookieOnly: true },
  },
  params: {
    email: emailAddress,
    password: { type: "string", min: 1, max: 256 },
    captchaToken,
  },
  returns: {
    type: "object",
    props: {
      sessionCookie: { type: "string", optional: true, description: "In the cookie, never in the body" },
      csrfToken,
      expiresAt: timestamp,
      admin,
    },
  },
  errors: [...captchaErrors, "auth.login.invalid_credentials", "auth.account.suspended", "auth.account.deactivated", "error.throttled"],
});

export const getAdmin = action({
  name: "account.getAdmin",
  summary: "The signed-in admin, with roles and permissions",
  http: { method: "GET", path: "/admin/auth/me", auth: "admin" },
  params: {},
  returns: admin,
  errors: [],
});

export const getCsrfToken = action({
  name: "account.getCsrfToken",
  summary: "A CSRF token for this admin session; earlier ones stay good",
  http: { method: "GET", path: "/admin/auth/csrf", auth: "adminSession" },
  params: {},
  returns: { type: "object", props: { csrfToken } },
  errors: [],
});

export const adminLogout = action({
  name: "account.adminLogout",
  summary: "End this admin session",
  http: { method: "POST", path: "/admin/auth/logout", auth: "adminSession", expiresCookie: ADMIN_COOKIE },
  params: {},
  returns: null,
  errors: [],
});

/** Asked by the gateway for each request with an admin cookie, at most once a second for each session. */
export const getAdminSession = action({
  name: "account.getAdminSession",
  summary: "Whose admin session it is, as roles are now; nobody's when it has ended",
  params: { sessionId: { type: "string", max: 64 }, secretHash: { type: "string", max: 64 } },
  returns: {
    type: "object",
    props: {
      admin: {
        type: "object",
        nullable: true,
        props: { userId: { type: "string" }, roles: { type: "array", items: { type: "string" } }, accountStatus: { type: "string" } },
      },
    },
  },
  errors: [],
});
