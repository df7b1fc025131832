import jwt from "jsonwebtoken";
import type { ConfigReader } from "#libs/config/reader.ts";
import { type Clock, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { ProviderFailure } from "../provider-failure.ts";
import type { JsonAnswer, JsonClient } from "./json-client.ts";
import type { OAuthProvider, SignInAnswer } from "./oauth-provider.ts";
import { badAnswer, factsOf, identityOf, keysOf, type Metadata, metadataOf } from "./oidc-answers.ts";

interface OidcOptions {
  readonly config: Pick<ConfigReader, "read">;
  readonly clock: Clock;
  readonly ask: JsonClient;
}

/** Only signatures that a stranger cannot make with our secret or a public key. */
const ALGORITHMS: jwt.Algorithm[] = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"];
const CLOCK_TOLERANCE_SECONDS = 60;
const KNOWN_FOR = HOUR;
/** An unknown key id makes us look again, but not more often. */
const KEYS_ASKED_EVERY = MINUTE;

interface Client {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string | null;
}

/** Any provider that speaks OpenID Connect: authorisation code flow with PKCE. */
export function oidc({ config, clock, ask }: OidcOptions): OAuthProvider {
  const metadata = remembered(clock, async (issuer) =>
    metadataOf(issuer, bodyOf(await ask({ url: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration` }))),
  );
  const keys = remembered(clock, async (url) => keysOf(bodyOf(await ask({ url }))));

  const keyFor = async (jwksUri: string, token: string) => {
    const kid = keyIdOf(token);
    const find = (known: Awaited<ReturnType<typeof keys>>) =>
      known.get(kid) ?? (kid === "" && known.size === 1 ? [...known.values()][0] : undefined);
    const key = find(await keys(jwksUri)) ?? find(await keys(jwksUri, KEYS_ASKED_EVERY));
    if (!key) throw refused("KEY");
    return key;
  };

  const claimsOf = async (client: Client, { jwksUri }: Metadata, token: string, nonce: string) => {
    const key = await keyFor(jwksUri, token);
    const claims = verified(token, key, {
      algorithms: ALGORITHMS,
      issuer: client.issuer,
      audience: client.clientId,
      nonce,
      clockTimestamp: Math.floor(clock.now().getTime() / SECOND),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    if (typeof claims.exp !== "number") throw refused("EXP");
    if (Array.isArray(claims.aud) && claims.aud.length > 1 && claims.azp !== client.clientId) throw refused("AZP");
    return claims;
  };

  return {
    async authorizationUrl({ state, nonce, codeChallenge, redirectUri }) {
      const { issuer, clientId } = clientIn(config);
      const url = new URL((await metadata(issuer)).authorizationEndpoint);
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

    async identify(answer) {
      const client = clientIn(config);
      const about = await metadata(client.issuer);
      const { id_token: idToken, access_token: accessToken } = tokensIn(await ask(exchange(client, about, answer)));
      if (typeof idToken !== "string") throw badAnswer("ID_TOKEN");
      const claims = await claimsOf(client, about, idToken, answer.nonce);
      if (claims.email !== undefined || about.userinfoEndpoint === null || typeof accessToken !== "string") {
        return identityOf(client.issuer, claims);
      }
      const headers = { authorization: `Bearer ${accessToken}` };
      const more = factsOf(bodyOf(await ask({ url: about.userinfoEndpoint, headers })));
      if (more.sub !== claims.sub) throw refused("OTHER_SUB");
      return identityOf(client.issuer, more);
    },
  };
}

function clientIn(config: Pick<ConfigReader, "read">): Client {
  const issuer = config.read("provider.oauth_issuer");
  const clientId = config.read("provider.oauth_client_id");
  if (issuer === "" || clientId === "") throw new ProviderFailure("oauth", "NOT_CONFIGURED");
  return { issuer, clientId, secret: config.read("provider.oauth_secret") };
}

/** The exchange of a code for tokens (RFC 6749 4.1.3, RFC 7636 4.5). */
function exchange({ clientId, secret }: Client, { tokenEndpoint, secretInForm }: Metadata, answer: SignInAnswer) {
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: answer.code,
    redirect_uri: answer.redirectUri,
    client_id: clientId,
    code_verifier: answer.codeVerifier,
  });
  if (secret === null) return { url: tokenEndpoint, form };
  if (secretInForm) {
    form.set("client_secret", secret);
    return { url: tokenEndpoint, form };
  }
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
  return { url: tokenEndpoint, form, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}

function tokensIn({ status, body }: JsonAnswer) {
  if (status === 200) return factsOf(body);
  if (status >= 500) throw new ProviderFailure("oauth", "UNREACHABLE", `HTTP_${status}`);
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  if (error === "invalid_grant") throw refused("INVALID_GRANT");
  if (error === "invalid_client" || error === "unauthorized_client") throw new ProviderFailure("oauth", "NOT_CONFIGURED", "CLIENT");
  throw badAnswer(`HTTP_${status}`);
}

function bodyOf({ status, body }: JsonAnswer): unknown {
  if (status >= 500) throw new ProviderFailure("oauth", "UNREACHABLE", `HTTP_${status}`);
  if (status !== 200 || body === undefined) throw badAnswer(`HTTP_${status}`);
  return body;
}

/** Empty when the token names none. */
function keyIdOf(token: string): string {
  try {
    return jwt.decode(token, { complete: true })?.header.kid ?? "";
  } catch {
    throw refused("ID_TOKEN");
  }
}

function verified(token: string, key: Parameters<typeof jwt.verify>[1], options: jwt.VerifyOptions): jwt.JwtPayload {
  try {
    const claims = jwt.verify(token, key as jwt.PublicKey, options);
    if (typeof claims === "object") return claims as jwt.JwtPayload;
  } catch {
    // What is wrong with it is said nowhere: the text of the error may quote the token.
  }
  throw refused("ID_TOKEN");
}

function refused(detail: string): ProviderFailure {
  return new ProviderFailure("oauth", "REFUSED", detail);
}

/** Remembers answers for an hour; `maxAge` in milliseconds asks again for older ones. A failure is not remembered. */
function remembered<T>(clock: Clock, fetch: (url: string) => Promise<T>): (url: string, maxAge?: number) => Promise<T> {
  let last: { readonly url: string; readonly at: number; readonly value: T } | null = null;
  return async (url, maxAge = KNOWN_FOR) => {
    const now = clock.now().getTime();
    if (last?.url === url && now - last.at < maxAge) return last.value;
    last = { url, at: now, value: await fetch(url) };
    return last.value;
  };
}
