import { implement } from "#libs/contract-kit/implement.ts";
import { completeOAuth } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { hmacHex, sha256Hex } from "#libs/kernel/secrets.ts";
import { pickLocale } from "#libs/platform/i18n/pick-locale.ts";
import type { ExternalIdentity, OAuthProvider, SignInAnswer } from "#libs/providers/oauth/oauth-provider.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { orProviderUnavailable } from "#libs/providers/slot.ts";
import type { Deps } from "../deps.ts";
import { findOrCreateOAuthUser } from "../sign-in/find-or-create-oauth-user.ts";
import { type FinishDeps, finishSignIn } from "../sign-in/finish-sign-in.ts";

export type CompleteDeps = FinishDeps & Pick<Deps, "oauth" | "oauthStates" | "pseudonymKey"> & Parameters<typeof findOrCreateOAuthUser>[0];

/** POST /auth/oauth/callback. The answer is that of a login. */
export const completeOAuthAction = (deps: CompleteDeps) =>
  implement(completeOAuth, async ({ params, requestId }) => {
    const { code, state, browserKey = params.browserCookie } = params;
    const provider = deps.oauth.use();
    const begun = browserKey ? await deps.oauthStates.consume(sha256Hex(state), sha256Hex(browserKey), deps.clock.now()) : null;
    if (!begun || begun.provider !== deps.oauth.activeName()) throw new AppError("auth.oauth.invalid_state");
    const { codeVerifier, nonce, redirectUri } = begun;
    const identity = await identify(provider, { code, codeVerifier, nonce, redirectUri });
    const locale = pickLocale(params.acceptLanguage);
    const { issuer, subject, email, emailVerified, displayName } = identity;
    const subjectHash = hmacHex(deps.pseudonymKey, `oauth:${issuer}\n${subject}`);
    const account = { provider: begun.provider, subjectHash, email: email ?? "", emailVerified, displayName };
    const user = await findOrCreateOAuthUser(deps, { ...account, browserHash: begun.browserHash, locale, requestId });
    return finishSignIn(deps, user, params, ["fed"]);
  });

/** Throws auth.oauth.rejected when the provider rejects the code, and provider.error.failed when the provider does not work. */
function identify(provider: OAuthProvider, answer: SignInAnswer): Promise<ExternalIdentity> {
  const identity = provider.identify(answer).catch((error: unknown) => {
    throw error instanceof ProviderFailure && error.reason === "REFUSED" ? new AppError("auth.oauth.rejected") : error;
  });
  return orProviderUnavailable(identity);
}
