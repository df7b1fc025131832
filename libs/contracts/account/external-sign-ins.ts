import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { id, pathId, timestamp } from "../shared.ts";
import { AUTH_PATH, browserCookie } from "./shapes.ts";
import { BROWSER_COOKIE, externalAnswer, OAUTH_LIFETIME_SECONDS, redirectUri, signInElsewhere } from "./sign-in.ts";

/** Linked accounts in a list of one user, the latest. */
export const MAX_LISTED_IDENTITIES = 100;

/** An account elsewhere with which a user signs in; whose it is there, stays there. */
const oauthIdentity = {
  type: "object",
  props: {
    id,
    slot: { type: "enum", values: ["oauth"], description: "The kind of provider, never its name" },
    linkedAt: timestamp,
  },
} as const satisfies ObjectRule;

export const listOAuthIdentities = action({
  name: "account.listOAuthIdentities",
  summary: "The accounts elsewhere with which the signed-in user can sign in, latest first",
  http: { method: "GET", path: "/auth/oauth/identities", auth: "bearer", limit: "login" },
  params: {},
  returns: { type: "array", items: oauthIdentity, max: MAX_LISTED_IDENTITIES },
  errors: [],
});

export const removeOAuthIdentity = action({
  name: "account.removeOAuthIdentity",
  summary: "Unlink an account elsewhere; the last way to sign in stays",
  http: { method: "DELETE", path: "/auth/oauth/identities/{identityId}", auth: "bearer", stepUp: true, limit: "login" },
  params: { identityId: pathId },
  returns: null,
  errors: ["auth.oauth.identity_not_found", "auth.oauth.last_sign_in"],
});

export const startOAuthLink = action({
  name: "account.startOAuthLink",
  class: "slow",
  summary: "Begin to link an account elsewhere with that of the signed-in user",
  http: {
    method: "POST",
    path: "/auth/oauth/link/start",
    auth: "bearer",
    stepUp: true,
    idempotency: "never",
    cookie: { field: "browserKey", name: BROWSER_COOKIE, path: AUTH_PATH, maxAgeSeconds: OAUTH_LIFETIME_SECONDS },
    readsCookies: { browserCookie: BROWSER_COOKIE },
  },
  params: { redirectUri, browserCookie },
  returns: signInElsewhere,
  errors: [
    "auth.account.email_unverified",
    "auth.oauth.account_exists",
    "auth.oauth.redirect_not_allowed",
    "provider.error.off",
    "provider.error.failed",
  ],
});

export const completeOAuthLink = action({
  name: "account.completeOAuthLink",
  class: "slow",
  summary: "Link an account elsewhere, in the browser and by the user who began it",
  http: {
    method: "POST",
    path: "/auth/oauth/link/callback",
    status: 201,
    auth: "bearer",
    readsCookies: { browserCookie: BROWSER_COOKIE },
  },
  params: externalAnswer,
  returns: oauthIdentity,
  errors: [
    "auth.account.email_unverified",
    "auth.oauth.account_exists",
    "auth.oauth.identity_taken",
    "auth.oauth.invalid_state",
    "auth.oauth.rejected",
    "provider.error.off",
    "provider.error.failed",
  ],
});
