import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { nullableText, optionalTimestamp, readableLine } from "../shared.ts";
import {
  AUTH_PATH,
  acceptTerms,
  browserCookie,
  clientParams,
  deviceCookie,
  deviceParams,
  mailedToken,
  optionalTokens,
  readsDevice,
  refreshCookie,
  registrationCookie,
  signInResponse,
} from "./shapes.ts";

/** Binds an OAuth sign-in to the browser that began it. */
export const BROWSER_COOKIE = "oauth_browser";

/** Longest time from the start of an OAuth sign-in to its completion. */
export const OAUTH_LIFETIME_SECONDS = 600;

export const redirectUri = {
  type: "string",
  min: 1,
  max: 500,
  optional: true,
  description: "One of the allowed addresses; the first one when absent",
} as const;

/** A sign-in elsewhere that has begun. */
export const signInElsewhere = {
  type: "object",
  props: {
    authorizationUrl: { type: "string", max: 8_192, description: "Where to send the browser" },
    state: { type: "string", description: "Returned by the provider together with the code" },
    browserKey: {
      type: "string",
      optional: true,
      description: "In the body for clients without cookies (mobile and API clients); browsers get it only as a cookie",
    },
  },
} as const satisfies ObjectRule;

/** What the provider has sent back with the browser. */
export const externalAnswer = {
  code: { type: "string", min: 1, max: 2_000 },
  state: { type: "string", min: 1, max: 200 },
  browserKey: { type: "string", max: 200, optional: true, description: "For clients without cookies" },
  browserCookie,
} as const;

export const getCaptcha = action({
  name: "account.getCaptcha",
  summary: "A captcha to solve, and whether one is required",
  http: { method: "GET", path: "/auth/captcha", auth: "public" },
  params: {},
  returns: {
    type: "object",
    props: {
      required: { type: "boolean", description: "Whether registration, login and forgotten passwords require one now" },
      kind: { ...nullableText, description: "The kind of captcha: proof_of_work, sandbox; null when there is none" },
      challenge: {
        ...nullableText,
        description: "proof_of_work: the token is <challenge>.<counter>, with a counter that you have to find",
      },
      difficulty: {
        type: "number",
        integer: true,
        nullable: true,
        description: "Leading zero bits that the SHA-256 of the token must have",
      },
      expiresAt: optionalTimestamp,
    },
  },
  errors: ["provider.error.off", "provider.error.failed"],
});

export const startOAuth = action({
  name: "account.startOAuth",
  class: "slow",
  summary: "Begin a sign-in with an external account",
  http: {
    method: "GET",
    path: "/auth/oauth/start",
    auth: "public",
    limit: "login",
    cookie: { field: "browserKey", name: BROWSER_COOKIE, path: AUTH_PATH, maxAgeSeconds: OAUTH_LIFETIME_SECONDS },
    readsCookies: { browserCookie: BROWSER_COOKIE },
  },
  params: { redirectUri, acceptTerms, browserCookie },
  returns: signInElsewhere,
  errors: ["auth.oauth.redirect_not_allowed", "provider.error.off", "provider.error.failed"],
});

/** The answer to a sign-in elsewhere: that of a login, or the challenge that asks for the code of a mail. */
const elsewhereResponse = {
  type: "object",
  props: {
    ...signInResponse.props,
    emailConfirmation: {
      type: "boolean",
      optional: true,
      description: "True: the provider does not say whether the address is verified, so we have mailed a code there",
    },
  },
} as const satisfies ObjectRule;

export const completeOAuth = action({
  name: "account.completeOAuth",
  class: "slow",
  summary:
    "Complete a sign-in with an external account; the answer is that of a login, or asks for the code that was mailed to the address",
  http: {
    method: "POST",
    path: "/auth/oauth/callback",
    auth: "public",
    limit: "login",
    cookie: [refreshCookie, deviceCookie],
    readsCookies: { browserCookie: BROWSER_COOKIE, ...readsDevice },
  },
  params: {
    ...externalAnswer,
    deviceName: { ...readableLine, max: 100, optional: true },
    acceptLanguage: { type: "string", optional: true, from: "locale" },
    ...clientParams,
    ...deviceParams,
  },
  returns: elsewhereResponse,
  errors: [
    "auth.oauth.invalid_state",
    "auth.oauth.rejected",
    "auth.oauth.email_unverified",
    "auth.oauth.account_exists",
    "auth.register.terms_required",
    "auth.account.suspended",
    "auth.login.invalid_credentials",
    "provider.error.off",
    "provider.error.failed",
  ],
});

export const confirmOAuth = action({
  name: "account.confirmOAuth",
  class: "slow",
  summary: "Complete a sign-in with an external account by the code that was mailed to its address; the answer is that of a login",
  http: {
    method: "POST",
    path: "/auth/oauth/confirm",
    auth: "public",
    limit: "login",
    cookie: [refreshCookie, deviceCookie],
    readsCookies: readsDevice,
  },
  params: {
    challengeToken: { type: "string", min: 1, max: 200 },
    code: { type: "string", min: 1, max: 20, description: "8 digits; spaces do not count" },
    deviceName: { ...readableLine, max: 100, optional: true },
    acceptLanguage: { type: "string", optional: true, from: "locale" },
    ...clientParams,
    ...deviceParams,
  },
  returns: signInResponse,
  errors: [
    "auth.mfa.invalid_challenge",
    "auth.mfa.invalid_code",
    "auth.oauth.account_exists",
    "auth.register.terms_required",
    "auth.account.suspended",
    "auth.login.invalid_credentials",
    "provider.error.off",
  ],
});

export const verifyEmail = action({
  name: "account.verifyEmail",
  summary:
    "Verify an email address with the token from the verification mail; in the browser that registered, the answer is that of a login",
  http: {
    method: "POST",
    path: "/auth/verify-email",
    auth: "public",
    cookie: [refreshCookie, deviceCookie],
    readsCookies: { browserCookie: registrationCookie.name, ...readsDevice },
  },
  params: {
    token: mailedToken,
    browserKey: { type: "string", max: 200, optional: true, description: "From the registration, for clients without cookies" },
    browserCookie,
    deviceName: { ...readableLine, max: 100, optional: true },
    ...clientParams,
    ...deviceParams,
  },
  returns: {
    type: "object",
    props: {
      email: { type: "string", description: "The verified address" },
      ...optionalTokens,
    },
  },
  errors: ["auth.verify.invalid_token"],
});
