import { implement } from "#libs/contract-kit/implement.ts";
import { completeOAuth } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { pickLocale } from "#libs/i18n/pick-locale.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { ExternalIdentity, OAuthProvider, SignInAnswer } from "#libs/providers/oauth/oauth-provider.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { needed } from "#libs/providers/slot.ts";
import type { Deps } from "../deps.ts";
import { userOfIdentity } from "../oauth/user-of-identity.ts";
import { openSession } from "../open-session.ts";
import { type SignedInDeps, signedIn } from "../signed-in.ts";

type CompleteDeps = SignedInDeps &
  Pick<Deps, "oauth" | "oauthStates" | "identityKey" | "transaction" | "credentials" | "sessions"> &
  Parameters<typeof userOfIdentity>[0];

export const completeOAuthAction = (deps: CompleteDeps) =>
  implement(completeOAuth, async ({ params, requestId }) => {
    const { code, state, browserKey = params.browserCookie } = params;
    const provider = deps.oauth.use();
    const begun = browserKey ? await deps.oauthStates.consume(sha256Hex(state), sha256Hex(browserKey), deps.clock.now()) : null;
    if (!begun || begun.provider !== deps.oauth.activeName()) throw new AppError("auth.oauth.invalid_state");
    const { codeVerifier, nonce, redirectUri } = begun;
    const identity = await confirmed(provider, { code, codeVerifier, nonce, redirectUri });
    const locale = pickLocale(params.acceptLanguage);
    const user = await userOfIdentity(deps, { provider: begun.provider, identity, locale, requestId });
    return signedIn(deps, await openSession(deps, user, params));
  });

/** Throws auth.oauth.rejected when the provider does not stand by the answer, provider.error.failed when it does not work. */
function confirmed(provider: OAuthProvider, answer: SignInAnswer): Promise<ExternalIdentity> {
  const identity = provider.identify(answer).catch((error: unknown) => {
    throw error instanceof ProviderFailure && error.reason === "REFUSED" ? new AppError("auth.oauth.rejected") : error;
  });
  return needed(identity);
}
