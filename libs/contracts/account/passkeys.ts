import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { readableLine, timestamp } from "../shared.ts";
import { challengeToken, credentialId, newFactor, passkeyBytes, passkeyRequest, renewedToken, secondFactor } from "./shapes.ts";

/** Passkeys of one user. */
export const MAX_PASSKEYS = 10;

const asked = {
  type: "object",
  props: {
    challengeToken: { type: "string", description: "To be sent back with the passkey" },
    expiresAt: timestamp,
    publicKey: passkeyRequest,
  },
} as const satisfies ObjectRule;

/** How an authenticator makes a passkey: the options of WebAuthn, as JSON. */
const passkeyCreation = {
  type: "object",
  props: {
    rp: { type: "object", props: { id: { type: "string" }, name: { type: "string" } } },
    user: { type: "object", props: { id: { type: "string" }, name: { type: "string" }, displayName: { type: "string" } } },
    challenge: { type: "string" },
    pubKeyCredParams: {
      type: "array",
      max: 10,
      items: { type: "object", props: { type: { type: "enum", values: ["public-key"] }, alg: { type: "number", integer: true } } },
    },
    timeout: { type: "number", integer: true },
    excludeCredentials: passkeyRequest.props.allowCredentials,
    authenticatorSelection: {
      type: "object",
      props: {
        residentKey: { type: "enum", values: ["required"] },
        requireResidentKey: { type: "boolean" },
        userVerification: { type: "enum", values: ["required"] },
      },
    },
    attestation: { type: "enum", values: ["none"] },
  },
  description: "For `PublicKeyCredential.parseCreationOptionsFromJSON`",
} as const satisfies ObjectRule;

export const startPasskey = action({
  name: "account.startPasskey",
  summary: "Begin to add a passkey: what the browser needs to make one",
  http: { method: "POST", path: "/auth/mfa/passkeys/options", auth: "bearer", stepUp: true, idempotency: "never" },
  params: {},
  returns: { type: "object", props: { ...asked.props, publicKey: passkeyCreation } },
  errors: ["auth.account.email_unverified", "auth.mfa.mailbox_first", "auth.mfa.too_many_passkeys"],
});

export const addPasskey = action({
  name: "account.addPasskey",
  summary: "Add the passkey that the browser has made; the first factor brings recovery codes",
  http: { method: "POST", path: "/auth/mfa/passkeys", status: 201, auth: "bearer", limit: "login", idempotency: "never" },
  params: {
    challengeToken,
    credential: {
      type: "object",
      props: {
        id: credentialId,
        response: {
          type: "object",
          props: { clientDataJSON: passkeyBytes, attestationObject: passkeyBytes },
        },
      },
      description: "The answer of `navigator.credentials.create`, as its `toJSON` writes it",
    },
    name: { ...readableLine, min: 1, max: 100, optional: true },
  },
  returns: { type: "object", props: { factor: secondFactor, ...renewedToken, ...newFactor } },
  errors: [
    "auth.mfa.code_rejected",
    "auth.account.email_unverified",
    "auth.mfa.mailbox_first",
    "auth.mfa.too_many_passkeys",
    "auth.step_up.required",
  ],
});

export const askForPasskey = action({
  name: "account.askForPasskey",
  summary: "Begin to sign in with a passkey alone, or to prove with one again who is signed in",
  http: { method: "POST", path: "/auth/passkeys/options", auth: "public", servesCaller: true, limit: "login", idempotency: "never" },
  params: {
    purpose: {
      type: "enum",
      values: ["LOGIN", "ADMIN_LOGIN", "STEP_UP"],
      default: "LOGIN",
      description: "STEP_UP is for the bearer of an access token",
    },
  },
  returns: asked,
  errors: ["error.unauthorized"],
});

export const adminAskForPasskey = action({
  name: "account.adminAskForPasskey",
  summary: "Begin to prove with a passkey again who is signed in with this admin session",
  http: { method: "POST", path: "/admin/auth/passkeys/options", auth: "adminSession", limit: "login", idempotency: "never" },
  params: {},
  returns: asked,
  errors: [],
});
