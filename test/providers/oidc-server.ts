import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import jwt from "jsonwebtoken";
import type { TestSystem } from "../support/test-system.ts";

/** An account at the provider. */
export interface Account {
  readonly sub: string;
  readonly email?: string | undefined;
  readonly email_verified?: unknown;
  readonly name?: string | undefined;
}

interface Grant {
  readonly account: Account;
  readonly query: URLSearchParams;
}

/** How the provider misbehaves. */
export interface OidcFaults {
  /** Replaces the answer of a path. */
  readonly raw?: {
    readonly path: string;
    readonly status: number;
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Changes the claims of ID tokens. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs ID tokens in another way. */
  readonly sign?: (claims: object) => string;
  /** The email address is in the userinfo answer only. */
  readonly emailInUserinfo?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Reads the client secret from the form instead of the header. */
  readonly secretInForm?: boolean;
}

export interface OidcServer {
  readonly issuer: string;
  readonly privateKey: KeyObject;
  readonly publicPem: string;
  /** Requested paths, in order. */
  readonly requested: string[];
  /** Signs in at the authorization URL as a browser does. */
  signIn(authorizationUrl: string, account: Account): { code: string; state: string };
  misbehave(faults: OidcFaults): void;
  /** Replaces the signing key. */
  rotateKey(): void;
  close(): Promise<void>;
}

export const CLIENT = { id: "boats & co", secret: "s3cret/of:boats" } as const;

/** A small OpenID Connect provider on the loopback interface: discovery, keys, token with PKCE, userinfo. */
export async function startOidcServer(): Promise<OidcServer> {
  const grants = new Map<string, Grant>();
  const accounts = new Map<string, Account>();
  const requested: string[] = [];
  let faults: OidcFaults = {};
  let key = newKey();

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    requested.push(pathname);
    const form = new URLSearchParams(await textOf(request));
    const { raw } = faults;
    if (raw?.path === pathname) return void response.writeHead(raw.status, { ...raw.headers }).end(raw.body);
    if (pathname === "/.well-known/openid-configuration") return json(response, 200, { ...metadata(), ...faults.metadata });
    if (pathname === "/keys")
      return json(response, 200, {
        keys: [
          { ...key.jwk, kid: key.kid, use: "sig" },
          { kty: "oct", k: "AAAA" },
        ],
      });
    if (pathname === "/userinfo") {
      const account = accounts.get((request.headers.authorization ?? "").replace("Bearer ", ""));
      return account ? json(response, 200, account) : json(response, 401, {});
    }
    if (pathname === "/token") return json(response, ...token(request, form));
    json(response, 404, {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const issuer = `http://127.0.0.1:${address.port}`;

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize?tenant=boats`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
  });

  const token = (request: IncomingMessage, form: URLSearchParams): [number, object] => {
    if (!isClient(faults.secretInForm ? form : headerCredentials(request))) return [401, { error: "invalid_client" }];
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isValid = grant?.query.get("code_challenge") === challenge && grant.query.get("redirect_uri") === form.get("redirect_uri");
    if (!grant || !isValid) return [400, { error: "invalid_grant", error_description: `no ${form.get("code")}` }];
    const now = Math.floor(Date.now() / 1_000);
    const { email, email_verified, ...rest } = grant.account;
    const profile = faults.emailInUserinfo ? rest : { ...rest, email, email_verified };
    const allClaims = {
      iss: issuer,
      aud: CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce: grant.query.get("nonce"),
      ...profile,
      ...faults.claims,
    };
    const claims = JSON.parse(JSON.stringify(allClaims)) as object;
    const signed = faults.sign?.(claims) ?? jwt.sign(claims, key.privateKey, { algorithm: "RS256", keyid: key.kid });
    const accessToken = randomBytes(16).toString("hex");
    accounts.set(accessToken, grant.account);
    return [200, { id_token: signed, access_token: accessToken, token_type: "Bearer" }];
  };

  return {
    issuer,
    requested,
    get privateKey() {
      return key.privateKey;
    },
    get publicPem() {
      return key.publicPem;
    },
    signIn(authorizationUrl, account) {
      const { searchParams: query } = new URL(authorizationUrl);
      const code = randomBytes(16).toString("hex");
      grants.set(code, { account, query });
      return { code, state: query.get("state") ?? "" };
    },
    misbehave(next) {
      faults = next;
    },
    rotateKey() {
      key = newKey();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Lets a system sign people in with this provider. */
export async function useProvider(
  { setConfig }: Pick<TestSystem, "setConfig">,
  { issuer }: Pick<OidcServer, "issuer">,
  redirectUri: string,
) {
  await setConfig("provider.oauth_issuer", issuer);
  await setConfig("provider.oauth_client_id", CLIENT.id);
  await setConfig("provider.oauth_secret", CLIENT.secret);
  await setConfig("provider.oauth_redirect_uris", [redirectUri]);
  await setConfig("provider.oauth", "oidc");
}

function isClient(credentials: URLSearchParams): boolean {
  return credentials.get("client_id") === CLIENT.id && credentials.get("client_secret") === CLIENT.secret;
}

/** Client id and secret from the header, both form-encoded (RFC 6749 2.3.1). */
function headerCredentials({ headers }: IncomingMessage): URLSearchParams {
  const pair = Buffer.from((headers.authorization ?? "").replace("Basic ", ""), "base64").toString();
  return new URLSearchParams(`client_id=${pair.replace(":", "&client_secret=")}`);
}

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return { kid: randomBytes(4).toString("hex"), privateKey, publicPem, jwk: publicKey.export({ format: "jwk" }) };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
