import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import {
  adminLogin,
  adminVerifySecondFactor,
  askForPasskey,
  changeEmail,
  completeOAuthLink,
  confirmEmailChange,
  forgotPassword,
  register,
  resetPassword,
  startOAuthLink,
  undoSecondFactor,
  verifyEmail,
  verifySecondFactor,
} from "#libs/contracts/account/index.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { liveDeps } from "#services/account/deps.ts";
import { ensureAdmin } from "#services/account/sign-in/ensure-admin.ts";
import { proveAgain } from "#services/account/sign-in/prove-again.ts";
import { requireMaySignIn, requireSecondFactor } from "#services/account/sign-in/second-factor.ts";
import { claimsOf, newAddress, PASSWORD, tokensOf } from "../account/fixture.ts";
import { type Actor, outcomeOf } from "../support/act-as.ts";
import type { Authenticator } from "../support/authenticator.ts";
import { type ElsewhereWorld, startElsewhereWorld } from "./elsewhere-world.ts";
import { addPasskeyTo, challengeOf, verifiedUser } from "./factors.ts";

let world: ElsewhereWorld;
beforeAll(async () => {
  world = await startElsewhereWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

const OWN = "the password of the owner";

/** A person registers an address; its link is opened in a browser with this key. */
async function registered(openedWith: (browserKey: string | undefined) => string | undefined): Promise<string> {
  const email = newAddress();
  const { browserKey } = await world.account.call(register, { email, password: PASSWORD });
  await world.account.call(verifyEmail, { token: world.account.mailedToken(email, "verify_email"), browserKey: openedWith(browserKey) });
  return email;
}

const signInElsewhere = (email: string) => world.signIn(world.newExternal({ email }));

async function resetBy(email: string): Promise<void> {
  await world.account.call(forgotPassword, { email });
  await world.account.call(resetPassword, { token: world.account.mailedToken(email, "reset_password"), password: OWN });
}

it("SGN-20 MFA-19 the owner of an address shares no account with the stranger who registered it: a sign-in elsewhere is 409 until a reset", async () => {
  const email = await registered(() => undefined);
  expect(await outcomeOf(signInElsewhere(email))).toBe("auth.oauth.account_exists");
  await resetBy(email);
  expect((await signInElsewhere(email)).user?.email).toBe(email);
  expect(await outcomeOf(world.account.login(email))).toBe("auth.login.invalid_credentials");
});

/** Links an account elsewhere, which becomes older than what a reset doubts. */
async function linkLongAgo(person: Actor) {
  const who = world.newExternal();
  const { authorizationUrl, browserKey } = await person.call(startOAuthLink, {});
  await person.call(completeOAuthLink, { ...world.server.signIn(authorizationUrl, who), browserKey });
  world.account.runtime.clock.advance(30 * DAY);
  return who;
}

/** Whose account an account elsewhere opens today; the provider knows no other time. */
async function openedBy(who: Parameters<typeof world.signIn>[0]) {
  world.account.runtime.clock.reset();
  return (await world.signIn(who)).user?.email;
}

it("MFA-19 SGN-11 that reset unlinks each sign-in elsewhere of the stranger, also one of long ago", async () => {
  const email = await registered(() => undefined);
  const who = await linkLongAgo(world.account.actor(await world.account.login(email)));
  await resetBy(email);
  expect(await openedBy(who)).not.toBe(email);
});

it("MFA-19 SGN-05 also the sign-in that made an account whose address became the owner's", async () => {
  const [who, email] = [world.newExternal(), newAddress()];
  const stranger = world.account.actor(tokensOf(await world.signIn(who)));
  world.configure({ "auth.hold_hours": 0 });
  await stranger.call(changeEmail, { newEmail: email });
  await world.account.call(confirmEmailChange, { token: world.account.mailedToken(email, "email_change_confirm") });
  await resetBy(email);
  expect(await openedBy(who)).not.toBe(email);
});

/** How the passkey of a stranger fares, after a password or alone. */
async function outcomeOfPasskey({ sign }: Authenticator, challengeToken?: string) {
  const asked = challengeToken ?? (await world.account.call(askForPasskey, {})).challengeToken;
  return outcomeOf(world.account.call(verifySecondFactor, { challengeToken: asked, credential: sign(asked) }));
}

it("MFA-19 MFA-10 with that reset the stranger's passkey signs in alone no more; after the new password it stays the second factor", async () => {
  const email = await registered(() => undefined);
  const { authenticator } = await addPasskeyTo(world.account.actor(await world.account.login(email)));
  world.account.runtime.clock.advance(30 * DAY);
  expect(await outcomeOfPasskey(authenticator)).toBe("ok");
  const halfGiven = await challengeOf(world.account, email);
  await resetBy(email);
  expect(await outcomeOfPasskey(authenticator)).toBe("auth.mfa.invalid_code");
  expect(await outcomeOfPasskey(authenticator, halfGiven)).toBe("auth.mfa.invalid_challenge");
  expect(await outcomeOfPasskey(authenticator, await challengeOf(world.account, email, OWN))).toBe("ok");
  expect(await outcomeOfPasskey(authenticator)).toBe("ok");
});

it("MFA-19 MFA-10 nor when the reset comes while it signs in", async () => {
  const email = await registered(() => undefined);
  const { authenticator } = await addPasskeyTo(world.account.actor(await world.account.login(email)));
  const deps = liveDeps(world.account.runtime);
  const useCounter: typeof deps.secondFactors.useCounter = async (...used) => {
    await resetBy(email);
    return deps.secondFactors.useCounter(...used);
  };
  const racing = { ...deps, secondFactors: { ...deps.secondFactors, useCounter } };
  const { challengeToken } = await world.account.call(askForPasskey, {});
  const answer = { challengeToken, credential: authenticator.sign(challengeToken) };
  expect(await outcomeOf(requireSecondFactor(racing, answer, "LOGIN", requireMaySignIn))).toBe("auth.mfa.invalid_code");
  expect(await outcomeOfPasskey(authenticator)).toBe("auth.mfa.invalid_code");
});

/** The stores, in which the reset comes just before a passkey is read. */
function resetFirst(email: string) {
  const deps = liveDeps(world.account.runtime);
  const findPasskey: typeof deps.secondFactors.findPasskey = async (credentialId) => {
    await resetBy(email);
    return deps.secondFactors.findPasskey(credentialId);
  };
  return { ...deps, secondFactors: { ...deps.secondFactors, findPasskey } };
}

it("MFA-19 MFA-10 nor when the reset comes while it is given after the stranger's password", async () => {
  const email = await registered(() => undefined);
  const { authenticator } = await addPasskeyTo(world.account.actor(await world.account.login(email)));
  const challengeToken = await challengeOf(world.account, email);
  const answer = { challengeToken, credential: authenticator.sign(challengeToken) };
  expect(await outcomeOf(requireSecondFactor(resetFirst(email), answer, "LOGIN", requireMaySignIn))).toBe("auth.mfa.invalid_code");
  expect(await outcomeOfPasskey(authenticator)).toBe("auth.mfa.invalid_code");
});

it("MFA-19 MFA-10 nor when the reset comes while it is given in the stranger's session", async () => {
  const email = await registered(() => undefined);
  const signedIn = await world.account.login(email);
  const stranger = world.account.actor(signedIn);
  const { authenticator } = await addPasskeyTo(stranger);
  const { challengeToken } = await stranger.call(askForPasskey, { purpose: "STEP_UP" });
  const { sub: userId, sid: sessionId } = claimsOf(signedIn.accessToken);
  const { countAttempt, prove } = liveDeps(world.account.runtime).sessions;
  const answer = { challengeToken, credential: authenticator.sign(challengeToken) };
  const proving = proveAgain(resetFirst(email), { userId, sessionId }, answer, {
    countAttempt,
    store: (proof, tx) => prove(sessionId, proof, tx),
    end: async () => undefined,
  });
  expect(await outcomeOf(proving)).toBe("auth.step_up.failed");
  expect(await outcomeOfPasskey(authenticator)).toBe("auth.mfa.invalid_code");
});

it("MFA-19 MFA-13 nor does one from before, once the link of a mail has removed a later one; that of an owner signs in as ever", async () => {
  for (const [openedWith, outcome] of [
    [() => undefined, "auth.mfa.invalid_code"],
    [(browserKey?: string) => browserKey, "ok"],
  ] as const) {
    const email = await registered(openedWith);
    const person = world.account.actor(await world.account.login(email));
    const { authenticator } = await addPasskeyTo(person);
    world.account.runtime.clock.advance(MINUTE);
    await addPasskeyTo(person);
    await world.account.call(undoSecondFactor, { token: world.account.mailedToken(email, "second_factor_added") });
    expect(await outcomeOfPasskey(authenticator)).toBe(outcome);
  }
});

it("SGN-20 who opens the link in the browser that registered also signs in elsewhere with that address", async () => {
  const email = await registered((browserKey) => browserKey);
  expect((await signInElsewhere(email)).user?.email).toBe(email);
  expect(await outcomeOf(world.account.login(email))).toBe("ok");
});

it("SGN-05 MFA-19 nor with the stranger who changed an address to it: who changed it links in the settings", async () => {
  const [stranger, email] = [await verifiedUser(world.account), newAddress()];
  world.configure({ "auth.hold_hours": 0 });
  await stranger.call(changeEmail, { newEmail: email });
  await world.account.call(confirmEmailChange, { token: world.account.mailedToken(email, "email_change_confirm") });
  expect(await outcomeOf(signInElsewhere(email))).toBe("auth.oauth.account_exists");
  const { authorizationUrl, browserKey } = await stranger.call(startOAuthLink, {});
  const callback = { ...world.server.signIn(authorizationUrl, world.newExternal()), browserKey };
  expect(await outcomeOf(stranger.call(completeOAuthLink, callback))).toBe("ok");
  await resetBy(email);
  expect((await signInElsewhere(email)).user?.email).toBe(email);
});

it("MFA-19 STF-24 a start gives no role to the password of such a stranger: the account of ADMIN_EMAIL gets the configured one", async () => {
  const [strange, own] = [await registered(() => undefined), await registered((browserKey) => browserKey)];
  for (const email of [strange, own]) await ensureAdmin(liveDeps(world.account.runtime), { email, password: OWN });
  const outcomes = (email: string) => Promise.all([PASSWORD, OWN].map((password) => outcomeOf(world.account.login(email, password))));
  expect(await outcomes(strange)).toEqual(["auth.login.invalid_credentials", "ok"]);
  expect(await outcomes(own)).toEqual(["ok", "auth.login.invalid_credentials"]);
  const [admin] = await world.account.rows("users", { email: strange });
  expect(admin).toMatchObject({ roles: ["SUPER_ADMIN"], emailVerified: true });
});

it("MFA-19 STF-24 nor to the passkey of such a stranger, which would open the administration alone", async () => {
  const [stranger, email] = [await verifiedUser(world.account), newAddress()];
  const { authenticator } = await addPasskeyTo(stranger);
  world.configure({ "auth.hold_hours": 0 });
  await stranger.call(changeEmail, { newEmail: email });
  await world.account.call(confirmEmailChange, { token: world.account.mailedToken(email, "email_change_confirm") });
  await ensureAdmin(liveDeps(world.account.runtime), { email, password: OWN });
  const { challengeToken } = await world.account.call(askForPasskey, { purpose: "ADMIN_LOGIN" });
  const credential = authenticator.sign(challengeToken);
  const alone = world.account.call(adminVerifySecondFactor, { challengeToken, credential });
  expect(await outcomeOf(alone)).toBe("auth.mfa.invalid_code");
  expect(await world.account.call(adminLogin, { email, password: OWN })).toMatchObject({ admin: { email, roles: ["SUPER_ADMIN"] } });
});
