import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { changeEmail, forgotPassword, refresh, register, resendVerification, verifyEmail } from "#libs/contracts/account/index.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/account/deps.ts";
import { ensureAdmin } from "#services/account/sign-in/ensure-admin.ts";
import { outcomeOf } from "../support/act-as.ts";
import { claimsOf, type Fixture, newAddress, PASSWORD, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());

const tryRegister = (email: string, password = PASSWORD) => outcomeOf(account.call(register, { email, password }));

describe("POST /auth/register", () => {
  it("REG-01 creates an account, publishes user.registered and mails a token", async () => {
    const email = newAddress();
    const answer = await account.call(register, { email, password: PASSWORD, acceptLanguage: "fr-CH, de;q=0.5" });
    expect(answer).toEqual({
      ...{ email, emailVerified: false, browserKey: expect.stringMatching(/^[\w-]{43}$/) },
      deviceToken: expect.stringMatching(/^[\w.-]{90,}$/),
    });
    const [user] = await account.rows("users", { email });
    expect(user).toMatchObject({ emailVerified: false, status: "ACTIVE", intent: "FAN", username: null, locale: "fr" });
    const facts = await account.rows("outbox", { event: "user.registered", "payload.userId": user?._id });
    expect(facts.map(({ payload }) => payload)).toEqual([{ userId: user?._id, locale: "fr" }]);
    expect(account.mailKinds(email)).toEqual(["verify_email"]);
    expect(await account.rows("audit_log", { target: user?._id })).toHaveLength(1);
  });

  it("REG-01 answers a known address like a new one, and mails its owner instead", async () => {
    const email = await account.register();
    const countRows = async () =>
      [await account.rows("mail_tokens"), await account.rows("outbox"), await account.rows("audit_log")].map((rows) => rows.length);
    const before = await countRows();
    expect(await account.call(register, { email, password: "another good password" })).toEqual({
      ...{ email, emailVerified: false, browserKey: expect.stringMatching(/^[\w-]{43}$/) },
      deviceToken: expect.stringMatching(/^[\w.-]{90,}$/),
    });
    expect(await account.rows("users", { email })).toHaveLength(1);
    expect(await countRows()).toEqual(before);
    expect(account.mailKinds(email)).toEqual(["verify_email", "already_registered"]);
    expect(await outcomeOf(account.login(email, "another good password"))).toBe("auth.login.invalid_credentials");
  });

  it("REG-01 answers 409 for a known address when the setting is on", async () => {
    const email = await account.register();
    account.configure({ "auth.register_reveals_taken": true });
    expect(await tryRegister(email)).toBe("auth.register.email_taken");
    account.configure({});
  });

  it("REG-01 creates one account for eight parallel registrations of an address", async () => {
    const email = newAddress();
    const spellings = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? email : email.toUpperCase()));
    expect(await Promise.all(spellings.map((spelling) => tryRegister(spelling)))).toEqual(Array(8).fill("ok"));
    const users = await account.rows("users", { email });
    expect(users).toHaveLength(1);
    expect(account.mailKinds(email).filter((kind) => kind === "verify_email")).toHaveLength(1);
    expect(await account.rows("outbox", { "payload.userId": users[0]?._id })).toHaveLength(1);
    expect(await account.rows("mail_tokens", { userId: users[0]?._id })).toHaveLength(1);
  });

  it("REG-01 enforces the password policy", async () => {
    expect(await tryRegister(newAddress(), "1234567")).toBe("error.validation_failed");
    expect(await tryRegister(newAddress(), "Password")).toBe("auth.password.too_common");
    expect(await tryRegister(newAddress(), "x".repeat(257))).toBe("error.validation_failed");
    expect(await tryRegister(newAddress(), "пароль из слов 🙂")).toBe("ok");
  });

  it("REG-01 accepts internationalized addresses, and refuses what a mail program would read as several addresses or as a name", async () => {
    expect(await tryRegister("not an address")).toBe("error.validation_failed");
    const malformed = [
      "a\u0000b@x.example",
      "a,b@x.example",
      "A <b@x.example",
      "a@x.example>",
      "a@x..example",
      "a@.example",
      "a@x.example.",
      "a@x,y.example",
    ];
    for (const address of malformed) expect([address, await tryRegister(address)]).toEqual([address, "error.validation_failed"]);
    for (const address of ["o'neil+fans@x.example", `${uuid()}@münchen.example`, `büro.${uuid()}@x-1.co.example`])
      expect([address, await tryRegister(address)]).toEqual([address, "ok"]);
  });

  it("REG-01 REG-03 one mailbox is one address, in whichever letters its domain is written", async () => {
    const email = `${uuid()}@exa-mple.org`;
    const wide = email.replace("exa-mple", "ｅｘａ-ｍｐｌｅ");
    expect([await tryRegister(email), await tryRegister(wide)]).toEqual(["ok", "ok"]);
    const registered = await account.rows("users", { email: { $gte: email.slice(0, 36), $lt: `${email.slice(0, 36)}~` } });
    expect(registered.map((user) => user.email)).toEqual([email]);
    expect(await outcomeOf(account.login(wide))).toBe("ok");
    for (const spelling of Array(3).fill([email, wide]).flat()) await account.call(forgotPassword, { email: spelling });
    expect(account.mailKinds(email)).toEqual(["verify_email", "already_registered", ...Array(5).fill("reset_password")]);
    const other = await account.signUp();
    await account.call(verifyEmail, { token: account.mailedToken(other.email, "verify_email") });
    await other.call(changeEmail, { newEmail: wide });
    expect(account.mailKinds(email).at(-1)).toBe("email_taken");

    const umlauts = `${uuid()}@mu\u0308nchen.example`;
    expect((await account.call(register, { email: umlauts, password: PASSWORD })).email).toBe(
      umlauts.replace(/@.*/, "@xn--mnchen-3ya.example"),
    );
    expect(await outcomeOf(account.login(umlauts.normalize("NFC")))).toBe("ok");
    expect(await tryRegister("anna@xn--é.example")).toBe("error.validation_failed");
    expect(await tryRegister(`${uuid()}@xn--stays.example`)).toBe("ok");
  });
});

