import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { forgotPassword, getMe, refresh, register, resetPassword, verifyEmail } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/account/deps.ts";
import { ensureAdmin } from "#services/account/sign-in/ensure-admin.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { startTestSystem, type TestSystem } from "../support/test-system.ts";

const OWN = "the password of the owner";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());

const provenAt = async (email: string) => (await account.rows("users", { email }))[0]?.mailboxProvenAt;

async function resetBy(email: string): Promise<void> {
  await account.call(forgotPassword, { email });
  await account.call(resetPassword, { token: account.mailedToken(email, "reset_password"), password: OWN });
}

it("MFA-19 the owner's reset verifies the address: the sessions and the password of the stranger who registered it are refused", async () => {
  const { email, signedIn } = await account.signUp();
  await resetBy(email);
  expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("auth.refresh.invalid_token");
  expect(await outcomeOf(account.login(email))).toBe("auth.login.invalid_credentials");
  const owner = await account.login(email, OWN);
  expect(await account.actor(owner).call(getMe, {})).toMatchObject({ emailVerified: true });
});

it("MFA-19 SGN-20 the browser that registered a foreign address is signed in by no link once its owner has reset the password", async () => {
  const email = newAddress();
  const { browserKey } = await account.call(register, { email, password: PASSWORD });
  const token = account.mailedToken(email, "verify_email");
  await resetBy(email);
  expect(await account.call(verifyEmail, { token, browserKey })).toEqual({ email });
});

it("SGN-20 the link verifies the address in any browser, and signs its user in only in the browser that registered", async () => {
  const begin = async () => {
    const email = newAddress();
    const { browserKey } = await account.call(register, { email, password: PASSWORD });
    return { email, browserKey, token: account.mailedToken(email, "verify_email") };
  };
  const [own, other] = [await begin(), await begin()];
  expect(await account.call(verifyEmail, { token: other.token, browserKey: own.browserKey })).toEqual({ email: other.email });
  const [user] = await account.rows("users", { email: other.email });
  expect(user).toMatchObject({ emailVerified: true });
  expect(await account.rows("sessions", { userId: user?._id })).toEqual([]);
  const answer = await account.call(verifyEmail, { token: own.token, browserKey: own.browserKey });
  expect(answer).toMatchObject({ email: own.email, tokenType: "Bearer", user: { emailVerified: true } });
});

it("MFA-19 a mailbox counts as proven at a reset, at a confirmation and by the word of the operator, and not by a registration", async () => {
  const { clock } = account.runtime;
  clock.stop();
  const [reset, confirmed, vouched] = [await account.register(), await account.register(), await account.register()];
  expect(await provenAt(reset)).toBeUndefined();
  await resetBy(reset);
  await account.call(verifyEmail, { token: account.mailedToken(confirmed, "verify_email") });
  await ensureAdmin(liveDeps(account.runtime), { email: vouched, password: OWN });
  const now = clock.now();
  expect([await provenAt(reset), await provenAt(confirmed), await provenAt(vouched)]).toEqual([now, now, now]);
  await ensureAdmin(liveDeps(account.runtime), { email: confirmed, password: OWN });
  clock.advance(1_000);
  await ensureAdmin(liveDeps(account.runtime), { email: vouched, password: OWN });
  expect([await provenAt(confirmed), await provenAt(vouched)]).toEqual([now, now]);
  clock.reset();
});

it("MFA-19 an unverified account adds no money and says not where money goes until its owner has reset the password", async () => {
  const system: TestSystem = await startTestSystem();
  try {
    const stranger = await system.newUser({ verified: false });
    const post = (path: string, token: string, body: object) =>
      system.send("POST", path, { token, body, headers: { "idempotency-key": uuid() } });
    const upgraded = await post("/creators/upgrade", stranger.token, { username: `c${uuid().slice(0, 8)}` });
    expect(upgraded.status).toBe(201);
    const money = async (token: string) => [
      await post("/wallet/topups", token, { amount: "5.00" }),
      await post("/payouts/methods", token, { kind: "bank", label: "Account at a bank" }),
      await post("/payouts/payee", token, { country: "DE" }),
    ];
    for (const { status, body } of await money(stranger.token)) {
      expect([status, body.error?.i18nKey]).toEqual([403, "auth.account.email_unverified"]);
    }
    await system.send("POST", "/auth/password/forgot", { body: { email: stranger.email } });
    const token = await system.mailedToken(stranger.email, "reset_password");
    expect((await system.send("POST", "/auth/password/reset", { body: { token, password: OWN } })).status).toBe(200);
    const owner = await system.signIn(stranger.email, OWN);
    expect((await money(owner.token)).map(({ status }) => status)).toEqual([201, 201, 200]);
  } finally {
    await system.stop();
  }
});
