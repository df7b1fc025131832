import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  changePassword,
  completeOAuth,
  forgotPassword,
  getMe,
  login,
  resetPassword,
  setUserStatus,
  startOAuth,
} from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { enrol, verify } from "../people/factors.ts";
import { type Account, CLIENT, type OidcServer, startOidcServer } from "../providers/oidc-server.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { claimsOf, type Fixture, newAddress, PASSWORD, startFixture, tokensOf } from "./fixture.ts";

const REDIRECTS = ["https://app.example.org/signed-in", "app://signed-in"];

let account: Fixture;
let server: OidcServer;
const settings = () => ({
  "provider.oauth": "oidc",
  "provider.oauth_issuer": server.issuer,
  "provider.oauth_client_id": CLIENT.id,
  "provider.oauth_secret": CLIENT.secret,
  "provider.oauth_redirect_uris": REDIRECTS,
});
beforeAll(async () => {
  [account, server] = await Promise.all([startFixture({ CONFIG_PROVIDER_PRIVATE_ADDRESSES: "true" }), startOidcServer()]);
});
afterAll(async () => {
  await account.stop();
  await server.close();
});
beforeEach(() => {
  server.misbehave({});
  account.configure(settings());
});

const newExternalAccount = (changes: Partial<Account> = {}): Account => ({
  sub: uuid(),
  email: newAddress(),
  email_verified: true,
  name: "Anna",
  ...changes,
});

type Callback = Awaited<ReturnType<typeof signInAtProvider>> & { readonly acceptLanguage?: string };

/** Begins a sign-in and signs in at the provider. Returns the parameters of the callback. */
async function signInAtProvider(who: Account, redirectUri?: string) {
  const { authorizationUrl, browserKey } = await account.call(startOAuth, { redirectUri });
  return { ...server.signIn(authorizationUrl, who), browserKey };
}

/** Completes a sign-in, which has to end with tokens. */
async function complete(params: Callback) {
  const answer = await account.call(completeOAuth, params);
  if (answer.emailConfirmation) throw new Error("email confirmation");
  return tokensOf(answer);
}

const signIn = async (who: Account) => complete(await signInAtProvider(who));
const trySignIn = (who: Account) => outcomeOf(signIn(who));
const verifiedUser = async () => {
  const email = await account.register();
  await account.database.connection
    .collection("users")
    .updateOne({ email }, { $set: { emailVerified: true }, $unset: { registeredBy: "" } });
  return email;
};

describe("GET /auth/oauth/start", () => {
  it("answers an address of the provider with a new state each time, and stores hashes only", async () => {
    const [one, two] = [await account.call(startOAuth, {}), await account.call(startOAuth, { redirectUri: REDIRECTS[1] })];
    expect(new URL(one.authorizationUrl).searchParams.get("redirect_uri")).toBe(REDIRECTS[0]);
    expect(new URL(two.authorizationUrl).searchParams.get("redirect_uri")).toBe(REDIRECTS[1]);
    expect(one.state).not.toBe(two.state);
    const stored = JSON.stringify(await account.rows("oauth_states"));
    expect(stored).not.toContain(one.state);
    expect(stored).not.toContain(one.browserKey);
  });

  it.each([
    "https://evil.example",
    `${REDIRECTS[0]}/more`,
    `${REDIRECTS[0]}@evil.example`,
    "https://APP.example.org/signed-in",
    "javascript:alert(1)",
  ])("refuses a redirect address that is not listed: %s", async (redirectUri) => {
    expect(await outcomeOf(account.call(startOAuth, { redirectUri }))).toBe("auth.oauth.redirect_not_allowed");
  });

  it("refuses when no address is listed and when the provider is off, not configured or unreachable", async () => {
    const outcomes = [];
    for (const changes of [
      { "provider.oauth_redirect_uris": [] },
      { "provider.oauth": "off" },
      { "provider.oauth_client_id": "" },
      { "provider.oauth_issuer": "http://127.0.0.1:1" },
    ]) {
      account.configure({ ...settings(), ...changes });
      outcomes.push(await outcomeOf(account.call(startOAuth, {})));
    }
    expect(outcomes).toEqual(["auth.oauth.redirect_not_allowed", "provider.error.off", "provider.error.failed", "provider.error.failed"]);
  });
});

