import { action } from "#libs/contract-kit/contract.ts";
import { emailAddress, LOCALES, pathId, personName, readableLine } from "../shared.ts";
import {
  acceptTerms,
  browserCookie,
  captchaErrors,
  captchaToken,
  clientParams,
  deviceCookie,
  deviceParams,
  deviceToken,
  endOfSession,
  mailedToken,
  openSessions,
  REFRESH_COOKIE,
  readsDevice,
  refreshCookie,
  registrationCookie,
  signInResponse,
  tokenResponse,
  user,
} from "./shapes.ts";
import type { UserStatus } from "./terms.ts";

export * from "./admin.ts";
export * from "./email-change.ts";
export * from "./external-sign-ins.ts";
export * from "./gdpr.ts";
export * from "./internal.ts";
export * from "./logout-all.ts";
export * from "./passkeys.ts";
export * from "./pictures.ts";
export * from "./roles.ts";
export * from "./second-factors.ts";
export { MAX_LISTED_SESSIONS, RECOVERY_CODES, REFRESH_COOKIE } from "./shapes.ts";
export * from "./sign-in.ts";
export * from "./staff.ts";
export * from "./step-up.ts";
export * from "./terms.ts";
export * from "./users.ts";

/** Algorithm and fixed claims of an access token; the gateway verifies all of them. */
export const ACCESS_TOKEN = {
  algorithm: "ES256",
  type: "at+jwt",
  issuer: "creator-platform",
  audience: "api",
  clientId: "first-party",
  use: "access",
} as const;

/** The claims of an access token (RFC 9068). */
export interface AccessClaims {
  readonly iss: typeof ACCESS_TOKEN.issuer;
  readonly aud: typeof ACCESS_TOKEN.audience;
  readonly typ: typeof ACCESS_TOKEN.use;
  readonly token_use: typeof ACCESS_TOKEN.use;
  readonly client_id: typeof ACCESS_TOKEN.clientId;
  /** User id. */
  readonly sub: string;
  /** Session id. */
  readonly sid: string;
  readonly roles: readonly string[];
  readonly status: UserStatus;
  /** When the person last proved who they are, in Unix seconds. A refresh does not change it. */
  readonly auth_time: number;
  /** How (RFC 8176). */
  readonly amr: readonly string[];
  /** The token was given out for that proof, not for a refresh token. */
  readonly gave_proof: boolean;
  /** Token id. */
  readonly jti: string;
  /** Issued at, in Unix seconds. */
  readonly iat: number;
  /** Expires at, in Unix seconds. */
  readonly exp: number;
}

const password = { type: "string", min: 8, max: 256, description: "At least 8 characters" } as const;
export const register = action({
  name: "account.register",
  class: "slow",
  summary: "Create an account; by default the response does not reveal whether the email address is registered already",
  http: {
    method: "POST",
    path: "/auth/register",
    status: 201,
    auth: "public",
    limit: "register",
    cookie: [registrationCookie, deviceCookie],
    readsCookies: { browserCookie: registrationCookie.name, ...readsDevice },
  },
  params: {
    email: emailAddress,
    password,
    displayName: { ...personName, optional: true },
    locale: { type: "enum", values: LOCALES, optional: true },
    acceptTerms,
    captchaToken,
    browserCookie,
    requestsInWindow: { type: "number", integer: true, optional: true, from: "requestsInWindow" },
    acceptLanguage: { type: "string", optional: true, from: "locale" },
    ...deviceParams,
  },
  returns: {
    type: "object",
    props: {
      email: { type: "string" },
      emailVerified: { type: "boolean" },
      browserKey: {
        type: "string",
        optional: true,
        description: "Signs in with the verified address; in the body for clients without cookies, browsers get it only as a cookie",
      },
      deviceToken,
    },
  },
  errors: [...captchaErrors, "auth.register.terms_required", "auth.password.too_common", "auth.register.email_taken"],
});

export const resendVerification = action({
  name: "account.resendVerification",
  summary: "Send the verification mail again; the response is the same for a verified or unknown address",
  http: { method: "POST", path: "/auth/verify-email/resend", status: 202, auth: "public", limit: "mail_request" },
  params: { email: emailAddress },
  returns: null,
  errors: [],
});

