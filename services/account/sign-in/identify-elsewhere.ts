import { AppError } from "#libs/errors/app-error.ts";
import { hmacHex, isSecret, sha256Hex } from "#libs/kernel/secrets.ts";
import type { ExternalIdentity, OAuthProvider, SignInAnswer } from "#libs/providers/oauth/oauth-provider.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { orProviderUnavailable, type Slot } from "#libs/providers/slot.ts";
import { browserHash } from "./begin-elsewhere.ts";
import type { SignInDeps } from "./deps.ts";

export type IdentifyDeps = Pick<SignInDeps, "clock" | "oauthStates" | "pseudonymKey"> & { readonly oauth: Slot<OAuthProvider> };

/** What a browser has brought back from the provider. */
interface Callback {
  readonly code: string;
  readonly state: string;
  readonly browserKey?: string | undefined;
  readonly browserCookie?: string | undefined;
}

/** An account at a provider. */
export interface ExternalAccount extends Pick<ExternalIdentity, "email" | "emailVerified" | "displayName"> {
  readonly provider: string;
  /** Keyed hash of issuer and subject. */
  readonly subjectHash: string;
  /** When the terms were published that the person accepted before, in ISO 8601. */
  readonly acceptedTerms?: string | undefined;
}

/**
 * The account with which a browser has come back. A state works once, in the browser and for the purpose with which it began. Throws
 * auth.oauth.invalid_state, auth.oauth.rejected when the provider rejects the code, and provider.error.failed when it does not work.
 * @param sessionId of the user who links the account; null for a sign-in
 */
export async function identifyElsewhere(deps: IdentifyDeps, callback: Callback, sessionId: string | null): Promise<ExternalAccount> {
  const { code, state, browserKey = callback.browserCookie } = callback;
  const provider = deps.oauth.use();
  const begun = isSecret(browserKey)
    ? await deps.oauthStates.consume(sha256Hex(state), browserHash(browserKey, sessionId), deps.clock.now())
    : null;
  if (!begun || begun.provider !== deps.oauth.activeName()) throw new AppError("auth.oauth.invalid_state");
  const { codeVerifier, nonce, redirectUri } = begun;
  const { issuer, subject, ...identity } = await identify(provider, { code, codeVerifier, nonce, redirectUri });
  const subjectHash = hmacHex(deps.pseudonymKey, `oauth:${issuer}\n${subject}`);
  return { ...identity, provider: begun.provider, subjectHash, acceptedTerms: begun.acceptedTerms?.toISOString() };
}

function identify(provider: OAuthProvider, answer: SignInAnswer): Promise<ExternalIdentity> {
  const identity = provider.identify(answer).catch((error: unknown) => {
    throw error instanceof ProviderFailure && error.reason === "REFUSED" ? new AppError("auth.oauth.rejected") : error;
  });
  return orProviderUnavailable(identity);
}
