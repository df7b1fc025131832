import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  forgotPassword,
  getMe,
  getSecondFactors,
  login,
  removeSecondFactor,
  renameSecondFactor,
  renewRecoveryCodes,
  resetPassword,
  stepUp,
  undoSecondFactor,
} from "#libs/contracts/account/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/account/deps.ts";
import { accountPersonalData } from "#services/account/personal-data.ts";
import { requireSecondFactor } from "#services/account/sign-in/second-factor.ts";
import { claimsOf, type Fixture, PASSWORD, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { addPasskeyTo, challengeOf, enrol, enrolledUser, type Verified, verifiedUser, verify } from "./factors.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const INVALID_CODE = "auth.mfa.invalid_code";
const NEW_PASSWORD = "a red harbour at dusk";
const tryRecover = async (email: string, recoveryCode: string) =>
  outcomeOf(verify(account, await challengeOf(account, email), { recoveryCode }));
const answerOf = (email: string, password: string = PASSWORD) => account.call(login, { email, password });

describe("recovery codes", () => {
  it("MFA-12 a recovery code signs in once, in any case and without its hyphen, and a mail says so", async () => {
    const user = await enrolledUser(account);
    const [first = "", second = ""] = user.recoveryCodes;
    expect([await tryRecover(user.email, first), await tryRecover(user.email, first)]).toEqual(["ok", INVALID_CODE]);
    expect(account.mailKinds(user.email).filter((kind) => kind === "recovery_code_used")).toHaveLength(1);
    expect(await tryRecover(user.email, second.toLowerCase().replace("-", " "))).toBe("ok");
    expect((await user.call(getSecondFactors, {})).recoveryCodesLeft).toBe(8);
    const [other] = (await enrolledUser(account)).recoveryCodes;
    expect(await tryRecover(user.email, other ?? "")).toBe(INVALID_CODE);
  });

  it("MFA-12 new recovery codes void the older ones; without a factor there are none", async () => {
    const user = await enrolledUser(account);
    const { recoveryCodes } = await user.call(renewRecoveryCodes, {});
    expect(recoveryCodes).toHaveLength(10);
    expect(await tryRecover(user.email, user.recoveryCodes[0] ?? "")).toBe(INVALID_CODE);
    expect(await tryRecover(user.email, recoveryCodes[0] ?? "")).toBe("ok");
    expect(await outcomeOf((await verifiedUser(account)).call(renewRecoveryCodes, {}))).toBe("auth.mfa.not_found");
  });
});

describe("a step-up", () => {
  const prove = (user: Verified, answer: { password?: string; code?: string; recoveryCode?: string }) =>
    outcomeOf(user.call(stepUp, answer));

  it("STF-22 a password proves no more once there is a factor; code and recovery code do, once", async () => {
    const user = await enrolledUser(account);
    const [recoveryCode = ""] = user.recoveryCodes;
    expect(await prove(user, { password: PASSWORD })).toBe("auth.step_up.failed");
    expect(await prove(user, {})).toBe("auth.step_up.failed");
    const code = user.freshCode();
    const { accessToken } = await user.call(stepUp, { code });
    expect(claimsOf(accessToken).amr).toEqual(["pwd", "otp", "mfa"]);
    expect(await prove(user, { code })).toBe("auth.step_up.failed");
    expect(await prove(user, { recoveryCode })).toBe("ok");
    expect(await prove(user, { recoveryCode })).toBe("auth.step_up.failed");
    await user.call(removeSecondFactor, { factorId: user.factorId });
    expect(await prove(user, { password: PASSWORD })).toBe("ok");
  });

  it("STF-22 the tenth wrong code ends the session", async () => {
    const user = await enrolledUser(account);
    const guesses = await Promise.all(Array.from({ length: 12 }, () => prove(user, { recoveryCode: "AAAAA-AAAAA" })));
    expect(guesses.filter((outcome) => outcome === "auth.step_up.failed").length).toBeLessThan(10);
    expect(await account.rows("sessions", { _id: user.sessionId, revokedReason: "STEP_UP" })).toHaveLength(1);
  });
});

describe("removing a factor", () => {
  it("MFA-13 without the last factor a login is as before, the recovery codes are gone, and a mail says so", async () => {
    const user = await enrolledUser(account);
    const challenge = await challengeOf(account, user.email);
    await user.call(renameSecondFactor, { factorId: user.factorId, name: "Phone" });
    expect((await user.call(getSecondFactors, {})).factors).toMatchObject([{ name: "Phone" }]);
    await user.call(removeSecondFactor, { factorId: user.factorId });
    expect(await answerOf(user.email)).toMatchObject({ mfaRequired: false });
    expect(await user.call(getSecondFactors, {})).toEqual({ required: false, factors: [], recoveryCodesLeft: 0 });
    expect(await outcomeOf(verify(account, challenge, { recoveryCode: user.recoveryCodes[0] ?? "" }))).toBe(INVALID_CODE);
    expect(account.mailKinds(user.email)).toContain("second_factor_removed");
    const again = await enrol(account, user);
    expect(again.recoveryCodes).toHaveLength(10);
  });

  it("MFA-13 a factor of another user, and an unknown one, are 404", async () => {
    const [user, other] = [await enrolledUser(account), await enrolledUser(account)];
    for (const factorId of [other.factorId, uuid()]) {
      expect(await outcomeOf(user.call(removeSecondFactor, { factorId }))).toBe("auth.mfa.not_found");
      expect(await outcomeOf(user.call(renameSecondFactor, { factorId, name: "Mine" }))).toBe("auth.mfa.not_found");
    }
    expect((await other.call(getSecondFactors, {})).factors).toMatchObject([{ name: null }]);
  });

  it("MFA-13 the link of the mail removes the factor, ends sessions and password, and mails a reset; it works once", async () => {
    const user = await enrolledUser(account);
    const token = account.mailedToken(user.email, "second_factor_added");
    expect(await outcomeOf(account.call(undoSecondFactor, { token }))).toBe("ok");
    expect(await account.rows("second_factors", { userId: user.userId })).toEqual([]);
    expect(await account.rows("recovery_codes", { _id: user.userId })).toEqual([]);
    expect(await account.rows("sessions", { userId: user.userId, revoked: false })).toEqual([]);
    expect(account.hints).toContainEqual(expect.objectContaining({ sessionId: user.sessionId }));
    expect(await outcomeOf(answerOf(user.email))).toBe("auth.login.invalid_credentials");
    const reset = { token: account.mailedToken(user.email, "reset_password"), password: NEW_PASSWORD };
    expect(await outcomeOf(account.call(resetPassword, reset))).toBe("ok");
    expect(await answerOf(user.email, NEW_PASSWORD)).toMatchObject({ mfaRequired: false });
    for (const wrong of [token, "a".repeat(43), reset.token]) {
      expect(await outcomeOf(account.call(undoSecondFactor, { token: wrong }))).toBe("auth.mfa.invalid_token");
    }
  });

  it("MFA-13 of eight clicks on the link at once one counts; it works for seven days, and after the link of a later factor", async () => {
    const user = await enrolledUser(account);
    const first = account.mailedToken(user.email, "second_factor_added");
    account.runtime.clock.advance(60_000);
    await addPasskeyTo(user);
    const second = account.mailedToken(user.email, "second_factor_added");
    account.runtime.clock.advance(7 * DAY - 120_000);
    expect(await outcomeOf(account.call(undoSecondFactor, { token: second }))).toBe("ok");
    const clicks = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(account.call(undoSecondFactor, { token: first }))));
    expect(clicks.sort()).toEqual([...Array(7).fill("auth.mfa.invalid_token"), "ok"]);
    expect(await account.rows("second_factors", { userId: user.userId })).toEqual([]);
    const late = await enrolledUser(account);
    account.runtime.clock.advance(7 * DAY);
    const token = account.mailedToken(late.email, "second_factor_added");
    expect(await outcomeOf(account.call(undoSecondFactor, { token }))).toBe("auth.mfa.invalid_token");
  });
});

