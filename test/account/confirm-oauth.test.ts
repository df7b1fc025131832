import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { confirmOAuth, forgotPassword, resetPassword, verifyEmail } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { liveDeps } from "#services/account/deps.ts";
import { findOrCreateOAuthUser } from "#services/account/sign-in/find-or-create-oauth-user.ts";
import { confirmCode } from "#services/account/sign-in/mailed-code.ts";
import { type ElsewhereWorld, startElsewhereWorld } from "../people/elsewhere-world.ts";
import type { Account, OidcFaults } from "../providers/oidc-server.ts";
import { outcomeOf } from "../support/act-as.ts";
import { newAddress } from "./fixture.ts";

let world: ElsewhereWorld;
beforeAll(async () => {
  world = await startElsewhereWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

const UNVERIFIED = "auth.oauth.email_unverified";
const ENDED = "auth.mfa.invalid_challenge";
const WRONG = "auth.mfa.invalid_code";
const CONFIRMATION = "confirmation";

/** An account at a provider that does not say whether its address is verified. */
const silent = (changes: Partial<Account> = {}) => world.newExternal({ email_verified: undefined, ...changes });

/** The end of a sign-in: signed in, asked for the code of a mail, or refused. */
async function comeBack(who: Account, faults?: OidcFaults): Promise<string> {
  const work = world.signIn(who, faults);
  const outcome = await outcomeOf(work);
  return outcome === "ok" && (await work).emailConfirmation ? CONFIRMATION : outcome;
}

const codesOf = (email: string) =>
  mailboxOf(world.account.runtime)
    .of(email.toLowerCase())
    .filter(({ kind }) => kind === "sign_in_code")
    .map(({ text }) => /\d{4} \d{4}/.exec(text)?.[0] ?? "");

/** Comes back with an address of which nothing is known: the challenge and the code of the mail. */
async function unconfirmed(who: Account) {
  const { challengeToken = "", ...answer } = await world.signIn(who);
  const expiresAt = new Date(world.account.runtime.clock.now().getTime() + 300_000);
  expect(answer).toEqual({ mfaRequired: false, emailConfirmation: true, expiresAt: expect.any(String) });
  expect(Math.abs(Date.parse(answer.expiresAt ?? "") - expiresAt.getTime())).toBeLessThan(60_000);
  return { challengeToken, code: codesOf(who.email ?? "").at(-1) ?? "" };
}

const confirm = (params: { readonly challengeToken: string; readonly code: string }) => world.account.call(confirmOAuth, params);
const tryConfirm = (params: { readonly challengeToken: string; readonly code: string }) => outcomeOf(confirm(params));
/** Another code of the same form. */
const otherThan = (code: string) => code.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));