export const login = action({
  name: "account.login",
  class: "slow",
  summary: "Sign in with email address and password",
  http: {
    method: "POST",
    path: "/auth/login",
    auth: "public",
    limit: "login",
    cookie: [refreshCookie, deviceCookie],
    readsCookies: readsDevice,
  },
  params: {
    email: emailAddress,
    password: { type: "string", min: 1, max: 256 },
    deviceName: { ...readableLine, max: 100, optional: true },
    captchaToken,
    ...clientParams,
    ...deviceParams,
  },
  returns: signInResponse,
  errors: [...captchaErrors, "auth.login.invalid_credentials", "auth.account.suspended", "error.throttled"],
});

export const refresh = action({
  name: "account.refresh",
  summary: "Exchange a refresh token for a new access token and a new refresh token",
  http: {
    method: "POST",
    path: "/auth/refresh",
    auth: "public",
    limit: "refresh",
    cookie: refreshCookie,
    readsCookies: { refreshCookie: REFRESH_COOKIE },
  },
  params: {
    refreshToken: { type: "string", max: 4096, optional: true, description: "For clients without cookies" },
    refreshCookie: { type: "string", max: 4096, optional: true, from: "cookie" },
    ...clientParams,
  },
  returns: tokenResponse,
  errors: ["auth.refresh.invalid_token", "error.conflict"],
});

export const logout = action({
  name: "account.logout",
  summary: "End the current session",
  http: { method: "POST", path: "/auth/logout", auth: "bearer", limit: "login", openDuringDeletion: true, expiresCookie: refreshCookie },
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
    displayName: { ...personName, optional: true },
    locale: { type: "enum", values: LOCALES, optional: true },
    timezone: { type: "string", max: 50, optional: true },
  },
  returns: user,
  errors: [],
});

export const checkUsername = action({
  name: "account.checkUsername",
  summary: "Whether the caller could become a creator under a username; the upgrade decides",
  http: { method: "GET", path: "/creators/usernames/{username}", auth: "bearer", limit: "usernames" },
  params: { username: { ...pathId, cutTo: 101 } },
  returns: {
    type: "object",
    props: {
      username: { type: "string", description: "As it would be stored" },
      available: { type: "boolean" },
      reason: { type: "enum", values: ["TAKEN", "RESERVED", "INVALID"], nullable: true, description: "Why not; a name on hold is TAKEN" },
    },
  },
  errors: [],
});

export const listSessions = action({
  name: "account.listSessions",
  summary: "The open sessions of the signed-in user",
  http: { method: "GET", path: "/auth/sessions", auth: "bearer", limit: "login" },
  params: {},
  returns: openSessions,
  errors: [],
});

export const revokeSession = action({
  name: "account.revokeSession",
  summary: "End one of the caller's sessions",
  http: { method: "DELETE", path: "/auth/sessions/{sessionId}", auth: "bearer", limit: "login" },
  ...endOfSession,
});

export const forgotPassword = action({
  name: "account.forgotPassword",
  summary: "Request a mail with a reset link; the response is the same for an unknown address",
  http: { method: "POST", path: "/auth/password/forgot", status: 202, auth: "public", limit: "mail_request" },
  params: { email: emailAddress, captchaToken },
  returns: null,
  errors: captchaErrors,
});

export const resetPassword = action({
  name: "account.resetPassword",
  class: "slow",
  summary: "Set a new password with the token from the reset mail; every session of the user ends",
  http: {
    method: "POST",
    path: "/auth/password/reset",
    auth: "public",
    limit: "login",
    cookie: deviceCookie,
    readsCookies: readsDevice,
  },
  params: { token: mailedToken, password, ...deviceParams },
  returns: { type: "object", props: { deviceToken } },
  errors: ["auth.reset.invalid_token", "auth.password.too_common", "auth.password.too_short"],
});

export const changePassword = action({
  name: "account.changePassword",
  class: "slow",
  summary: "Change the password; every other session ends, and the tenth wrong password ends this one",
  http: { method: "POST", path: "/auth/password/change", auth: "bearer", limit: "login" },
  params: { currentPassword: { type: "string", min: 1, max: 256 }, newPassword: password },
  returns: null,
  errors: ["auth.password.incorrect", "auth.password.too_common", "auth.password.too_short"],
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
        max: 20,
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
