import * as openid from "oauth4webapi";
import type { ConfigReader } from "#libs/config/reader.ts";
import { type Clock, HOUR, SECOND, systemClock } from "#libs/kernel/clock.ts";
import { codeOf, ProviderFailure } from "../provider-failure.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { identityOf } from "./identity-of.ts";
import type { OAuthProvider } from "./oauth-provider.ts";
import { failsAs } from "./oidc-failure.ts";

interface OidcOptions {
  readonly config: Pick<ConfigReader, "read">;
  readonly clock: Clock;
  readonly fetch: GuardedFetch;
}

interface Issuer {
  readonly server: openid.AuthorizationServer;
  /** As old as our clock says. */
  keys: openid.ExportedJWKSCache | null;
}

const CLOCK_TOLERANCE_SECONDS = 60;
const KNOWN_FOR = HOUR;
const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;

/** Any provider that speaks OpenID Connect: authorisation code flow with PKCE. */
export function oidc({ config, clock, fetch }: OidcOptions): OAuthProvider {
  // Which schemes and addresses are good, the guard of `fetch` knows.
  const http = { [openid.customFetch]: fetch, [openid.allowInsecureRequests]: true };
  const issuerAt = remembered(clock, (url) => discovered(url, http));

  return {
    async authorizationUrl({ state, nonce, codeChallenge, redirectUri }) {
      const { url: issuer, clientId } = clientIn(config);
      const { server } = await issuerAt(issuer);
      const url = new URL(server.authorization_endpoint ?? "");
      const asked = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },

    async identify({ code, codeVerifier, nonce, redirectUri }) {
      const { url, clientId, secret } = clientIn(config);
      const issuer = await issuerAt(url);
      const { server } = issuer;
      const skew = Math.round((clock.now().getTime() - systemClock.now().getTime()) / SECOND);
      const client = { client_id: clientId, [openid.clockSkew]: skew, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
      // The state was matched before, and there is one issuer at a time: nothing else of the browser's answer counts.
      const back = openid.validateAuthResponse(server, client, new URLSearchParams({ code, iss: server.issuer }));
      const answer = await openid
        .authorizationCodeGrantRequest(server, client, authentication(server, secret), back, redirectUri, codeVerifier, http)
        .catch(failsAs("BAD_ANSWER"));
      const reason = (await holdsProof(answer.clone())) ? "REFUSED" : "BAD_ANSWER";
      const tokens = await openid.processAuthorizationCodeResponse(server, client, answer, { expectedNonce: nonce }).catch(failsAs(reason));
      await verifySignature(issuer, answer, skew, http);
      const claims = openid.getValidatedIdTokenClaims(tokens);
      if (!claims) throw new ProviderFailure("oauth", "BAD_ANSWER", "ID_TOKEN");
      if (claims.email !== undefined || server.userinfo_endpoint === undefined) return identityOf(server.issuer, claims);
      const more = await openid
        .userInfoRequest(server, client, tokens.access_token, http)
        .then((told) => openid.processUserInfoResponse(server, client, claims.sub, told))
        .catch((error) => failsAs(codeOf(error) === openid.JSON_ATTRIBUTE_COMPARISON ? "REFUSED" : "BAD_ANSWER")(error));
      return identityOf(server.issuer, more);
    },
  };
}

function clientIn(config: Pick<ConfigReader, "read">) {
  const url = URL.parse(config.read("provider.oauth_issuer"));
  const clientId = config.read("provider.oauth_client_id");
  if (!url || clientId === "") throw new ProviderFailure("oauth", "NOT_CONFIGURED");
  return { url, clientId, secret: config.read("provider.oauth_secret") };
}

/** What a provider says about itself (OpenID Connect Discovery 1.0). */
async function discovered(url: URL, http: openid.DiscoveryRequestOptions): Promise<Issuer> {
  const server = await openid
    .discoveryRequest(url, http)
    .then((answer) => openid.processDiscoveryResponse(url, answer))
    .catch(failsAs("BAD_ANSWER"));
  for (const name of ENDPOINTS) {
    if (!/^https?:$/.test(URL.parse(String(server[name]))?.protocol ?? "")) {
      throw new ProviderFailure("oauth", "BAD_ANSWER", name.toUpperCase());
    }
  }
  return { server: { ...server, id_token_signing_alg_values_supported: asymmetricIn(server) }, keys: null };
}

/** Only signatures that a stranger cannot make with our secret or a public key. */
function asymmetricIn({ id_token_signing_alg_values_supported: all }: openid.AuthorizationServer): string[] {
  return (Array.isArray(all) ? all : ["RS256"]).filter((algorithm) => !/^(HS|none$)/.test(algorithm));
}

/** In the form where the provider takes it there: many decode the header in a way of their own. */
function authentication({ token_endpoint_auth_methods_supported: methods }: openid.AuthorizationServer, secret: string | null) {
  if (!secret) return openid.None();
  return Array.isArray(methods) && methods.includes("client_secret_post")
    ? openid.ClientSecretPost(secret)
    : openid.ClientSecretBasic(secret);
}

/** Whether there is something to refuse; else the answer is none. */
async function holdsProof(answer: Response): Promise<boolean> {
  const body: unknown = await answer.json().catch(() => null);
  return typeof body === "object" && body !== null && "id_token" in body && typeof body.id_token === "string";
}

/** Asks for keys again after five minutes, and for an unknown one after one. */
async function verifySignature(issuer: Issuer, answer: Response, skew: number, http: openid.ValidateSignatureOptions): Promise<void> {
  const keys: openid.JWKSCacheInput = issuer.keys ? { jwks: issuer.keys.jwks, uat: issuer.keys.uat - skew } : {};
  // A copy of the server, since the library remembers keys by it, and by the clock of the machine.
  const verified = openid.validateApplicationLevelSignature({ ...issuer.server }, answer, { ...http, [openid.jwksCache]: keys });
  try {
    await verified;
  } catch (error) {
    failsAs("uat" in keys ? "REFUSED" : "BAD_ANSWER")(error);
  } finally {
    issuer.keys = "uat" in keys ? { jwks: keys.jwks, uat: keys.uat + skew } : null;
  }
}

/** Remembers an answer for an hour, and no failure. */
function remembered<T>(clock: Clock, ask: (url: URL) => Promise<T>): (url: URL) => Promise<T> {
  let last: { readonly href: string; readonly at: number; readonly value: T } | null = null;
  return async (url) => {
    const at = clock.now().getTime();
    if (last?.href !== url.href || at - last.at >= KNOWN_FOR) last = { href: url.href, at, value: await ask(url) };
    return last.value;
  };
}
