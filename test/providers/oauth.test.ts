import { createHash, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import jwt from "jsonwebtoken";
import type { ExternalIdentity } from "#libs/providers/oauth/oauth-provider.ts";
import { oauthSlot } from "#libs/providers/oauth/oauth-slot.ts";
import type { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { PRIVATE_ADDRESSES, testHost } from "./host.ts";
import { type Account, CLIENT, type OidcFaults, type OidcServer, startOidcServer } from "./oidc-server.ts";

const REDIRECT = "https://app.example.org/signed-in";
const ANNA: Account = { sub: "a|1", email: "Anna@Example.org", email_verified: true, name: "  Anna\u0000\nMüller " };

let server: OidcServer;
beforeAll(async () => {
  server = await startOidcServer();
});
afterAll(() => server.close());
beforeEach(() => server.misbehave({}));

const settings = (changes: Readonly<Record<string, unknown>> = {}) => ({
  "provider.oauth": "oidc",
  "provider.oauth_issuer": server.issuer,
  "provider.oauth_client_id": CLIENT.id,
  "provider.oauth_secret": CLIENT.secret,
  ...changes,
});

function provider(changes?: Readonly<Record<string, unknown>>, variables: Readonly<Record<string, string>> = PRIVATE_ADDRESSES) {
  const host = testHost({}, variables);
  host.configure(settings(changes));
  return { host, oauth: oauthSlot(host).use() };
}

const discovery = "/.well-known/openid-configuration";
const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const REQUEST = { state: "the state", nonce: "the nonce", codeChallenge: CHALLENGE, redirectUri: REDIRECT };

/** Signs an account in. `answer` replaces what the browser returns, as an attacker would. */
async function signIn(
  account: Account = ANNA,
  {
    faults = {},
    answer = {},
    oauth = provider().oauth,
  }: { faults?: OidcFaults; answer?: object; oauth?: ReturnType<typeof provider>["oauth"] } = {},
): Promise<ExternalIdentity> {
  server.misbehave(faults);
  const url = await oauth.authorizationUrl(REQUEST);
  const { code } = server.signIn(url, account);
  return oauth.identify({ code, codeVerifier: VERIFIER, nonce: REQUEST.nonce, redirectUri: REDIRECT, ...answer });
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "signed in",
    ({ reason }: ProviderFailure) => reason,
  );

describe("the OAuth provider oidc", () => {
  it("sends the browser to the provider with state, nonce and a code challenge", async () => {
    const url = new URL(await provider().oauth.authorizationUrl(REQUEST));
    expect(`${url.origin}${url.pathname}`).toBe(`${server.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenant: "boats",
      response_type: "code",
      client_id: CLIENT.id,
      redirect_uri: REDIRECT,
      scope: "openid email profile",
      state: "the state",
      nonce: "the nonce",
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
    });
  });

  it("identifies the account that has signed in", async () => {
    expect(await signIn()).toEqual({
      issuer: server.issuer,
      subject: "a|1",
      email: "anna@example.org",
      emailVerified: true,
      displayName: "Anna Müller",
    });
    expect(await signIn({ ...ANNA, email: "Anna@ＥＸample.org" })).toMatchObject({ email: "anna@example.org", emailVerified: true });
    expect(await signIn({ ...ANNA, email: "anna@xn--é.org" })).toMatchObject({ email: null, emailVerified: false });
    expect(await signIn({ sub: "b" })).toMatchObject({ subject: "b", email: null, emailVerified: false, displayName: null });
  });

  it("reads the address from userinfo when the ID token has none, and refuses the userinfo of another account", async () => {
    expect(await signIn(ANNA, { faults: { emailInUserinfo: true } })).toMatchObject({ email: "anna@example.org", emailVerified: true });
    const other = JSON.stringify({ sub: "b", email: "eve@example.org", email_verified: true });
    const faults = { emailInUserinfo: true, raw: { path: "/userinfo", status: 200, body: other } };
    expect(await reasonOf(signIn(ANNA, { faults }))).toBe("REFUSED");
  });

  it.each([
    ["an unverified address", { email_verified: false }, false],
    ["an address without email_verified", { email_verified: undefined }, null],
    ["a number for email_verified", { email_verified: 1 }, false],
    ["the text true for email_verified", { email_verified: "true" }, true],
    ["two addresses in one", { email: "a@example.org,eve@example.org" }, false],
    ["an address that the registration would refuse", { email: "a\u0000b@example.org" }, false],
  ])("reports whether the address is verified for %s", async (_what, changes, emailVerified) => {
    expect(await signIn({ ...ANNA, ...changes })).toMatchObject({ emailVerified });
  });

  it.each([
    ["an invented code", { code: "invented" }],
    ["another verifier", { codeVerifier: "w".repeat(43) }],
    ["another redirect URI", { redirectUri: "https://app.example.org/other" }],
    ["the nonce of another sign-in", { nonce: "another nonce" }],
  ])("refuses %s", async (_what, answer) => {
    expect(await reasonOf(signIn(ANNA, { answer }))).toBe("REFUSED");
  });

  it("refuses a code that was used before", async () => {
    const { oauth } = provider();
    const { code } = server.signIn(await oauth.authorizationUrl(REQUEST), ANNA);
    const identify = () => reasonOf(oauth.identify({ code, codeVerifier: VERIFIER, nonce: REQUEST.nonce, redirectUri: REDIRECT }));
    expect([await identify(), await identify()]).toEqual(["signed in", "REFUSED"]);
  });

  it.each([
    ["of another issuer", { iss: "https://evil.example" }],
    ["for another client", { aud: "another client" }],
    ["for several clients and an azp that is another client", { aud: [CLIENT.id, "other"], azp: "other" }],
    ["without nonce", { nonce: undefined }],
    ["that has expired", { exp: Math.floor(Date.now() / 1_000) - 120 }],
    ["that never expires", { exp: undefined }],
  ])("API10 refuses an ID token %s", async (_what, claims) => {
    expect(await reasonOf(signIn(ANNA, { faults: { claims } }))).toBe("REFUSED");
  });

  it("SGN-17 an ID token without nonce leaves a line in the log that names the setting and holds no token", async () => {
    const { oauth, host } = provider();
    const faults = { claims: { nonce: undefined } };
    const failure = await signIn(ANNA, { faults, oauth }).catch((error: unknown) => error);
    expect(String(failure)).toBe("ProviderFailure: provider oauth: REFUSED (NO_NONCE)");
    const lines = host.logged().trim().split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"setting":"provider.oauth_requires_nonce"');
    expect(lines[0]).not.toMatch(/eyJ|Anna|a\|1/i);

    const lenient = provider({ "provider.oauth_requires_nonce": false });
    expect(await reasonOf(signIn(ANNA, { faults, oauth: lenient.oauth }))).toBe("signed in");
    expect(lenient.host.logged()).toBe("");
  });

  it("API10 refuses an ID token that is unsigned or signed with another key, the client secret or the public key", async () => {
    const otherKey = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
    const unsigned = (claims: object) => jwt.sign(claims, null, { algorithm: "none" });
    const forgeries: ((claims: object) => string)[] = [
      (claims) => jwt.sign(claims, otherKey, { algorithm: "RS256" }),
      (claims) => jwt.sign(claims, CLIENT.secret, { algorithm: "HS256" }),
      (claims) => `${unsigned({}).split(".")[0]}.${unsigned(claims).split(".")[1]}.`,
      (claims) => jwt.sign(claims, server.publicPem, { algorithm: "HS256", allowInvalidAsymmetricKeyTypes: true }),
      () => "no.token.at-all",
      () => "",
    ];
    for (const sign of forgeries) expect(await reasonOf(signIn(ANNA, { faults: { sign } }))).toBe("REFUSED");
    const metadata = { id_token_signing_alg_values_supported: ["RS256", "HS256", "none"] };
    for (const sign of forgeries) expect(await reasonOf(signIn(ANNA, { faults: { sign, metadata } }))).toBe("REFUSED");
  });

  it("API10 rejects an empty or overlong subject", async () => {
    expect(await reasonOf(signIn({ ...ANNA, sub: "" }))).toBe("BAD_ANSWER");
    expect(await reasonOf(signIn({ ...ANNA, sub: "x".repeat(256) }))).toBe("BAD_ANSWER");
  });

  it("refuses an ID token that has expired by the injected clock", async () => {
    const { oauth, host } = provider();
    host.clock.advance(350_000);
    expect(await reasonOf(signIn(ANNA, { oauth }))).toBe("signed in");
    host.clock.advance(20_000);
    expect(await reasonOf(signIn(ANNA, { oauth }))).toBe("REFUSED");
  });

  it.each([
    [
      "takes the secret in the form",
      { secretInForm: true, metadata: { token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"] } },
    ],
    ["sends its issuer in the authorization response", { metadata: { authorization_response_iss_parameter_supported: true } }],
  ])("works with a provider that %s", async (_what, faults) => {
    expect(await reasonOf(signIn(ANNA, { faults }))).toBe("signed in");
  });

  it.each(["https://app.example.org", "https://app.example.org/back?from=oauth", "app://signed-in"])(
    "keeps the redirect URI %s unchanged",
    async (redirectUri) => {
      const { oauth } = provider();
      const url = await oauth.authorizationUrl({ ...REQUEST, redirectUri });
      const { code } = server.signIn(url, ANNA);
      const answer = { code, codeVerifier: VERIFIER, nonce: REQUEST.nonce, redirectUri };
      expect(new URL(url).searchParams.get("redirect_uri")).toBe(redirectUri);
      expect(await reasonOf(oauth.identify(answer))).toBe("signed in");
    },
  );

  it("caches metadata and keys, and fetches keys again when they are old", async () => {
    const { oauth, host } = provider();
    const start = server.requested.length;
    const requestsOf = (path: string) => server.requested.slice(start).filter((each) => each === path).length;
    const counts = async () => [await reasonOf(signIn(ANNA, { oauth })), requestsOf(discovery), requestsOf("/keys")];
    expect(await counts()).toEqual(["signed in", 1, 1]);
    host.clock.advance(240_000);
    expect(await counts()).toEqual(["signed in", 1, 1]);
    host.clock.advance(90_000);
    expect(await counts()).toEqual(["signed in", 1, 2]);
  });

  it("fetches an unknown key, at most once a minute", async () => {
    const { oauth, host } = provider();
    await signIn(ANNA, { oauth });
    server.rotateKey();
    const before = server.requested.filter((path) => path === "/keys").length;
    expect(await reasonOf(signIn(ANNA, { oauth }))).toBe("REFUSED");
    expect(server.requested.filter((path) => path === "/keys")).toHaveLength(before);
    host.clock.advance(61_000);
    expect(await reasonOf(signIn(ANNA, { oauth }))).toBe("signed in");
  });

  const token = "/token";
  it.each([
    ["HTML", "BAD_ANSWER", { path: token, status: 200, body: "<html>" }],
    ["a redirect to a private address", "BAD_ANSWER", { path: token, status: 302, body: "", headers: { location: "http://127.0.0.1:1/" } }],
    ["an answer of more than 256 KiB", "BAD_ANSWER", { path: token, status: 200, body: `{"id_token":"${"x".repeat(300_000)}"}` }],
    ["an empty answer", "BAD_ANSWER", { path: token, status: 204, body: "" }],
    ["an invalid status", "UNREACHABLE", { path: token, status: 999, body: "" }],
    ["a refusal as HTML", "REFUSED", { path: token, status: 403, body: "<html>" }],
    ["a code that it cannot read", "REFUSED", { path: token, status: 400, body: '{"error":"invalid_request"}' }],
    [
      "an authentication challenge",
      "NOT_CONFIGURED",
      { path: token, status: 401, body: '{"error":"invalid_client"}', headers: { "www-authenticate": 'Basic realm="x"' } },
    ],
    ["a JSON array", "BAD_ANSWER", { path: token, status: 200, body: "[]" }],
    ["an answer without an ID token", "BAD_ANSWER", { path: token, status: 200, body: "{}" }],
    ["a server error", "UNREACHABLE", { path: token, status: 503, body: "" }],
    ["HTML as metadata", "BAD_ANSWER", { path: discovery, status: 200, body: "<html>" }],
    ["a redirect of the metadata", "BAD_ANSWER", { path: discovery, status: 302, body: "", headers: { location: "http://127.0.0.1:1/" } }],
    ["malformed keys", "BAD_ANSWER", { path: "/keys", status: 200, body: '{"keys":7}' }],
    ["unusable keys", "REFUSED", { path: "/keys", status: 200, body: '{"keys":[{"kty":"oct","k":"AA"},{"kty":"RSA"}]}' }],
  ])("API10 fails for %s with %s", async (_what, reason, raw) => {
    expect(await reasonOf(signIn(ANNA, { faults: { raw } }))).toBe(reason);
  });

  it.each([
    ["another issuer", { issuer: "https://evil.example" }],
    ["a javascript: URL as endpoint", { authorization_endpoint: "javascript:alert(1)" }],
    ["a file: URL for keys", { jwks_uri: "file:///etc/passwd" }],
    ["an object as endpoint", { token_endpoint: {} }],
  ])("API10 rejects a discovery document with %s", async (_what, metadata) => {
    expect(await reasonOf(signIn(ANNA, { faults: { metadata } }))).toBe("BAD_ANSWER");
  });

  it("API10 keeps code, secret and token out of a failure", async () => {
    const failure = await signIn(ANNA, { answer: { code: "a-secret-code" } }).catch((error: unknown) => error);
    expect(String(failure)).toBe("ProviderFailure: provider oauth: REFUSED (INVALID_GRANT)");
    expect(JSON.stringify(failure)).not.toContain("a-secret-code");
  });

  it.each([
    ["no issuer", { "provider.oauth_issuer": "" }],
    ["no client id", { "provider.oauth_client_id": "" }],
  ])("fails with NOT_CONFIGURED for %s", async (_what, changes) => {
    expect(await reasonOf(provider(changes).oauth.authorizationUrl(REQUEST))).toBe("NOT_CONFIGURED");
  });

  it("fails with NOT_CONFIGURED for a wrong client secret", async () => {
    expect(await reasonOf(signIn(ANNA, { oauth: provider({ "provider.oauth_secret": "x" }).oauth }))).toBe("NOT_CONFIGURED");
  });

  it("API7 connects to no private address unless the environment allows it", async () => {
    let requests = 0;
    const listener = createServer((_request, response) => {
      requests += 1;
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => listener.once("listening", resolve));
    const { port } = listener.address() as { port: number };
    for (const issuer of [
      `http://127.0.0.1:${port}`,
      `https://127.0.0.1:${port}`,
      "https://localhost",
      "https://169.254.169.254",
      "https://[::1]",
    ]) {
      const { oauth } = provider({ "provider.oauth_issuer": issuer }, {});
      expect([issuer, await reasonOf(oauth.authorizationUrl(REQUEST))]).toEqual([issuer, "NOT_CONFIGURED"]);
    }
    listener.close();
    expect(requests).toBe(0);
  });
});