describe("a provider that says less", () => {
  it.each([[{}], [{ email_verified: null }]])(
    "FLD-15 SGN-16 a new person with %j types the code of our mail, is signed in, and needs no mail the next time",
    async (claims) => {
      const who = silent(claims);
      const begun = await unconfirmed(who);
      expect(await world.account.rows("users", { email: who.email })).toEqual([]);
      expect(await tryConfirm({ ...begun, code: otherThan(begun.code) })).toBe(WRONG);
      const answer = await confirm(begun);
      expect(answer.user).toMatchObject({ email: who.email, emailVerified: true, displayName: "Anna" });
      expect(await tryConfirm(begun)).toBe(ENDED);
      expect(await comeBack(who)).toBe("ok");
      expect(await world.account.rows("users", { email: who.email })).toHaveLength(1);
      expect(world.account.mailKinds(who.email ?? "")).toEqual(["sign_in_code"]);
    },
  );

  it("SGN-16 an address that the provider says is not verified is refused with 400 and gets no mail", async () => {
    for (const email_verified of [false, "false", "no", 1]) {
      const who = silent({ email_verified });
      expect(await comeBack(who)).toBe(UNVERIFIED);
      expect(world.account.mailKinds(who.email ?? "")).toEqual([]);
    }
    expect(await comeBack(silent({ email: undefined }))).toBe(UNVERIFIED);
  });

  it("FLD-15 SGN-16 an account here is linked after the confirmation, and its owner gets a mail about it", async () => {
    const email = await world.verifiedUser();
    const who = silent({ email: email.toUpperCase() });
    const begun = await unconfirmed(who);
    expect(await world.account.rows("audit_log", { action: "user.sign_in_linked" })).toEqual([]);
    expect((await confirm(begun)).user).toMatchObject({ email });
    expect(world.account.mailKinds(email)).toContain("sign_in_linked");
    expect(await comeBack(who)).toBe("ok");
    expect(await world.account.rows("users", { email })).toHaveLength(1);
  });

  it("SGN-16 a code from before the owner has reset the password links nothing, also when the reset comes while it is typed", async () => {
    const email = await world.verifiedUser();
    const reset = async () => {
      await world.account.call(forgotPassword, { email });
      await world.account.call(resetPassword, {
        token: world.account.mailedToken(email, "reset_password"),
        password: "an entirely different phrase",
      });
    };
    const before = await unconfirmed(silent({ email }));
    await reset();
    expect(await tryConfirm(before)).toBe(ENDED);

    const meanwhile = await unconfirmed(silent({ email }));
    const deps = liveDeps(world.account.runtime);
    const { owner, ...account } = await confirmCode(deps, meanwhile);
    await reset();
    const signIn = { ...account, owner, locale: "en", requestId: "" };
    expect(await outcomeOf(findOrCreateOAuthUser(deps, signIn))).toBe(ENDED);
    expect(await world.account.rows("oauth_identities", { userId: owner?._id })).toEqual([]);
    expect(await tryConfirm(await unconfirmed(silent({ email })))).toBe("ok");
  });

  it.each([
    [false, UNVERIFIED],
    [undefined, CONFIRMATION],
    [null, CONFIRMATION],
    [1, UNVERIFIED],
    ["yes", UNVERIFIED],
  ])("neither links nor creates an account for an address that the provider has not verified (%p): %s", async (email_verified, outcome) => {
    const [email, free] = [await world.verifiedUser(), newAddress()];
    expect(await comeBack(silent({ email, email_verified }))).toBe(outcome);
    expect(await comeBack(silent({ email: free, email_verified }))).toBe(outcome);
    expect(await comeBack(silent({ email: undefined }))).toBe(UNVERIFIED);
    expect(await world.account.rows("users", { email: free })).toEqual([]);
  });

  it("SGN-16 a code from before the account was registered links nothing: its owner, who has set a new password since, may have told it", async () => {
    const email = newAddress();
    const before = await unconfirmed(silent({ email }));
    await world.account.register({ email });
    await world.account.call(verifyEmail, { token: world.account.mailedToken(email, "verify_email") });
    await world.account.call(forgotPassword, { email });
    const token = world.account.mailedToken(email, "reset_password");
    await world.account.call(resetPassword, { token, password: "an entirely different phrase" });
    expect(await tryConfirm(before)).toBe(ENDED);
    expect(await tryConfirm(await unconfirmed(silent({ email })))).toBe("ok");
  });

  it("SGN-16 a code links nothing to an account that got the address after the one for which it was mailed", async () => {
    const first = world.newExternal();
    const { email = "" } = first;
    await world.signIn(first);
    const before = await unconfirmed(silent({ email }));
    const users = world.account.database.connection.collection("users");
    await users.updateOne({ email }, { $set: { email: newAddress() } });
    await world.signIn(world.newExternal({ email }));
    expect(await world.account.rows("users", { email })).toHaveLength(1);
    expect(await tryConfirm(before)).toBe(ENDED);
  });

  it("SGN-16 a code is right for its own sign-in only: a stranger's code does not confirm the address of another", async () => {
    const [own, other] = [await unconfirmed(silent({ email: await world.verifiedUser() })), await unconfirmed(silent())];
    expect(await tryConfirm({ challengeToken: own.challengeToken, code: other.code })).toBe(WRONG);
    expect(await tryConfirm({ challengeToken: other.challengeToken, code: own.code })).toBe(WRONG);
    expect([await tryConfirm(own), await tryConfirm(other)]).toEqual(["ok", "ok"]);
  });

  it("SGN-16 of six answers at once five count, and of six right ones at once one signs in", async () => {
    const guessed = await unconfirmed(silent());
    const wrong = { ...guessed, code: otherThan(guessed.code) };
    expect((await Promise.all(Array.from({ length: 6 }, () => tryConfirm(wrong)))).sort()).toEqual([ENDED, ...Array(5).fill(WRONG)]);
    expect(await tryConfirm(guessed)).toBe(ENDED);

    const who = silent();
    const right = await unconfirmed(who);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => tryConfirm(right)));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === ENDED)).toHaveLength(5);
    expect(await world.account.rows("users", { email: who.email })).toHaveLength(1);
  });

  it("SGN-16 a code ends after five minutes, and while the provider is off; spaces and hyphens do not count", async () => {
    const { challengeToken, code } = await unconfirmed(silent());
    world.configure({ "provider.oauth": "off" });
    expect(await tryConfirm({ challengeToken, code })).toBe("provider.error.off");
    world.configure();
    world.account.runtime.clock.advance(301_000);
    expect(await tryConfirm({ challengeToken, code })).toBe(ENDED);
    world.account.runtime.clock.reset();
    expect(await tryConfirm({ challengeToken: `${challengeToken.slice(0, -1)}!`, code })).toBe(ENDED);
    expect(await tryConfirm({ challengeToken, code: code.replace(" ", "-") })).toBe("ok");
    const next = await unconfirmed(silent());
    expect(await tryConfirm({ ...next, code: next.code.replace(" ", "") })).toBe("ok");
  });

  it("SGN-16 neither code nor address is readable in the store", async () => {
    const who = silent();
    const { challengeToken, code } = await unconfirmed(who);
    const stored = JSON.stringify(await world.account.rows("challenges"));
    for (const secret of [challengeToken, code, code.replace(" ", ""), who.email ?? "?", who.sub]) expect(stored).not.toContain(secret);
  });

  it("FLD-15 a confirmation opens no administrator's account and none whose address was never verified here", async () => {
    const admin = world.account.runtime.env.bootstrapAdmin?.email ?? "";
    for (const email of [admin, await world.account.register()]) {
      expect(await tryConfirm(await unconfirmed(silent({ email })))).toBe("auth.oauth.account_exists");
    }
  });

  it("FLD-15 SGN-16 no more than five mails an hour go to one address; beyond them the answer is the same, and no code is right", async () => {
    const email = newAddress();
    const begun = [];
    for (let time = 0; time < 7; time++) begun.push(await unconfirmed(silent({ email })));
    expect(codesOf(email)).toHaveLength(5);
    for (const { challengeToken } of begun.slice(5)) {
      for (const code of codesOf(email).slice(0, 4)) expect(await tryConfirm({ challengeToken, code })).toBe(WRONG);
    }
  });

  it("FLD-15 SGN-16 asks userinfo when only that says whether the address is verified", async () => {
    const claims = { email_verified: undefined };
    for (const email_verified of [true, "true", "True", "TRUE"]) {
      expect([email_verified, await comeBack(silent({ email_verified }), { claims })]).toEqual([email_verified, "ok"]);
    }
    for (const email_verified of [false, "False", 1, "yes"]) {
      expect([email_verified, await comeBack(silent({ email_verified }), { claims })]).toEqual([email_verified, UNVERIFIED]);
    }
    for (const email_verified of [null, undefined]) {
      expect([email_verified, await comeBack(silent({ email_verified }), { claims })]).toEqual([email_verified, CONFIRMATION]);
    }
    const other = { sub: uuid(), email: newAddress(), email_verified: true };
    const raw = { path: "/userinfo", status: 200, body: JSON.stringify(other) };
    // The verified address of userinfo is not that of the ID token.
    expect(await comeBack(silent({ sub: other.sub }), { claims, raw })).toBe(CONFIRMATION);
    expect(await comeBack(silent(), { claims, raw })).toBe("auth.oauth.rejected");
  });

  it("FLD-15 an address that lower case turns into that of another person is none", async () => {
    const owner = await world.account.register({ email: `kim.${uuid()}@mail.example` });
    const email = owner.replace("k", "\u212A");
    expect([email.toLowerCase(), await comeBack(silent({ email, email_verified: true }))]).toEqual([owner, UNVERIFIED]);
  });

  it("FLD-15 SGN-16 an issuer that the operator trusts need not say that an address is verified, and may say that it is not", async () => {
    world.configure({ "provider.oauth_trusts_email": true });
    for (const claims of [{}, { email_verified: null }, { email_verified: "True" }]) expect(await comeBack(silent(claims))).toBe("ok");
    for (const email_verified of [false, "false", "no"]) expect(await comeBack(silent({ email_verified }))).toBe(UNVERIFIED);
    expect(await comeBack(silent({ email: undefined }))).toBe(UNVERIFIED);
  });
});
