import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  adminLogin,
  adminVerifySecondFactor,
  changePassword,
  confirmTotp,
  getMe,
  getSecondFactors,
  login,
  setUserStatus,
  startTotp,
} from "#libs/contracts/account/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { claimsOf, type Fixture, newAddress, PASSWORD, startFixture } from "../account/fixture.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { challengeOf, codeAt, type Enrolled, enrolledUser, STEP_MS, verifiedUser, verify, wrong } from "./factors.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const INVALID_CHALLENGE = "auth.mfa.invalid_challenge";
const INVALID_CODE = "auth.mfa.invalid_code";
const now = () => account.runtime.clock.now();
const after = (milliseconds: number) => new Date(now().getTime() + milliseconds);
const tryVerify = (challengeToken: string, code: string) => outcomeOf(verify(account, challengeToken, { code }));
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

describe("adding an authenticator", () => {
  it("MFA-01 shows a secret of 32 characters and its URI, and changes nothing until a right code confirms it", async () => {
    const user = await verifiedUser(account);
    const { factorId, secret, otpauthUri } = await user.call(startTotp, {});
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(otpauthUri).searchParams.get("secret")).toBe(secret);
    expect(decodeURIComponent(otpauthUri)).toContain(user.email);
    const code = codeAt(secret, now());
    expect(await outcomeOf(user.call(confirmTotp, { factorId, code: wrong(code) }))).toBe("auth.mfa.code_rejected");
    expect(await account.call(login, { email: user.email, password: PASSWORD })).toMatchObject({ mfaRequired: false });
    const { accessToken } = await user.call(confirmTotp, { factorId, code });
    expect(claimsOf(accessToken)).toMatchObject({ sid: user.sessionId, amr: ["pwd", "otp", "mfa"] });
    expect(await account.call(login, { email: user.email, password: PASSWORD })).toMatchObject({ mfaRequired: true });
    expect(await outcomeOf(user.call(confirmTotp, { factorId, code }))).toBe("auth.mfa.code_rejected");
  });

  it("MFA-01 is for the session that began it, for five minutes, and refused while the address is not verified", async () => {
    const user = await verifiedUser(account);
    const { factorId, secret } = await user.call(startTotp, {});
    const other = account.actor(await account.login(user.email));
    expect(await outcomeOf(other.call(confirmTotp, { factorId, code: codeAt(secret, now()) }))).toBe("auth.mfa.code_rejected");
    account.runtime.clock.advance(5 * MINUTE);
    expect(await outcomeOf(user.call(confirmTotp, { factorId, code: codeAt(secret, now()) }))).toBe("auth.mfa.code_rejected");
    const unverified = account.actor(await account.login(await account.register()));
    expect(await outcomeOf(unverified.call(startTotp, {}))).toBe("auth.account.email_unverified");
  });

  it("MFA-01 one authenticator replaces the other, and brings no second set of recovery codes", async () => {
    const user = await enrolledUser(account);
    const { factorId, secret } = await user.call(startTotp, {});
    const confirmed = await user.call(confirmTotp, { factorId, code: codeAt(secret, now()) });
    expect(confirmed.recoveryCodes).toBeUndefined();
    const { factors } = await user.call(getSecondFactors, {});
    expect(factors.map(({ id }) => id)).toEqual([factorId]);
    const challenge = await challengeOf(account, user.email);
    expect(await tryVerify(challenge, user.freshCode())).toBe(INVALID_CODE);
    expect(await tryVerify(challenge, codeAt(secret, now()))).toBe("ok");
  });

  it("MFA-02 brings ten recovery codes once; afterwards a right password gets a challenge and no token", async () => {
    const user = await enrolledUser(account);
    expect(new Set(user.recoveryCodes).size).toBe(10);
    for (const code of user.recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
    const listed = await user.call(getSecondFactors, {});
    expect(listed).toMatchObject({ factors: [{ id: user.factorId, kind: "TOTP", lastUsedAt: null }], recoveryCodesLeft: 10 });
    expect(JSON.stringify(listed)).not.toContain(user.secret);
    const answer = await account.call(login, { email: user.email, password: PASSWORD });
    expect(Object.keys(answer).sort()).toEqual(["challengeToken", "expiresAt", "methods", "mfaRequired"]);
    expect(answer).toMatchObject({ mfaRequired: true, methods: ["totp", "recovery_code"] });
  });
});