describe("an account whose address was stored with its domain in Unicode", () => {
  const stored = async () => {
    const earlier = `${uuid()}@münchen.example`;
    const { userId, email } = await account.signUp();
    await account.database.connection.collection("users").updateOne({ email }, { $set: { email: earlier } });
    return { userId, earlier, email: earlier.replace("münchen", "xn--mnchen-3ya") };
  };
  const owners = async (email: string) => (await account.rows("users", { email })).map(({ _id }) => _id);

  it("REG-01 REG-03 stays the account of the address: a forgotten password finds it, and then it signs in", async () => {
    const { userId, earlier, email } = await stored();
    await account.call(forgotPassword, { email: earlier });
    expect([await owners(email), account.mailKinds(email)]).toEqual([[userId], ["reset_password"]]);
    expect(await outcomeOf(account.login(earlier))).toBe("ok");
  });

  it("REG-01 is no other account's: a registration is answered like a new one, and mails its owner", async () => {
    const { userId, earlier, email } = await stored();
    expect(await tryRegister(earlier)).toBe("ok");
    expect([await owners(email), await owners(earlier), account.mailKinds(email)]).toEqual([[userId], [], ["already_registered"]]);
  });
});

describe("POST /auth/verify-email", () => {
  const isVerified = async (email: string) => (await account.rows("users", { email }))[0]?.emailVerified;

  it("REG-02 accepts a token once", async () => {
    const email = await account.register();
    const token = account.mailedToken(email, "verify_email");
    expect(await outcomeOf(account.call(verifyEmail, { token }))).toBe("ok");
    expect(await isVerified(email)).toBe(true);
    expect(await outcomeOf(account.call(verifyEmail, { token }))).toBe("auth.verify.invalid_token");
  });

  it("REG-02 refuses a token after 24 hours, and an invented one", async () => {
    const email = await account.register();
    account.runtime.clock.advance(24 * HOUR + 1_000);
    const token = account.mailedToken(email, "verify_email");
    expect(await outcomeOf(account.call(verifyEmail, { token }))).toBe("auth.verify.invalid_token");
    account.runtime.clock.reset();
    expect(await outcomeOf(account.call(verifyEmail, { token: "invented" }))).toBe("auth.verify.invalid_token");
    expect(await isVerified(email)).toBe(false);
  });

  it("REG-02 stores the token as a hash only", async () => {
    const email = await account.register();
    expect(JSON.stringify(await account.rows("mail_tokens"))).not.toContain(account.mailedToken(email, "verify_email"));
  });

  it("REG-02 sends a further mail on request, and answers the same for every address", async () => {
    const email = await account.register();
    await account.call(resendVerification, { email });
    expect(account.mailKinds(email)).toEqual(["verify_email", "verify_email"]);
    await account.call(verifyEmail, { token: account.mailedToken(email, "verify_email") });
    await account.call(resendVerification, { email });
    expect(account.mailKinds(email)).toHaveLength(2);
    const stranger = newAddress();
    expect(await outcomeOf(account.call(resendVerification, { email: stranger }))).toBe("ok");
    expect(account.mailKinds(stranger)).toEqual([]);
  });
});