describe("a reset of the password", () => {
  it("MFA-16 signs nobody in and leaves the factors: the new password gets a challenge", async () => {
    const user = await enrolledUser(account);
    await account.call(forgotPassword, { email: user.email });
    const answer = await account.call(resetPassword, { token: account.mailedToken(user.email, "reset_password"), password: NEW_PASSWORD });
    expect(Object.keys(answer ?? {})).toEqual(["deviceToken"]);
    const { challengeToken = "", ...asked } = await answerOf(user.email, NEW_PASSWORD);
    expect(asked).toMatchObject({ mfaRequired: true });
    const signedIn = await verify(account, challengeToken, { code: user.freshCode() });
    expect(await account.actor(signedIn).call(getMe, {})).toMatchObject({ id: user.userId });
  });

  it("MFA-18 the store has no secret, code or token that can be read", async () => {
    const user = await enrolledUser(account);
    const challenge = await challengeOf(account, user.email);
    const link = account.mailedToken(user.email, "second_factor_added");
    const names = ["challenges", "second_factors", "recovery_codes", "mail_tokens", "users", "audit_log", "outbox"];
    const stored = JSON.stringify(await Promise.all(names.map((name) => account.rows(name))));
    const codes = user.recoveryCodes.flatMap((code) => [code, code.replace("-", "")]);
    for (const secret of [user.secret, challenge, link, ...codes]) expect(stored).not.toContain(secret);
  });

  it("MFA-18 an export has kinds and dates and no secret, and a purge leaves no row", async () => {
    const user = await enrolledUser(account);
    await challengeOf(account, user.email);
    const deps = liveDeps(account.runtime);
    const subject = { userId: user.userId, addressHash: null, creatorId: null, bioPageIds: [] };
    const names = ["second_factors", "recovery_codes", "challenges"];
    const treated = accountPersonalData(deps.database, deps).rows.filter(({ collection }) => names.includes(collection));
    const shown = await Promise.all(treated.map((rows) => rows.show?.(subject, null, 10)));
    expect(shown.flat().flatMap((row) => row?.pieces ?? [])).toEqual([
      { kind: "TOTP", name: null, createdAt: expect.anything(), lastUsedAt: null },
      { createdAt: expect.anything() },
    ]);
    await deps.transaction(async (tx) => {
      for (const rows of treated) if ("treat" in rows) await rows.treat(tx, subject, 10);
    });
    for (const name of names) {
      expect(await account.rows(name, { $or: [{ userId: user.userId }, { _id: user.userId }] })).toEqual([]);
    }
  });

  it("MFA-18 a process that starts between the two steps completes the sign-in", async () => {
    const user = await enrolledUser(account);
    const challengeToken = await challengeOf(account, user.email);
    const started = liveDeps(account.runtime);
    const proven = await requireSecondFactor(started, { challengeToken, code: user.freshCode() }, "LOGIN", () => undefined);
    expect(proven).toMatchObject({ user: { _id: user.userId }, amr: ["pwd", "otp", "mfa"] });
  });
});