describe("POST /auth/oauth/callback", () => {
  it("AUT-25 creates a verified account without a password, which no password opens", async () => {
    const who = newExternalAccount();
    const email = who.email ?? "";
    const answer = await complete({ ...(await signInAtProvider(who)), acceptLanguage: "de" });
    expect(answer).toMatchObject({
      tokenType: "Bearer",
      accountStatus: "ACTIVE",
      user: { email, emailVerified: true, displayName: "Anna", locale: "de" },
    });
    expect((await account.actor(answer).call(getMe, {})).id).toBe(answer.user.id);
    const [user] = await account.rows("users", { email });
    expect(user).not.toHaveProperty("passwordHash");
    for (const password of ["", "null", "undefined", PASSWORD].filter(Boolean)) {
      expect(await outcomeOf(account.call(login, { email, password }))).toBe("auth.login.invalid_credentials");
    }
    const change = { currentPassword: "undefined", newPassword: PASSWORD };
    expect(await outcomeOf(account.actor(answer).call(changePassword, change))).toBe("auth.password.incorrect");
    expect(await account.rows("outbox", { event: "user.registered", "payload.userId": answer.user.id })).toHaveLength(1);
    expect(await account.rows("audit_log", { action: "user.registered", target: answer.user.id })).toHaveLength(1);
  });

  it("AUT-25 a password reset adds a password to such an account, and keeps the OAuth sign-in", async () => {
    const who = newExternalAccount();
    const email = who.email ?? "";
    await signIn(who);
    await account.call(forgotPassword, { email });
    await account.call(resetPassword, { token: account.mailedToken(email, "reset_password"), password: PASSWORD });
    expect(await outcomeOf(account.login(email))).toBe("ok");
    expect(await trySignIn(who)).toBe("ok");
  });

  it("recognizes an external account after a change of its address and name, and stores its subject as a hash", async () => {
    const who = newExternalAccount();
    const first = await signIn(who);
    const again = await signIn({ ...who, email: newAddress(), email_verified: false, name: "Other" });
    expect(again.user.id).toBe(first.user.id);
    expect(again.user).toMatchObject({ email: who.email, displayName: "Anna" });
    const retained = await account.rows("oauth_identities", { userId: first.user.id });
    expect(retained).toHaveLength(1);
    expect(JSON.stringify(retained)).not.toContain(who.sub);
  });

  it("links the account with the same address when both sides have verified it, and mails its owner", async () => {
    const email = await verifiedUser();
    const answer = await signIn(newExternalAccount({ email: email.toUpperCase() }));
    expect(answer.user).toMatchObject({ email });
    expect(await account.rows("users", { email })).toHaveLength(1);
    expect(account.mailKinds(email)).toContain("sign_in_linked");
    expect(await account.rows("audit_log", { action: "user.sign_in_linked", target: answer.user.id })).toHaveLength(1);
    expect(await outcomeOf(account.login(email))).toBe("ok");
  });

  it("does not link an account whose address was never verified here", async () => {
    const email = await account.register();
    expect(await trySignIn(newExternalAccount({ email }))).toBe("auth.oauth.account_exists");
    const [user] = await account.rows("users", { email });
    expect(await account.rows("oauth_identities", { userId: user?._id })).toEqual([]);
  });

  it("does not link an administrator's account", async () => {
    const email = account.runtime.env.bootstrapAdmin?.email ?? "";
    expect(await trySignIn(newExternalAccount({ email }))).toBe("auth.oauth.account_exists");
  });

  it("refuses a linked account that has become an administrator's", async () => {
    const who = newExternalAccount();
    const { user } = await signIn(who);
    await account.database.connection.collection<{ _id: string }>("users").updateOne({ _id: user.id }, { $set: { roles: ["SUPPORT"] } });
    expect(await trySignIn(who)).toBe("auth.oauth.account_exists");
  });

  it("refuses a suspended account, linked or not", async () => {
    const admin = actAs(account.broker, account.runtime, { roles: ["SUPER_ADMIN"] });
    const who = newExternalAccount();
    const { user } = await signIn(who);
    await admin.call(setUserStatus, { userId: user.id, status: "SUSPENDED", reason: "test" });
    expect(await trySignIn(who)).toBe("auth.account.suspended");
    expect(await trySignIn(newExternalAccount({ email: who.email }))).toBe("auth.account.suspended");
    expect(await account.rows("oauth_identities", { userId: user.id })).toHaveLength(1);
  });

  it("GDP-07 admits an account whose deletion is scheduled, and states its status", async () => {
    const who = newExternalAccount();
    const { user } = await signIn(who);
    await account.database.connection.collection<{ _id: string }>("users").updateOne({ _id: user.id }, { $set: { status: "DEACTIVATED" } });
    expect(await signIn(who)).toMatchObject({ accountStatus: "DEACTIVATED", user: { id: user.id } });
  });

  it("creates one account for five parallel sign-ins of a new user, and admits all of them", async () => {
    const who = newExternalAccount();
    const answers = await Promise.all((await Promise.all(Array.from({ length: 5 }, () => signInAtProvider(who)))).map(complete));
    expect(new Set(answers.map(({ user }) => user.id)).size).toBe(1);
    expect(await account.rows("users", { email: who.email })).toHaveLength(1);
    expect(await account.rows("oauth_identities", { userId: answers[0]?.user.id })).toHaveLength(1);
    expect(await account.rows("outbox", { event: "user.registered", "payload.userId": answers[0]?.user.id })).toHaveLength(1);
  });

  it("creates a new user when the linked one does not exist any more", async () => {
    const who = newExternalAccount();
    const { user } = await signIn(who);
    await account.database.connection.collection<{ _id: string }>("users").deleteOne({ _id: user.id });
    const again = await signIn(who);
    expect(again.user.id).not.toBe(user.id);
    expect(await account.rows("oauth_identities", { userId: user.id })).toEqual([]);
  });
});

