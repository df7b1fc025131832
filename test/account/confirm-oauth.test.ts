import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { completeOAuth, confirmOAuth, startOAuth } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Account, CLIENT, type OidcFaults, type OidcServer, startOidcServer } from "../providers/oidc-server.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type Fixture, newAddress, startFixture } from "./fixture.ts";

let account: Fixture;
let server: OidcServer;
const configure = (changes: Readonly<Record<string, unknown>> = {}) =>
  account.configure({
    ...{ "provider.oauth": "oidc", "provider.oauth_issuer": server.issuer, "provider.oauth_client_id": CLIENT.id },
    ...{ "provider.oauth_secret": CLIENT.secret, "provider.oauth_redirect_uris": ["https://app.example.org/signed-in"], ...changes },
  });
beforeAll(async () => {
  [account, server] = await Promise.all([startFixture({ CONFIG_PROVIDER_PRIVATE_ADDRESSES: "true" }), startOidcServer()]);
});
afterAll(async () => {
  await account.stop();
  await server.close();
});
beforeEach(() => {
  account.runtime.clock.reset();
  server.misbehave({});
  configure();
});

const UNVERIFIED = "auth.oauth.email_unverified";
const INVALID = "auth.oauth.invalid_state";
/** An account at a provider that does not say whether its address is verified. */
const silent = (changes: Partial<Account> = {}): Account => ({ sub: uuid(), email: newAddress(), name: "Anna", ...changes });

/** Signs in at the provider and returns, as a browser with a key. */
async function comeBack(who: Account, faults: OidcFaults = {}) {
  server.misbehave(faults);
  const { authorizationUrl, browserKey } = await account.call(startOAuth, {});
  const outcome = await outcomeOf(account.call(completeOAuth, { ...server.signIn(authorizationUrl, who), browserKey }));
  return { outcome, browserKey };
}

/** Comes back with an unverified address: the browser's key and the token of the mail. */
async function unconfirmed(who: Account) {
  const { outcome, browserKey } = await comeBack(who);
  expect(outcome).toBe(UNVERIFIED);
  return { browserKey, token: account.mailedToken(who.email?.toLowerCase() ?? "", "confirm_sign_in") };
}

async function verifiedUser(): Promise<string> {
  const email = await account.register();
  await account.database.connection.collection("users").updateOne({ email }, { $set: { emailVerified: true } });
  return email;
}

