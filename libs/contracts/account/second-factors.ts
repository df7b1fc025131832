import { action } from "#libs/contract-kit/contract.ts";
import { pathId, readableLine, timestamp } from "../shared.ts";
import { ADMIN_COOKIE, adminSignInResponse } from "./admin.ts";
import {
  challengeToken,
  clientParams,
  deviceCookie,
  deviceParams,
  factorAnswer,
  mailedToken,
  newFactor,
  oneTimeCode,
  readsDevice,
  recoveryCodes,
  refreshCookie,
  renewedToken,
  secondFactor,
  signInResponse,
} from "./shapes.ts";

/** Second factors in a list of one user: an authenticator, and passkeys. */
const MAX_FACTORS = 20;
export const getSecondFactors = action({
  name: "account.getSecondFactors",
  summary: "The second factors of the signed-in user",
  http: { method: "GET", path: "/auth/mfa", auth: "bearer", limit: "login" },
  params: {},
  returns: {
    type: "object",
    props: {
      required: { type: "boolean", description: "Whether the administration is open to this user with a second factor only" },
      factors: {
        type: "array",
        max: MAX_FACTORS,
        items: secondFactor,
      },
      recoveryCodesLeft: { type: "number", integer: true },
    },
  },
  errors: [],
});

export const startTotp = action({
  name: "account.startTotp",
  summary: "Begin to add an authenticator: its secret, as text and as the content of a QR code",
  http: { method: "POST", path: "/auth/mfa/totp", status: 201, auth: "bearer", stepUp: true, idempotency: "never" },
  params: {},
  returns: {
    type: "object",
    props: {
      factorId: { type: "string" },
      secret: { type: "string", description: "Base 32" },
      otpauthUri: { type: "string" },
      expiresAt: timestamp,
    },
  },
  errors: ["auth.account.email_unverified", "auth.mfa.mailbox_first"],
});

export const confirmTotp = action({
  name: "account.confirmTotp",
  summary: "Add the authenticator with a code that it shows; it replaces an older one, and the first factor brings recovery codes",
  http: { method: "POST", path: "/auth/mfa/totp/confirm", auth: "bearer", limit: "login", idempotency: "never" },
  params: { factorId: { type: "string", min: 1, max: 200 }, code: oneTimeCode },
  returns: { type: "object", props: { ...renewedToken, ...newFactor } },
  errors: ["auth.mfa.code_rejected", "auth.account.email_unverified", "auth.mfa.mailbox_first", "auth.step_up.required"],
});

export const renameSecondFactor = action({
  name: "account.renameSecondFactor",
  summary: "Name a second factor",
  http: { method: "PATCH", path: "/auth/mfa/factors/{factorId}", auth: "bearer" },
  params: { factorId: pathId, name: { ...readableLine, min: 1, max: 100 } },
  returns: null,
  errors: ["auth.mfa.not_found"],
});

export const removeSecondFactor = action({
  name: "account.removeSecondFactor",
  summary: "Remove a second factor; with the last one the recovery codes go",
  http: { method: "DELETE", path: "/auth/mfa/factors/{factorId}", auth: "bearer", stepUp: true, limit: "login" },
  params: { factorId: pathId },
  returns: null,
  errors: ["auth.mfa.not_found", "auth.mfa.last_factor"],
});

export const renewRecoveryCodes = action({
  name: "account.renewRecoveryCodes",
  summary: "Make new recovery codes; the older ones work no more",
  http: { method: "POST", path: "/auth/mfa/recovery-codes", status: 201, auth: "bearer", stepUp: true, idempotency: "never" },
  params: {},
  returns: { type: "object", props: { recoveryCodes } },
  errors: ["auth.mfa.not_found"],
});

export const undoSecondFactor = action({
  name: "account.undoSecondFactor",
  summary:
    "Remove a second factor and those added since with the link of the mail about it; sessions and password end, and a mail brings a new password",
  http: { method: "POST", path: "/auth/mfa/factors/undo", auth: "public", limit: "login" },
  params: { token: mailedToken },
  returns: null,
  errors: ["auth.mfa.invalid_token"],
});

export const cancelFactorReset = action({
  name: "account.cancelFactorReset",
  summary: "Keep the second factors with the link of the mail about their reset",
  http: { method: "POST", path: "/auth/mfa/reset/cancel", auth: "public", limit: "login" },
  params: { token: mailedToken },
  returns: null,
  errors: ["auth.mfa.invalid_token"],
});

export const verifySecondFactor = action({
  name: "account.verifySecondFactor",
  class: "slow",
  summary: "Complete a sign-in with a second factor; the answer is that of a login",
  http: {
    method: "POST",
    path: "/auth/mfa/verify",
    auth: "public",
    limit: "login",
    cookie: [refreshCookie, deviceCookie],
    readsCookies: readsDevice,
  },
  params: { challengeToken, ...factorAnswer, deviceName: { ...readableLine, max: 100, optional: true }, ...clientParams, ...deviceParams },
  returns: signInResponse,
  errors: [
    "auth.mfa.invalid_challenge",
    "auth.mfa.invalid_code",
    "auth.login.invalid_credentials",
    "auth.account.suspended",
    "error.throttled",
  ],
});

export const adminVerifySecondFactor = action({
  name: "account.adminVerifySecondFactor",
  class: "slow",
  summary: "Complete the sign-in of an administrator with a second factor; the answer is that of an admin login",
  http: {
    method: "POST",
    path: "/admin/auth/mfa/verify",
    auth: "public",
    limit: "login",
    cookie: [{ ...ADMIN_COOKIE, field: "sessionCookie", cookieOnly: true }, deviceCookie],
    readsCookies: readsDevice,
  },
  params: { challengeToken, ...factorAnswer, ...clientParams, ...deviceParams },
  returns: adminSignInResponse,
  errors: [
    "auth.mfa.invalid_challenge",
    "auth.mfa.invalid_code",
    "auth.login.invalid_credentials",
    "auth.account.suspended",
    "auth.account.deactivated",
    "error.throttled",
  ],
});