describe("a second factor", () => {
  it("MFA-16 a sign-in with an external account gets the challenge, and the token of the second step names both proofs", async () => {
    const who = newExternalAccount();
    const signedIn = await signIn(who);
    const owner = { ...account.actor(signedIn), email: who.email ?? "", sessionId: claimsOf(signedIn.accessToken).sid };
    const user = await enrol(account, owner);
    const { challengeToken = "", ...asked } = await account.call(completeOAuth, await signInAtProvider(who));
    expect(asked).toEqual({ mfaRequired: true, expiresAt: expect.anything(), methods: ["totp", "recovery_code"] });
    const { accessToken } = await verify(account, challengeToken, { code: user.freshCode() });
    expect(claimsOf(accessToken).amr).toEqual(["fed", "otp", "mfa"]);
  });
});

describe("the OAuth state", () => {
  const tryComplete = (params: { code: string; state: string; browserKey?: string | undefined }) =>
    outcomeOf(account.call(completeOAuth, params));

  it("the OAuth state is accepted once, also of five parallel callbacks", async () => {
    const params = await signInAtProvider(newExternalAccount());
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => tryComplete(params)));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "auth.oauth.invalid_state")).toHaveLength(4);
    expect(await tryComplete(params)).toBe("auth.oauth.invalid_state");
  });

  it("the OAuth state is refused in another browser than the one that began the sign-in", async () => {
    const begun = await signInAtProvider(newExternalAccount());
    const { browserKey: otherBrowser } = await account.call(startOAuth, {});
    for (const browserKey of [otherBrowser, undefined, "", "invented"]) {
      expect(await tryComplete({ code: begun.code, state: begun.state, browserKey })).toBe("auth.oauth.invalid_state");
    }
    expect(await tryComplete(begun)).toBe("ok");
  });

  it("FLD-13 sign-ins begun in tabs of one browser all succeed, and a cookie of another form begins anew", async () => {
    const [first, ...others] = [newExternalAccount(), newExternalAccount(), newExternalAccount()] as const;
    const begun = [await signInAtProvider(first)];
    const browserCookie = begun[0]?.browserKey;
    for (const who of others) {
      const { authorizationUrl, browserKey } = await account.call(startOAuth, { browserCookie });
      expect(browserKey).toBe(browserCookie);
      begun.push({ ...server.signIn(authorizationUrl, who), browserKey });
    }
    expect(new Set(begun.map(({ state }) => state)).size).toBe(3);
    for (const { code, state } of begun) {
      expect(await outcomeOf(account.call(completeOAuth, { code, state, browserCookie }))).toBe("ok");
    }
    for (const wrong of ["", "x", `${browserCookie}a`, "a b".padEnd(43, "c")]) {
      const { browserKey } = await account.call(startOAuth, { browserCookie: wrong });
      expect(browserKey).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect([wrong, browserCookie]).not.toContain(browserKey);
    }
  });

  it("the OAuth state is accepted with the browser key in the cookie", async () => {
    const { browserKey, ...params } = await signInAtProvider(newExternalAccount());
    expect(await outcomeOf(account.call(completeOAuth, { ...params, browserCookie: browserKey }))).toBe("ok");
  });

  it("the OAuth state expires after ten minutes, and when the provider is switched off", async () => {
    const late = await signInAtProvider(newExternalAccount());
    account.runtime.clock.advance(601_000);
    expect(await tryComplete(late)).toBe("auth.oauth.invalid_state");
    account.runtime.clock.reset();
    const off = await signInAtProvider(newExternalAccount());
    account.configure({ ...settings(), "provider.oauth": "off" });
    expect(await tryComplete(off)).toBe("provider.error.off");
  });

  it("the OAuth state is refused with the code of another sign-in", async () => {
    const [one, two] = [await signInAtProvider(newExternalAccount()), await signInAtProvider(newExternalAccount())];
    expect(await tryComplete({ ...one, code: two.code })).toBe("auth.oauth.rejected");
  });

  it("AUT-24 a callback answers 503 when the provider does not work, and 401 when its proof is wrong", async () => {
    server.misbehave({ raw: { path: "/token", status: 500, body: "" } });
    expect(await trySignIn(newExternalAccount())).toBe("provider.error.failed");
    server.misbehave({ claims: { nonce: "another" } });
    expect(await trySignIn(newExternalAccount())).toBe("auth.oauth.rejected");
  });
});
