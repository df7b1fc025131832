import { createHash } from "node:crypto";
import { OAUTH_LIFETIME_SECONDS } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { isSecret, randomSecret, sha256Hex } from "#libs/kernel/secrets.ts";
import type { OAuthProvider } from "#libs/providers/oauth/oauth-provider.ts";
import { orProviderUnavailable, type Slot } from "#libs/providers/slot.ts";
import type { SignInDeps } from "./deps.ts";
import { acceptedTerms } from "./terms-consent.ts";

export type BeginDeps = Pick<SignInDeps, "clock" | "config" | "oauthStates"> & { readonly oauth: Slot<OAuthProvider> };

interface Wanted {
  readonly redirectUri?: string | undefined;
  readonly browserCookie?: string | undefined;
  readonly acceptTerms?: boolean | undefined;
}

/**
 * Stores hashes of state and browser key, the nonce and the code verifier; {@link identifyElsewhere} checks all of them.
 * @param sessionId of the user who links an account; null for a sign-in
 */
export async function beginElsewhere({ clock, config, oauth, oauthStates }: BeginDeps, wanted: Wanted, sessionId: string | null) {
  const provider = oauth.use();
  const allowed = config.read("provider.oauth_redirect_uris");
  const redirectUri = wanted.redirectUri ?? allowed[0];
  if (redirectUri === undefined || !allowed.includes(redirectUri)) throw new AppError("auth.oauth.redirect_not_allowed");

  const [state, nonce, codeVerifier] = [randomSecret(), randomSecret(), randomSecret()];
  // Another tab of the browser may have begun a sign-in: a new key would replace its cookie, and end it.
  const browserKey = isSecret(wanted.browserCookie) ? wanted.browserCookie : randomSecret();
  const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
  const authorizationUrl = await orProviderUnavailable(provider.authorizationUrl({ state, nonce, codeChallenge, redirectUri }));
  await oauthStates.insert({
    _id: sha256Hex(state),
    browserHash: browserHash(browserKey, sessionId),
    provider: oauth.activeName() ?? "",
    nonce,
    codeVerifier,
    redirectUri,
    acceptedTerms: acceptedTerms(config, wanted.acceptTerms) ?? undefined,
    expiresAt: new Date(clock.now().getTime() + OAUTH_LIFETIME_SECONDS * SECOND),
  });
  return { authorizationUrl, state, browserKey };
}

/**
 * A link carries the hash of its session, so that it fits neither a sign-in nor another session, which has proven nothing lately.
 * @param browserKey a secret of ours ({@link isSecret}): any other text could hold the id of a session as well
 */
export const browserHash = (browserKey: string, sessionId: string | null): string =>
  sha256Hex(sessionId === null ? browserKey : `${browserKey}\n${sessionId}`);