describe("the browser that registered", () => {
  /** A new account, the key of its browser and the token of its mail. */
  async function registered(browserCookie?: string) {
    const email = newAddress();
    const { browserKey } = await account.call(register, { email, password: PASSWORD, browserCookie });
    return { email, browserKey, token: account.mailedToken(email, "verify_email") };
  }
  const sessionsOf = async (email: string) => {
    const [user] = await account.rows("users", { email });
    return (await account.rows("sessions", { userId: user?._id })).length;
  };

  it("EAS-01 is signed in by the token of the mail, once, with the answer of a login", async () => {
    const { email, browserKey, token } = await registered();
    const answer = await account.call(verifyEmail, { token, browserCookie: browserKey });
    const { user } = await account.login(email);
    expect(answer).toMatchObject({ email, accountStatus: "ACTIVE", tokenType: "Bearer", user: { id: user.id, emailVerified: true } });
    expect(claimsOf(answer.accessToken ?? "").sub).toBe(user.id);
    expect(await account.call(refresh, { refreshToken: answer.refreshToken })).toMatchObject({ user: { id: user.id } });
    const again = account.call(verifyEmail, { token, browserCookie: browserKey });
    expect(await outcomeOf(again)).toBe("auth.verify.invalid_token");
    expect(await sessionsOf(email)).toBe(2);
  });

  it("EAS-01 alone is: the token of the mail without its key, or with that of another browser, confirms the address and nothing else", async () => {
    const stranger = await registered();
    for (const browserCookie of [undefined, "", "undefined", stranger.browserKey, "x".repeat(43), stranger.token]) {
      const { email, token } = await registered();
      expect(await account.call(verifyEmail, { token, browserCookie })).toEqual({ email });
      expect((await account.rows("users", { email }))[0]).toMatchObject({ emailVerified: true });
      expect(await sessionsOf(email)).toBe(0);
    }
  });

  it("EAS-01 stays bound when the mail is sent again from anywhere, and no longer when the address is confirmed", async () => {
    const { email, browserKey, token: first } = await registered();
    await account.call(resendVerification, { email });
    const token = account.mailedToken(email, "verify_email");
    await account.call(resendVerification, { email });
    expect((await account.call(verifyEmail, { token, browserKey })).accessToken).toBeTruthy();
    const [user] = await account.rows("users", { email });
    expect(user).not.toHaveProperty("registeredBy");
    expect(await outcomeOf(account.call(verifyEmail, { token: first, browserKey }))).toBe("auth.verify.invalid_token");
  });

  it("EAS-01 keeps its key for a second account; another person's address answers it a key that opens nothing", async () => {
    const owner = await registered();
    const { browserKey } = await account.call(register, { email: owner.email, password: "of another person" });
    expect(await account.call(verifyEmail, { token: owner.token, browserKey })).toEqual({ email: owner.email });
    const mistyped = await registered();
    const right = await registered(mistyped.browserKey);
    expect(right.browserKey).toBe(mistyped.browserKey);
    for (const { token } of [mistyped, right])
      expect((await account.call(verifyEmail, { token, browserKey: mistyped.browserKey })).accessToken).toBeTruthy();
    expect((await registered("not a key of ours")).browserKey).not.toBe("not a key of ours");
    expect(JSON.stringify(await account.rows("users"))).not.toContain(right.browserKey);
  });

  it("EAS-01 signs in nobody whose account is suspended or waits for its deletion", async () => {
    for (const status of ["SUSPENDED", "BANNED", "DEACTIVATED"]) {
      const { email, browserKey, token } = await registered();
      await account.database.connection.collection("users").updateOne({ email }, { $set: { status } });
      expect(await account.call(verifyEmail, { token, browserKey })).toEqual({ email });
      expect(await sessionsOf(email)).toBe(0);
    }
  });

  it("EAS-01 presses the link eight times at once: one session is opened", async () => {
    const { email, browserKey, token } = await registered();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(account.call(verifyEmail, { token, browserKey }))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(await sessionsOf(email)).toBe(1);
  });
});

describe("the first admin", () => {
  it("AUT-15 exists once after the start, with a verified address, and can sign in", async () => {
    const { email = "", password } = account.runtime.env.bootstrapAdmin ?? {};
    const answer = await account.login(email, password);
    expect(answer.user).toMatchObject({ roles: ["SUPER_ADMIN"], emailVerified: true });
    expect(await account.rows("users", { email })).toHaveLength(1);
  });

  it("AUT-15 takes over an account with the unverified address: the configured password replaces the old one and every session ends", async () => {
    const [deps, email, password] = [liveDeps(account.runtime), await account.register(), "a password of the operator"];
    const { user } = await account.login(email);
    await ensureAdmin(deps, { email, password });
    expect(await outcomeOf(account.login(email))).toBe("auth.login.invalid_credentials");
    expect(await account.rows("sessions", { userId: user.id, revoked: false })).toEqual([]);
    expect((await account.login(email, password)).user).toMatchObject({ id: user.id, roles: ["SUPER_ADMIN"], emailVerified: true });
  });

  it("AUT-15 keeps the password of an account with the address that the browser of its registration has verified", async () => {
    const email = newAddress();
    const { browserKey } = await account.call(register, { email, password: PASSWORD });
    await account.call(verifyEmail, { token: account.mailedToken(email, "verify_email"), browserKey });
    await ensureAdmin(liveDeps(account.runtime), { email, password: "a password of the operator" });
    expect((await account.login(email)).user.roles).toEqual(["SUPER_ADMIN"]);
  });
});
