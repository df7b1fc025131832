import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { id, nullableText, optionalTimestamp, PLATFORMS, pathId, timestamp } from "../shared.ts";
import { USER_INTENTS, USER_STATUSES } from "./terms.ts";

export const REFRESH_COOKIE = "refresh_token";
export const AUTH_PATH = "/api/v1/auth";

/** Params that describe the client; the gateway fills them in from the request. */
export const clientParams = {
  platform: { type: "enum", values: PLATFORMS, default: "WEB", from: "platform" },
  userAgent: { type: "string", max: 512, optional: true, from: "userAgent" },
  country: { type: "string", max: 2, optional: true, from: "country" },
} as const;

const DEVICE_COOKIE = "device";

/** Lets a device be told from those of strangers. It is also sent to the login of staff. */
export const deviceCookie = { field: "deviceToken", name: DEVICE_COOKIE, path: "/api/v1", maxAgeSeconds: 400 * 24 * 60 * 60 } as const;

/** The cookie of a request that fills `deviceCookie`. */
export const readsDevice = { deviceCookie: DEVICE_COOKIE } as const;

/** Params by which a device is known. */
export const deviceParams = {
  deviceToken: { type: "string", max: 400, optional: true, description: "From the last sign-in, for clients without cookies" },
  deviceCookie: { type: "string", max: 400, optional: true, from: "cookie" },
} as const;

/** In the answer to a sign-in. */
export const deviceToken = {
  type: "string",
  optional: true,
  description: "Keep it for later sign-ins; in the body for clients without cookies, browsers get it only as a cookie",
} as const;

/** Each role once. */
export const roles = { type: "array", items: { type: "string" }, max: 20 } as const;

export const secondFactors = { type: "number", integer: true, description: "Active second factors" } as const;

export const user = {
  type: "object",
  props: {
    id,
    email: { type: "string" },
    emailVerified: { type: "boolean" },
    hasPassword: { type: "boolean", description: "False for an account that signs in with another provider only" },
    secondFactors,
    username: nullableText,
    displayName: nullableText,
    avatarUrl: nullableText,
    intent: { type: "enum", values: USER_INTENTS },
    status: { type: "enum", values: USER_STATUSES },
    roles,
    locale: { type: "string" },
    timezone: nullableText,
    createdAt: timestamp,
    lastLoginAt: optionalTimestamp,
  },
} as const satisfies ObjectRule;

/** Sessions in a list of one user, the latest. */
export const MAX_LISTED_SESSIONS = 100;

/** An open session; never its address on the net. */
export const openSession = {
  type: "object",
  props: {
    id,
    deviceName: nullableText,
    userAgentSummary: nullableText,
    country: nullableText,
    createdAt: timestamp,
    lastUsedAt: timestamp,
    expiresAt: timestamp,
    current: { type: "boolean", description: "Whether the request was made in it" },
  },
} as const satisfies ObjectRule;

/** The token of a mail's link. */
export const mailedToken = { type: "string", min: 1, max: 200, description: "From the link in the mail" } as const;

/** The list of a person's own sessions of one kind. */
export const openSessions = { type: "array", max: MAX_LISTED_SESSIONS, items: openSession } as const;

/** What ending one of them takes and answers. */
export const endOfSession = { params: { sessionId: pathId }, returns: null, errors: ["auth.session.not_found"] } as const;

/** The answer to a login and to a refresh. */
export const tokenResponse = {
  type: "object",
  props: {
    accessToken: { type: "string", max: 4_096, description: "JWT for the Authorization header" },
    tokenType: { type: "enum", values: ["Bearer"] },
    expiresIn: { type: "number", integer: true, description: "Seconds until the access token expires" },
    refreshToken: {
      type: "string",
      optional: true,
      description: "In the body for clients without cookies (mobile and API clients); browsers get it only as a cookie",
    },
    refreshExpiresAt: { ...timestamp, description: "When the session ends unless it is used before" },
    deviceToken,
    accountStatus: { type: "enum", values: USER_STATUSES },
    deletionScheduledAt: optionalTimestamp,
    user,
  },
} as const satisfies ObjectRule;

const { props: tokens } = tokenResponse;

/** The tokens of a sign-in that may also end without them. */
export const optionalTokens = {
  accessToken: { ...tokens.accessToken, optional: true },
  tokenType: { ...tokens.tokenType, optional: true },
  expiresIn: { ...tokens.expiresIn, optional: true },
  refreshToken: tokens.refreshToken,
  refreshExpiresAt: { ...tokens.refreshExpiresAt, optional: true },
  deviceToken: tokens.deviceToken,
  accountStatus: { ...tokens.accountStatus, optional: true },
  deletionScheduledAt: { ...tokens.deletionScheduledAt, optional: true },
  user: { ...user, optional: true },
} as const;

