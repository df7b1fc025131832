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
} from "#libs/contracts/account.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Account, CLIENT, type OidcServer, startOidcServer } from "#test/providers/oidc-server.ts";
import { actAs, outcomeOf } from "#test/support/act-as.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "./fixture.ts";

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

const somebody = (changes: Partial<Account> = {}): Account => ({
  sub: uuid(),
  email: newAddress(),
  email_verified: true,
  name: "Anna",
  ...changes,
});

/** Begins a sign-in and goes to the provider; what comes back is what the callback needs. */
async function comeBack(who: Account, redirectUri?: string) {
  const { authorizationUrl, browserKey } = await account.call(startOAuth, { redirectUri });
  return { ...server.signIn(authorizationUrl, who), browserKey };
}

const signIn = async (who: Account) => account.call(completeOAuth, await comeBack(who));
const trySignIn = (who: Account) => outcomeOf(signIn(who));
const verifiedUser = async () => {
  const email = await account.register();
  await account.database.collection("users").updateOne({ email }, { $set: { emailVerified: true } });
  return email;
};

describe("GET /auth/oauth/start", () => {
  it("sends to the provider, with another state each time, and stores no secret of it", async () => {
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
  ])("returns to no address that is not listed: %s", async (redirectUri) => {
    expect(await outcomeOf(account.call(startOAuth, { redirectUri }))).toBe("auth.oauth.redirect_not_allowed");
  });

  it("refuses in the words of the interface: nothing listed, switched off, not configured, not there", async () => {
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
  it("AUT-25 makes a verified account without a password, which nobody enters by password", async () => {
    const who = somebody();
    const email = who.email ?? "";
    const answer = await account.call(completeOAuth, { ...(await comeBack(who)), acceptLanguage: "de" });
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

  it("AUT-25 a forgotten password gives such an account one; the sign-in elsewhere stays", async () => {
    const who = somebody();
    const email = who.email ?? "";
    await signIn(who);
    await account.call(forgotPassword, { email });
    await account.call(resetPassword, { token: account.mailedToken(email, "reset_password"), password: PASSWORD });
    expect(await outcomeOf(account.login(email))).toBe("ok");
    expect(await trySignIn(who)).toBe("ok");
  });

  it("knows an account elsewhere again, whatever it calls itself by then, and stores its name as a hash", async () => {
    const who = somebody();
    const first = await signIn(who);
    const again = await signIn({ ...who, email: newAddress(), email_verified: false, name: "Other" });
    expect(again.user.id).toBe(first.user.id);
    expect(again.user).toMatchObject({ email: who.email, displayName: "Anna" });
    const kept = await account.rows("oauth_identities", { userId: first.user.id });
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(who.sub);
  });

  it("opens the account of the same address when both sides have verified it, and writes to its owner", async () => {
    const email = await verifiedUser();
    const answer = await signIn(somebody({ email: email.toUpperCase() }));
    expect(answer.user).toMatchObject({ email });
    expect(await account.rows("users", { email })).toHaveLength(1);
    expect(account.mailKinds(email)).toContain("sign_in_linked");
    expect(await account.rows("audit_log", { action: "user.sign_in_linked", target: answer.user.id })).toHaveLength(1);
    expect(await outcomeOf(account.login(email))).toBe("ok");
  });

  it.each([false, undefined, null, 1, "yes"])(
    "links and makes nothing for an address that the provider has not verified (%p)",
    async (email_verified) => {
      const [email, free] = [await verifiedUser(), newAddress()];
      expect(await trySignIn(somebody({ email, email_verified }))).toBe("auth.oauth.email_unverified");
      expect(await trySignIn(somebody({ email: free, email_verified }))).toBe("auth.oauth.email_unverified");
      expect(await trySignIn(somebody({ email: undefined }))).toBe("auth.oauth.email_unverified");
      expect(await account.rows("users", { email: free })).toEqual([]);
    },
  );

  it("opens no account whose address was never verified here: it may belong to somebody else", async () => {
    const email = await account.register();
    expect(await trySignIn(somebody({ email }))).toBe("auth.oauth.account_exists");
    const [user] = await account.rows("users", { email });
    expect(await account.rows("oauth_identities", { userId: user?._id })).toEqual([]);
  });

  it("opens no administrator's account by its address alone", async () => {
    const email = account.runtime.env.bootstrapAdmin?.email ?? "";
    expect(await trySignIn(somebody({ email }))).toBe("auth.oauth.account_exists");
  });

  it("opens no account that has become an administrator's, however long it has known it", async () => {
    const who = somebody();
    const { user } = await signIn(who);
    await account.database.collection<{ _id: string }>("users").updateOne({ _id: user.id }, { $set: { roles: ["SUPPORT"] } });
    expect(await trySignIn(who)).toBe("auth.oauth.account_exists");
  });

  it("opens no suspended account, known or to be linked", async () => {
    const admin = actAs(account.broker, account.runtime, { roles: ["SUPER_ADMIN"] });
    const who = somebody();
    const { user } = await signIn(who);
    await admin.call(setUserStatus, { userId: user.id, status: "SUSPENDED", reason: "test" });
    expect(await trySignIn(who)).toBe("auth.account.suspended");
    expect(await trySignIn(somebody({ email: who.email }))).toBe("auth.account.suspended");
    expect(await account.rows("oauth_identities", { userId: user.id })).toHaveLength(1);
  });

  it("GDP-07 an account that waits for its deletion is entered as with a password: it says so, and can be kept", async () => {
    const who = somebody();
    const { user } = await signIn(who);
    await account.database.collection<{ _id: string }>("users").updateOne({ _id: user.id }, { $set: { status: "DEACTIVATED" } });
    expect(await signIn(who)).toMatchObject({ accountStatus: "DEACTIVATED", user: { id: user.id } });
  });

  it("five sign-ins of a new person at once make one account; all get in", async () => {
    const who = somebody();
    const answers = await Promise.all(
      (await Promise.all(Array.from({ length: 5 }, () => comeBack(who)))).map((back) => account.call(completeOAuth, back)),
    );
    expect(new Set(answers.map(({ user }) => user.id)).size).toBe(1);
    expect(await account.rows("users", { email: who.email })).toHaveLength(1);
    expect(await account.rows("oauth_identities", { userId: answers[0]?.user.id })).toHaveLength(1);
    expect(await account.rows("outbox", { event: "user.registered", "payload.userId": answers[0]?.user.id })).toHaveLength(1);
  });

  it("forgets an account elsewhere whose user is gone, and makes a new one", async () => {
    const who = somebody();
    const { user } = await signIn(who);
    await account.database.collection<{ _id: string }>("users").deleteOne({ _id: user.id });
    const again = await signIn(who);
    expect(again.user.id).not.toBe(user.id);
    expect(await account.rows("oauth_identities", { userId: user.id })).toEqual([]);
  });
});

describe("the state of a sign-in", () => {
  const complete = (params: { code: string; state: string; browserKey?: string | undefined }) =>
    outcomeOf(account.call(completeOAuth, params));

  it("is good once, also when it comes back five times at once", async () => {
    const back = await comeBack(somebody());
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => complete(back)));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "auth.oauth.invalid_state")).toHaveLength(4);
    expect(await complete(back)).toBe("auth.oauth.invalid_state");
  });

  it("is bound to the browser that began it: an attacker's code in another browser opens nothing", async () => {
    const attacker = await comeBack(somebody());
    const { browserKey: victim } = await account.call(startOAuth, {});
    for (const browserKey of [victim, undefined, "", "invented"]) {
      expect(await complete({ code: attacker.code, state: attacker.state, browserKey })).toBe("auth.oauth.invalid_state");
    }
    expect(await complete(attacker)).toBe("ok");
  });

  it("takes the key of the browser from its cookie, too", async () => {
    const { browserKey, ...back } = await comeBack(somebody());
    expect(await outcomeOf(account.call(completeOAuth, { ...back, browserCookie: browserKey }))).toBe("ok");
  });

  it("ends after ten minutes, and with a change of the provider", async () => {
    const late = await comeBack(somebody());
    account.runtime.clock.advance(601_000);
    expect(await complete(late)).toBe("auth.oauth.invalid_state");
    account.runtime.clock.reset();
    const off = await comeBack(somebody());
    account.configure({ ...settings(), "provider.oauth": "off" });
    expect(await complete(off)).toBe("provider.error.off");
  });

  it("is not worth the code of another sign-in", async () => {
    const [one, two] = [await comeBack(somebody()), await comeBack(somebody())];
    expect(await complete({ ...one, code: two.code })).toBe("auth.oauth.rejected");
  });

  it("AUT-24 a provider that does not work is a 503, one that says no is a 401", async () => {
    server.misbehave({ raw: { path: "/token", status: 500, body: "" } });
    expect(await trySignIn(somebody())).toBe("provider.error.failed");
    server.misbehave({ claims: { nonce: "another" } });
    expect(await trySignIn(somebody())).toBe("auth.oauth.rejected");
  });
});