describe("a provider that says less", () => {
  it.each([[{}], [{ email_verified: null }], [{ email_verified: false }], [{ email_verified: "false" }]])(
    "FLD-15 a new person with %j confirms by our own mail, is signed in, and needs no mail the next time",
    async (claims) => {
      const who = silent(claims);
      const begun = await unconfirmed(who);
      expect(await account.rows("users", { email: who.email })).toEqual([]);
      const answer = await account.call(confirmOAuth, begun);
      expect(answer.user).toMatchObject({ email: who.email, emailVerified: true, displayName: "Anna" });
      expect((await comeBack(who)).outcome).toBe("ok");
      expect(await account.rows("users", { email: who.email })).toHaveLength(1);
      expect(account.mailKinds(who.email ?? "")).toEqual(["confirm_sign_in"]);
    },
  );

  it("FLD-15 an account here is linked after the confirmation, and its owner gets a mail about it", async () => {
    const email = await verifiedUser();
    const who = silent({ email: email.toUpperCase() });
    const begun = await unconfirmed(who);
    expect(await account.rows("audit_log", { action: "user.sign_in_linked" })).toEqual([]);
    const answer = await account.call(confirmOAuth, begun);
    expect(answer.user).toMatchObject({ email });
    expect(account.mailKinds(email)).toContain("sign_in_linked");
    expect((await comeBack(who)).outcome).toBe("ok");
    expect(await account.rows("users", { email })).toHaveLength(1);
  });

  it("FLD-15 the owner of an address cannot confirm the sign-in of another person: the link works in the browser that began it", async () => {
    const email = await verifiedUser();
    const { token, browserKey } = await unconfirmed(silent({ email }));
    const { browserKey: ofOwner } = await account.call(startOAuth, {});
    for (const key of [ofOwner, undefined, "", "invented"]) {
      expect(await outcomeOf(account.call(confirmOAuth, { token, browserKey: key }))).toBe(INVALID);
    }
    expect(await outcomeOf(account.call(confirmOAuth, { token, browserCookie: browserKey }))).toBe("ok");
  });

  it("FLD-15 the link is refused when it is changed, after ten minutes, and with another provider; twice it is the same sign-in", async () => {
    const who = silent();
    const { token, browserKey } = await unconfirmed(who);
    const [content = "", signature = ""] = token.split(".");
    const other = Buffer.from(content, "base64url")
      .toString()
      .replace(who.email ?? "", await verifiedUser());
    const wrong = [
      "",
      "x",
      content,
      `${content}.`,
      `.${signature}`,
      `${Buffer.from(other).toString("base64url")}.${signature}`,
      `${token}x`,
    ];
    for (const changed of wrong) {
      expect([INVALID, "error.validation_failed"]).toContain(await outcomeOf(account.call(confirmOAuth, { token: changed, browserKey })));
    }
    configure({ "provider.oauth": "off" });
    expect(await outcomeOf(account.call(confirmOAuth, { token, browserKey }))).toBe("provider.error.off");
    configure();
    account.runtime.clock.advance(601_000);
    expect(await outcomeOf(account.call(confirmOAuth, { token, browserKey }))).toBe(INVALID);
    account.runtime.clock.reset();
    for (let time = 0; time < 2; time++) expect(await outcomeOf(account.call(confirmOAuth, { token, browserKey }))).toBe("ok");
    expect(await account.rows("users", { email: who.email })).toHaveLength(1);
  });

  it("FLD-15 a confirmation opens no administrator's account and none whose address was never verified here", async () => {
    const admin = account.runtime.env.bootstrapAdmin?.email ?? "";
    for (const email of [admin, await account.register()]) {
      const begun = await unconfirmed(silent({ email }));
      expect(await outcomeOf(account.call(confirmOAuth, begun))).toBe("auth.oauth.account_exists");
    }
  });

  it("FLD-15 nothing is mailed without an address, and no more than five mails an hour to one", async () => {
    expect((await comeBack(silent({ email: undefined }))).outcome).toBe(UNVERIFIED);
    const email = newAddress();
    for (let time = 0; time < 7; time++) expect((await comeBack(silent({ email }))).outcome).toBe(UNVERIFIED);
    expect(account.mailKinds(email)).toHaveLength(5);
  });

  it("FLD-15 asks userinfo when only that says whether the address is verified", async () => {
    const claims = { email_verified: undefined };
    for (const email_verified of [true, "true", "True", "TRUE"]) {
      expect([email_verified, (await comeBack(silent({ email_verified }), { claims })).outcome]).toEqual([email_verified, "ok"]);
    }
    for (const email_verified of [false, "False", 1, "yes", null, undefined]) {
      expect([email_verified, (await comeBack(silent({ email_verified }), { claims })).outcome]).toEqual([email_verified, UNVERIFIED]);
    }
    const other = { sub: uuid(), email: newAddress(), email_verified: true };
    const raw = { path: "/userinfo", status: 200, body: JSON.stringify(other) };
    // The verified address of userinfo is not that of the ID token.
    expect((await comeBack(silent({ sub: other.sub }), { claims, raw })).outcome).toBe(UNVERIFIED);
    expect((await comeBack(silent(), { claims, raw })).outcome).toBe("auth.oauth.rejected");
  });

  it("FLD-15 an issuer that the operator trusts need not say that an address is verified, and may say that it is not", async () => {
    configure({ "provider.oauth_trusts_email": true });
    for (const claims of [{}, { email_verified: null }, { email_verified: "True" }])
      expect((await comeBack(silent(claims))).outcome).toBe("ok");
    for (const email_verified of [false, "false", "no"]) expect((await comeBack(silent({ email_verified }))).outcome).toBe(UNVERIFIED);
    expect((await comeBack(silent({ email: undefined }))).outcome).toBe(UNVERIFIED);
  });
});