/** Bytes as WebAuthn writes them in JSON: as base 64 for URLs. */
export const passkeyBytes = { type: "string", min: 1, max: 20_000, pattern: /^[\w-]+$/ } as const;

export const challengeToken = { type: "string", min: 1, max: 200 } as const;

/** An id of a passkey has at most 1,023 bytes. */
export const credentialId = { ...passkeyBytes, max: 1_364 } as const;

/** How an authenticator is asked for a passkey: the options of WebAuthn, as JSON. */
export const passkeyRequest = {
  type: "object",
  props: {
    challenge: { type: "string" },
    rpId: { type: "string" },
    timeout: { type: "number", integer: true },
    userVerification: { type: "enum", values: ["required"] },
    allowCredentials: {
      type: "array",
      max: 10,
      items: { type: "object", props: { type: { type: "enum", values: ["public-key"] }, id: { type: "string" } } },
    },
  },
  description: "For `PublicKeyCredential.parseRequestOptionsFromJSON`",
} as const satisfies ObjectRule;

/** A second factor, as its owner sees it. */
export const secondFactor = {
  type: "object",
  props: {
    id: { type: "string" },
    kind: { type: "enum", values: ["TOTP", "PASSKEY"] },
    name: { type: "string", nullable: true },
    createdAt: timestamp,
    lastUsedAt: optionalTimestamp,
  },
} as const satisfies ObjectRule;

/** Codes of one set, each of which stands in for a factor once. */
export const RECOVERY_CODES = 10;

export const recoveryCodes = {
  type: "array",
  items: { type: "string" },
  max: RECOVERY_CODES,
  description: "Shown this once; each works once",
} as const;

/** What comes with the first factor. */
export const newFactor = { recoveryCodes: { ...recoveryCodes, optional: true } } as const;

/** A new access token, because the session has given a second factor. */
export const renewedToken = { accessToken: tokens.accessToken, expiresIn: tokens.expiresIn } as const;

/** The part of a sign-in's answer that asks for a second factor. */
export const secondFactorAsked = {
  mfaRequired: { type: "boolean", description: "A second factor is still missing: the answer has a challenge and no session" },
  challengeToken: { type: "string", optional: true, description: "To be sent back with the second factor" },
  methods: {
    type: "array",
    items: { type: "enum", values: ["totp", "passkey", "recovery_code"] },
    max: 3,
    optional: true,
    description: "The kinds of second factors that the user has",
  },
  publicKey: { ...passkeyRequest, optional: true },
} as const;

/** The answer to a sign-in: the tokens, or the challenge that asks for a second factor. */
export const signInResponse = {
  type: "object",
  props: {
    ...secondFactorAsked,
    expiresAt: { ...timestamp, optional: true, description: "When the challenge ends" },
    ...optionalTokens,
  },
} as const satisfies ObjectRule;

export const oneTimeCode = { type: "string", min: 1, max: 40, description: "Six digits that an authenticator shows" } as const;

/** A second factor as it is given: one of them. */
export const factorAnswer = {
  code: { ...oneTimeCode, optional: true },
  recoveryCode: { type: "string", min: 1, max: 40, optional: true, description: "In any case, with or without the hyphen" },
  credential: {
    type: "object",
    props: {
      id: credentialId,
      response: {
        type: "object",
        props: {
          clientDataJSON: passkeyBytes,
          authenticatorData: passkeyBytes,
          signature: passkeyBytes,
          userHandle: { ...passkeyBytes, nullable: true, optional: true },
        },
      },
    },
    optional: true,
    description: "A passkey: the answer of `navigator.credentials.get`, as its `toJSON` writes it",
  },
} as const;

export const refreshCookie = {
  field: "refreshToken",
  name: REFRESH_COOKIE,
  path: AUTH_PATH,
  untilField: "refreshExpiresAt",
} as const;

/** Binds an account to the browser that registered it, for as long as the link of its mail may work. */
export const registrationCookie = {
  field: "browserKey",
  name: "registration",
  path: AUTH_PATH,
  maxAgeSeconds: 30 * 24 * 60 * 60,
} as const;

/** The key of the browser that began a registration or a sign-in. */
export const browserCookie = { type: "string", max: 200, optional: true, from: "cookie" } as const;

/** Consent to the terms in force. A new account needs it while terms are published. */
export const acceptTerms = {
  type: "boolean",
  optional: true,
  description: "Whether the person has accepted the terms of service; required of new accounts while terms are published",
} as const;

export const captchaToken = {
  type: "string",
  max: 2_000,
  optional: true,
  description: "Solution of a captcha, when one is required",
} as const;

/** The errors of an action that may require a captcha. */
export const captchaErrors = ["auth.captcha.required", "auth.captcha.invalid", "provider.error.off", "provider.error.failed"] as const;