describe("the second step", () => {
  it("MFA-03 signs in with the code, and the challenge opens nothing again", async () => {
    const user = await enrolledUser(account);
    const challenge = await challengeOf(account, user.email);
    const signedIn = await verify(account, challenge, { code: user.freshCode() });
    expect(await account.actor(signedIn).call(getMe, {})).toMatchObject({ email: user.email });
    expect(signedIn.refreshToken).toBeDefined();
    expect(claimsOf(signedIn.accessToken).amr).toEqual(["pwd", "otp", "mfa"]);
    expect(await tryVerify(challenge, user.freshCode())).toBe(INVALID_CHALLENGE);
  });

  it("MFA-04 a wrong password gets one answer with a factor, without one, and for an unknown address", async () => {
    const emails = [(await enrolledUser(account)).email, (await verifiedUser(account)).email, newAddress()];
    const answers = await Promise.all(
      emails.map((email) => account.login(email, "not the password").catch(({ key, code, vars }) => ({ key, code, vars }))),
    );
    expect(answers).toEqual(Array(3).fill({ key: "auth.login.invalid_credentials", code: 401, vars: {} }));
  });

  it("MFA-05 a code works once, and so does that which confirmed the authenticator", async () => {
    // Else the next time step may begin in between.
    account.runtime.clock.stop();
    const user = await enrolledUser(account);
    expect(await tryVerify(await challengeOf(account, user.email), codeAt(user.secret, now()))).toBe(INVALID_CODE);
    const code = user.freshCode();
    expect(await tryVerify(await challengeOf(account, user.email), code)).toBe("ok");
    expect(await tryVerify(await challengeOf(account, user.email), code)).toBe(INVALID_CODE);
  });

  it("MFA-06 codes of the step before and of the step after pass, those of 90 seconds do not", async () => {
    const passes = async (milliseconds: number) => {
      const user = await enrolledUser(account);
      account.runtime.clock.advance(10 * STEP_MS);
      const code = codeAt(user.secret, after(milliseconds));
      return tryVerify(await challengeOf(account, user.email), ` ${code.slice(0, 3)} ${code.slice(3)}`);
    };
    account.runtime.clock.stop();
    expect(await passes(-30_000)).toBe("ok");
    expect(await passes(30_000)).toBe("ok");
    expect(await passes(-90_000)).toBe(INVALID_CODE);
    expect(await passes(90_000)).toBe(INVALID_CODE);
  });
});

describe("the end of a challenge", () => {
  it("MFA-07 after five minutes, after five wrong answers, and with a changed password", async () => {
    const user = await enrolledUser(account);
    const guessed = await challengeOf(account, user.email);
    const code = user.freshCode();
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await tryVerify(guessed, wrong(code))).toBe(INVALID_CODE);
    expect(await tryVerify(guessed, code)).toBe(INVALID_CHALLENGE);
    const stale = await challengeOf(account, user.email);
    account.runtime.clock.advance(5 * MINUTE);
    expect(await tryVerify(stale, codeAt(user.secret, now()))).toBe(INVALID_CHALLENGE);
    const older = await challengeOf(account, user.email);
    await user.call(changePassword, { currentPassword: PASSWORD, newPassword: "a red harbour at dusk" });
    expect(await tryVerify(older, user.freshCode())).toBe(INVALID_CHALLENGE);
  });

  it("MFA-07 at the other door; a suspended user gets the answer of a login", async () => {
    const user = await enrolledUser(account);
    const challengeToken = await challengeOf(account, user.email);
    const code = user.freshCode();
    expect(await outcomeOf(account.call(adminVerifySecondFactor, { challengeToken, code }))).toBe(INVALID_CHALLENGE);
    const admin = actAs(account.broker, account.runtime, { roles: ["ADMIN"] });
    await admin.call(setUserStatus, { userId: user.userId, status: "SUSPENDED", reason: "spam" });
    expect(await tryVerify(challengeToken, code)).toBe("auth.account.suspended");
  });

  it("MFA-07 MFA-03 the door of the staff has the same second step, for challenges of its own", async () => {
    const user = await enrolledUser(account);
    await account.database.connection.collection("users").updateOne({ email: user.email }, { $set: { roles: ["ADMIN"] } });
    const { challengeToken = "", ...asked } = await account.call(adminLogin, { email: user.email, password: PASSWORD });
    expect(asked).toMatchObject({ mfaRequired: true, methods: ["totp", "recovery_code"] });
    expect(asked).not.toHaveProperty("sessionCookie");
    const code = user.freshCode();
    expect(await tryVerify(challengeToken, code)).toBe(INVALID_CHALLENGE);
    const answer = await account.call(adminVerifySecondFactor, { challengeToken, code });
    expect(answer).toMatchObject({ mfaRequired: false, admin: { email: user.email } });
    expect(answer.sessionCookie).toBeDefined();
    const [session] = await account.rows("admin_sessions", { userId: user.userId });
    expect(session?.amr).toEqual(["pwd", "otp", "mfa"]);
    const again = await account.call(adminLogin, { email: user.email, password: PASSWORD });
    await account.database.connection.collection("users").updateOne({ email: user.email }, { $set: { roles: [] } });
    const late = { challengeToken: again.challengeToken ?? "", code: user.freshCode() };
    expect(await outcomeOf(account.call(adminVerifySecondFactor, late))).toBe("auth.mfa.invalid_challenge");
  });
});

describe("guessing", () => {
  const guess = async (user: Enrolled) => tryVerify(await challengeOf(account, user.email), wrong(codeAt(user.secret, now())));

  it("MFA-08 the 11th wrong code of an account in 15 minutes is answered with 429, then the right one as well", async () => {
    const user = await enrolledUser(account);
    expect(await times(10, () => guess(user))).toEqual(Array(10).fill(INVALID_CODE));
    expect(await guess(user)).toBe("error.throttled");
    expect(await tryVerify(await challengeOf(account, user.email), user.freshCode())).toBe("error.throttled");
    account.runtime.clock.advance(15 * MINUTE);
    expect(await tryVerify(await challengeOf(account, user.email), user.freshCode())).toBe("ok");
  });

  it("MFA-08 strangers without the password do not lock the second step", async () => {
    const user = await enrolledUser(account);
    const challenge = await challengeOf(account, user.email);
    await times(9, () => outcomeOf(account.login(user.email, "not the password")));
    await times(20, () => tryVerify("a".repeat(43), "123456"));
    expect(await tryVerify(challenge, user.freshCode())).toBe("ok");
  });
});
