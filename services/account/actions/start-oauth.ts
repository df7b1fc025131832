import { createHash } from "node:crypto";
import { implement } from "#libs/contract-kit/implement.ts";
import { OAUTH_LIFETIME_SECONDS, startOAuth } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { isSecret, randomSecret, sha256Hex } from "#libs/kernel/secrets.ts";
import { orProviderUnavailable } from "#libs/providers/slot.ts";
import type { Deps } from "../deps.ts";
import { acceptedTerms } from "../sign-in/terms-consent.ts";

/** GET /auth/oauth/start. Stores hashes of state and browser key, the nonce and the code verifier; `completeOAuth` checks all of them. */
export const startOAuthAction = ({ clock, config, oauth, oauthStates }: Pick<Deps, "clock" | "config" | "oauth" | "oauthStates">) =>
  implement(startOAuth, async ({ params }) => {
    const provider = oauth.use();
    const allowed = config.read("provider.oauth_redirect_uris");
    const redirectUri = params.redirectUri ?? allowed[0];
    if (redirectUri === undefined || !allowed.includes(redirectUri)) throw new AppError("auth.oauth.redirect_not_allowed");

    const [state, nonce, codeVerifier] = [randomSecret(), randomSecret(), randomSecret()];
    // Another tab of the browser may have begun a sign-in: a new key would replace its cookie, and end it.
    const browserKey = isSecret(params.browserCookie) ? params.browserCookie : randomSecret();
    const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
    const authorizationUrl = await orProviderUnavailable(provider.authorizationUrl({ state, nonce, codeChallenge, redirectUri }));
    await oauthStates.insert({
      _id: sha256Hex(state),
      browserHash: sha256Hex(browserKey),
      provider: oauth.activeName() ?? "",
      nonce,
      codeVerifier,
      redirectUri,
      acceptedTerms: acceptedTerms(config, params.acceptTerms) ?? undefined,
      expiresAt: new Date(clock.now().getTime() + OAUTH_LIFETIME_SECONDS * SECOND),
    });
    return { authorizationUrl, state, browserKey };
  });
