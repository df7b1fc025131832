import { action } from "#libs/contract-kit/contract.ts";
import { captchaErrors, captchaToken, client, REFRESH_COOKIE, refreshCookie, signedIn, user } from "./account-shapes.ts";
import { MODERATED_STATUSES, type UserStatus } from "./account-terms.ts";
import { emailAddress, id, LOCALES, nullableText, pathId, timestamp } from "./shared.ts";

export * from "./account-admin.ts";
export * from "./account-contact.ts";
export * from "./account-gdpr.ts";
export * from "./account-internal.ts";
export * from "./account-providers.ts";
export { REFRESH_COOKIE, REFRESH_LIFETIME_SECONDS } from "./account-shapes.ts";
export * from "./account-sign-in.ts";
export * from "./account-terms.ts";

/** How access tokens are signed, and what they say of themselves; whoever verifies one insists on all of it. */
export const ACCESS_TOKEN = { algorithm: "ES256", issuer: "creator-platform", audience: "api", use: "access" } as const;

/** The claims of an access token. */
export interface AccessClaims {
  readonly iss: typeof ACCESS_TOKEN.issuer;
  readonly aud: typeof ACCESS_TOKEN.audience;
  readonly typ: typeof ACCESS_TOKEN.use;
  readonly token_use: typeof ACCESS_TOKEN.use;
  /** User id. */
  readonly sub: string;
  /** Session id. */
  readonly sid: string;
  readonly roles: readonly string[];
  readonly status: UserStatus;
  readonly jti: string;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
}

const password = { type: "string", min: 8, max: 256, description: "At least 8 characters" } as const;
export const register = action({
  name: "account.register",
  summary: "Create an account; the answer does not tell whether the address was known",
  http: { method: "POST", path: "/auth/register", status: 201, auth: "public", limit: "register" },
  params: {
    email: emailAddress,
    password,
    displayName: { type: "string", min: 1, max: 100, trim: true, optional: true },
    locale: { type: "enum", values: LOCALES, optional: true },
    captchaToken,
    acceptLanguage: { type: "string", optional: true, from: "locale" },
  },
  returns: { type: "object", props: { email: { type: "string" }, emailVerified: { type: "boolean" } } },
  errors: [...captchaErrors, "auth.password.too_common", "auth.register.email_taken"],
});

export const verifyEmail = action({
  name: "account.verifyEmail",
  summary: "Confirm an email address with the token of the mail",
  http: { method: "POST", path: "/auth/verify-email", auth: "public" },
  params: { token: { type: "string", min: 1, max: 200 } },
  returns: null,
  errors: ["auth.verify.invalid_token"],
});

export const resendVerification = action({
  name: "account.resendVerification",
  summary: "Send the verification mail again; always accepted",
  http: { method: "POST", path: "/auth/verify-email/resend", status: 202, auth: "public", limit: "register" },
  params: { email: emailAddress },
  returns: null,
  errors: [],
});

export const login = action({
  name: "account.login",
  summary: "Sign in with email address and password",
  http: { method: "POST", path: "/auth/login", auth: "public", limit: "login", cookie: refreshCookie },
  params: {
    email: emailAddress,
    password: { type: "string", min: 1, max: 256 },
    deviceName: { type: "string", max: 100, optional: true },
    captchaToken,
    ...client,
  },
  returns: signedIn,
  errors: [...captchaErrors, "auth.login.invalid_credentials", "auth.account.suspended", "error.throttled"],
});

export const refresh = action({
  name: "account.refresh",
  summary: "Exchange a refresh token for a new pair",
  http: {
    method: "POST",
    path: "/auth/refresh",
    auth: "public",
    limit: "login",
    cookie: refreshCookie,
    readsCookies: { refreshCookie: REFRESH_COOKIE },
  },
  params: {
    refreshToken: { type: "string", max: 4096, optional: true, description: "For clients without cookies" },
    refreshCookie: { type: "string", max: 4096, optional: true, from: "cookie" },
    ...client,
  },
  returns: signedIn,
  errors: ["auth.refresh.invalid_token"],
});

export const logout = action({
  name: "account.logout",
  summary: "End this session",
  http: { method: "POST", path: "/auth/logout", auth: "bearer", openDuringDeletion: true, expiresCookie: refreshCookie },
  params: {},
  returns: null,
  errors: [],
});

export const getMe = action({
  name: "account.getMe",
  summary: "The signed-in user",
  http: { method: "GET", path: "/auth/me", auth: "bearer" },
  params: {},
  returns: user,
  errors: [],
});

export const updateMe = action({
  name: "account.updateMe",
  summary: "Change display name, locale or time zone of the signed-in user",
  http: { method: "PATCH", path: "/auth/me", auth: "bearer" },
  params: {
    displayName: { type: "string", min: 1, max: 100, trim: true, optional: true },
    locale: { type: "enum", values: LOCALES, optional: true },
    timezone: { type: "string", max: 50, optional: true },
  },
  returns: user,
  errors: [],
});

export const listSessions = action({
  name: "account.listSessions",
  summary: "The open sessions of the signed-in user",
  http: { method: "GET", path: "/auth/sessions", auth: "bearer" },
  params: {},
  returns: {
    type: "array",
    items: {
      type: "object",
      props: {
        id,
        deviceName: nullableText,
        userAgentSummary: nullableText,
        country: nullableText,
        createdAt: timestamp,
        lastUsedAt: timestamp,
        expiresAt: timestamp,
        current: { type: "boolean" },
      },
    },
  },
  errors: [],
});

export const revokeSession = action({
  name: "account.revokeSession",
  summary: "End one of the own sessions",
  http: { method: "DELETE", path: "/auth/sessions/{sessionId}", auth: "bearer" },
  params: { sessionId: pathId },
  returns: null,
  errors: ["auth.session.not_found"],
});

export const forgotPassword = action({
  name: "account.forgotPassword",
  summary: "Ask for a reset link; always accepted",
  http: { method: "POST", path: "/auth/password/forgot", status: 202, auth: "public", limit: "register" },
  params: { email: emailAddress, captchaToken },
  returns: null,
  errors: captchaErrors,
});

export const resetPassword = action({
  name: "account.resetPassword",
  summary: "Set a new password with the token of the mail; ends every session",
  http: { method: "POST", path: "/auth/password/reset", auth: "public", limit: "login" },
  params: { token: { type: "string", min: 1, max: 200 }, password },
  returns: null,
  errors: ["auth.reset.invalid_token", "auth.password.too_common"],
});

export const changePassword = action({
  name: "account.changePassword",
  summary: "Change the password; ends every other session",
  http: { method: "POST", path: "/auth/password/change", auth: "bearer", limit: "login" },
  params: { currentPassword: { type: "string", min: 1, max: 256 }, newPassword: password },
  returns: null,
  errors: ["auth.password.incorrect", "auth.password.too_common", "error.throttled"],
});

export const getPublicKeys = action({
  name: "account.getPublicKeys",
  summary: "Public keys that verify access tokens (JWKS)",
  http: { method: "GET", path: "/.well-known/jwks.json", auth: "public", root: true, bare: true },
  params: {},
  returns: {
    type: "object",
    props: {
      keys: {
        type: "array",
        items: {
          type: "object",
          props: {
            kty: { type: "string" },
            crv: { type: "string" },
            x: { type: "string" },
            y: { type: "string" },
            kid: { type: "string" },
            use: { type: "string" },
            alg: { type: "string" },
          },
        },
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
    reason: { type: "string", trim: true, min: 1, max: 500 },
  },
  returns: null,
  errors: ["error.user.not_found"],
});
