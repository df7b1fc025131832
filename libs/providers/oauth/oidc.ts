import * as openid from "oauth4webapi";
import type { Logger } from "pino";
import { type Clock, HOUR, SECOND, systemClock } from "#libs/kernel/clock.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { codeOf, ProviderFailure } from "../provider-failure.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { identityOf } from "./identity-of.ts";
import type { OAuthProvider } from "./oauth-provider.ts";

interface OidcOptions {
  readonly config: Pick<ConfigReader, "read">;
  readonly clock: Clock;
  readonly fetch: GuardedFetch;
  readonly logger: Logger;
}

interface Issuer {
  readonly server: openid.AuthorizationServer;
  /** The cached keys; their age is measured by the injected clock. */
  keys: openid.ExportedJWKSCache | null;
}

const CLOCK_TOLERANCE_SECONDS = 60;
const DISCOVERY_CACHE_MS = HOUR;
const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;

/** Any provider that speaks OpenID Connect: authorization code flow with PKCE. */
export function oidc({ config, clock, fetch, logger }: OidcOptions): OAuthProvider {
  // `fetch` itself checks scheme and address, so the library need not insist on https.
  const http = { [openid.customFetch]: fetch, [openid.allowInsecureRequests]: true };
  const issuerAt = cachedDiscovery(clock, (url) => discover(url, http));

  return {
    async authorizationUrl({ state, nonce, codeChallenge, redirectUri }) {
      const { url: issuer, clientId } = clientIn(config);
      const { server } = await issuerAt(issuer);
      const url = new URL(server.authorization_endpoint ?? "");
      const parameters = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    async identify({ code, codeVerifier, nonce, redirectUri }) {
      const { url, clientId, secret } = clientIn(config);
      const issuer = await issuerAt(url);
      const { server } = issuer;
      const skew = Math.round((clock.now().getTime() - systemClock.now().getTime()) / SECOND);
      const client = { client_id: clientId, [openid.clockSkew]: skew, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
      // The caller has compared the state, and there is one issuer at a time, so only the code of the browser's answer matters.
      const callback = openid.validateAuthResponse(server, client, new URLSearchParams({ code, iss: server.issuer }));
      const answer = await openid
        .authorizationCodeGrantRequest(server, client, authentication(server, secret), callback, redirectUri, codeVerifier, http)
        .catch(failsAs("BAD_ANSWER"));
      const idToken = await idTokenIn(answer.clone());
      const lacksNonce = idToken !== null && isWithoutNonce(idToken);
      if (lacksNonce && config.read("provider.oauth_requires_nonce")) {
        logger.warn({ setting: "provider.oauth_requires_nonce" }, "id token without nonce; sign-in refused");
        throw new ProviderFailure("oauth", "REFUSED", "NO_NONCE");
      }
      const expected = lacksNonce ? {} : { expectedNonce: nonce };
      const tokens = await openid
        .processAuthorizationCodeResponse(server, client, answer, { ...expected, requireIdToken: true })
        .catch(failsAs(idToken === null ? reasonOf(answer) : "REFUSED"));
      await verifySignature(issuer, answer, skew, http);
      const claims = openid.getValidatedIdTokenClaims(tokens);
      if (!claims) throw new ProviderFailure("oauth", "BAD_ANSWER", "ID_TOKEN");
      const trustsEmail = config.read("provider.oauth_trusts_email");
      const saysAll = claims.email !== undefined && claims.email_verified != null;
      if (saysAll || server.userinfo_endpoint === undefined) return identityOf(server.issuer, claims, trustsEmail);
      const userInfo = await openid
        .userInfoRequest(server, client, tokens.access_token, http)
        .then((response) => openid.processUserInfoResponse(server, client, claims.sub, response))
        .catch((error) => failsAs(codeOf(error) === openid.JSON_ATTRIBUTE_COMPARISON ? "REFUSED" : "BAD_ANSWER")(error));
      return identityOf(server.issuer, withUserInfo(claims, userInfo), trustsEmail);
    },
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** The claims with what only userinfo says. Whether an address is verified belongs to the address beside it. */
function withUserInfo(claims: Claims, userInfo: Claims): Claims {
  if (claims.email === undefined) return userInfo;
  const isSameAddress = userInfo.email === undefined || String(userInfo.email).toLowerCase() === String(claims.email).toLowerCase();
  return isSameAddress ? { ...claims, email_verified: userInfo.email_verified } : claims;
}

function clientIn(config: Pick<ConfigReader, "read">) {
  const url = URL.parse(config.read("provider.oauth_issuer"));
  const clientId = config.read("provider.oauth_client_id");
  if (!url || clientId === "") throw new ProviderFailure("oauth", "NOT_CONFIGURED");
  return { url, clientId, secret: config.read("provider.oauth_secret") };
}

/** Reads the metadata of an issuer (OpenID Connect Discovery 1.0). */
async function discover(url: URL, http: openid.DiscoveryRequestOptions): Promise<Issuer> {
  const server = await openid
    .discoveryRequest(url, http)
    .then((answer) => openid.processDiscoveryResponse(url, answer))
    .catch(failsAs("BAD_ANSWER"));
  for (const name of ENDPOINTS) {
    if (!/^https?:$/.test(URL.parse(String(server[name]))?.protocol ?? "")) {
      throw new ProviderFailure("oauth", "BAD_ANSWER", name.toUpperCase());
    }
  }
  return { server: { ...server, id_token_signing_alg_values_supported: asymmetricAlgorithms(server) }, keys: null };
}

/** Excludes `none` and HMAC: an attacker could sign with a public key as the secret. */
function asymmetricAlgorithms({ id_token_signing_alg_values_supported: all }: openid.AuthorizationServer): string[] {
  return (Array.isArray(all) ? all : ["RS256"]).filter((algorithm) => !/^(HS|none$)/.test(algorithm));
}

/** Sends the secret in the form where the provider supports it, because providers decode the header in different ways. */
function authentication({ token_endpoint_auth_methods_supported: methods }: openid.AuthorizationServer, secret: string | null) {
  if (!secret) return openid.None();
  return Array.isArray(methods) && methods.includes("client_secret_post")
    ? openid.ClientSecretPost(secret)
    : openid.ClientSecretBasic(secret);
}

/** The ID token of an answer, which can be refused; null: the answer is malformed. */
async function idTokenIn(answer: Response): Promise<string | null> {
  const body: unknown = await answer.json().catch(() => null);
  return typeof body === "object" && body !== null && "id_token" in body && typeof body.id_token === "string" ? body.id_token : null;
}

/** Read before the token is verified: a token that cannot be read counts as one with a nonce, and is refused later. */
function isWithoutNonce(idToken: string): boolean {
  try {
    const claims: unknown = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
    return typeof claims === "object" && claims !== null && !("nonce" in claims);
  } catch {
    return false;
  }
}

/** The library fetches keys again after five minutes, and for an unknown key after one minute. */
async function verifySignature(issuer: Issuer, answer: Response, skew: number, http: openid.ValidateSignatureOptions): Promise<void> {
  const keys: openid.JWKSCacheInput = issuer.keys ? { jwks: issuer.keys.jwks, uat: issuer.keys.uat - skew } : {};
  // The library caches keys by the identity of the server object and by the machine's clock. The copy disables that cache.
  const verified = openid.validateApplicationLevelSignature({ ...issuer.server }, answer, { ...http, [openid.jwksCache]: keys });
  try {
    await verified;
  } catch (error) {
    failsAs("uat" in keys ? "REFUSED" : "BAD_ANSWER")(error);
  } finally {
    issuer.keys = "uat" in keys ? { jwks: keys.jwks, uat: keys.uat + skew } : null;
  }
}

/** Caches the last discovery for an hour; a failure is not cached. */
function cachedDiscovery(clock: Clock, load: (url: URL) => Promise<Issuer>): (url: URL) => Promise<Issuer> {
  let cached: { readonly href: string; readonly at: number; readonly issuer: Issuer } | null = null;
  return async (url) => {
    const at = clock.now().getTime();
    if (cached?.href !== url.href || at - cached.at >= DISCOVERY_CACHE_MS) cached = { href: url.href, at, issuer: await load(url) };
    return cached.issuer;
  };
}

/**
 * For `catch`: throws an error of oauth4webapi as ProviderFailure, with its code only, because these errors hold tokens.
 * @param reason applies unless the error is a ProviderFailure or an error answer of the token endpoint
 */
function failsAs(reason: "BAD_ANSWER" | "REFUSED") {
  return (error: unknown): never => {
    if (error instanceof ProviderFailure) throw error;
    if (error instanceof openid.ResponseBodyError) throw tokenEndpointFailure(error);
    throw new ProviderFailure("oauth", reason, codeOf(error));
  };
}

/** An error answer of the token endpoint (RFC 6749 5.2). */
function tokenEndpointFailure({ error, status }: openid.ResponseBodyError): ProviderFailure {
  if (error === "invalid_grant") return new ProviderFailure("oauth", "REFUSED", "INVALID_GRANT");
  if (error === "invalid_client" || error === "unauthorized_client") return new ProviderFailure("oauth", "NOT_CONFIGURED", "CLIENT");
  return new ProviderFailure("oauth", reasonOf({ status }), `HTTP_${status}`);
}

/** Browsers choose the code. An answer to one that cannot be read is no outage: strangers would switch the sign-in off. */
const reasonOf = ({ status }: { readonly status: number }) => (status === 400 || status === 403 ? "REFUSED" : "BAD_ANSWER");
