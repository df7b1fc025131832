import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { deleteWithPassword } from "#libs/contracts/account/gdpr.ts";
import {
  changePassword,
  forgotPassword,
  refresh,
  resetPassword,
  setUserStatus,
  stepUp,
  verifyEmail,
} from "#libs/contracts/account/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { liveDeps } from "#services/account/deps.ts";
import { openSession } from "#services/account/sign-in/open-session.ts";
import { enrolledUser } from "../people/factors.ts";
import { type Actor, actAs, outcomeOf } from "../support/act-as.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const OTHER = "an entirely different phrase";
const reset = (token: string, password = OTHER) => outcomeOf(account.call(resetPassword, { token, password }));

async function forgotten(email: string): Promise<string> {
  await account.call(forgotPassword, { email });
  return account.mailedToken(email, "reset_password");
}

describe("POST /auth/password/forgot and /reset", () => {
  it("REG-03 sets a new password, ends every session and sends a mail about it", async () => {
    const { email, signedIn, sessionId } = await account.signUp();
    const { refreshToken: otherToken } = await account.login(email);
    expect(await reset(await forgotten(email))).toBe("ok");
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("auth.refresh.invalid_token");
    expect(await outcomeOf(account.call(refresh, { refreshToken: otherToken }))).toBe("auth.refresh.invalid_token");
    expect(await outcomeOf(account.login(email))).toBe("auth.login.invalid_credentials");
    expect(await outcomeOf(account.login(email, OTHER))).toBe("ok");
    expect(account.mailKinds(email).at(-1)).toBe("password_changed");
    expect(account.hints).toContainEqual({ sessionId, reason: "PASSWORD_CHANGE" });
  });

  it("REG-03 accepts every address, and mails to accounts only", async () => {
    const stranger = newAddress();
    expect(await outcomeOf(account.call(forgotPassword, { email: stranger }))).toBe("ok");
    expect(account.mailKinds(stranger)).toEqual([]);
  });

  it("REG-03 a token works once, and invalidates the other reset tokens of its user", async () => {
    const email = await account.register();
    const first = await forgotten(email);
    const second = await forgotten(email);
    expect(await reset(second)).toBe("ok");
    expect(await reset(second)).toBe("auth.reset.invalid_token");
    expect(await reset(first)).toBe("auth.reset.invalid_token");
  });

  it("REG-02 REG-03 a reset token leaves verification tokens valid", async () => {
    const email = await account.register();
    const verification = account.mailedToken(email, "verify_email");
    expect(await reset(await forgotten(email))).toBe("ok");
    expect(await outcomeOf(account.call(verifyEmail, { token: verification }))).toBe("ok");
  });

  it("REG-03 accepts exactly one of ten parallel uses of a token", async () => {
    const email = await account.register();
    const token = await forgotten(email);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => reset(token)));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "auth.reset.invalid_token")).toHaveLength(9);
  });

  it("REG-03 a token expires after 30 minutes", async () => {
    const email = await account.register();
    const token = await forgotten(email);
    account.runtime.clock.advance(30 * MINUTE + 1_000);
    expect(await reset(token)).toBe("auth.reset.invalid_token");
    account.runtime.clock.reset();
    account.runtime.clock.advance(29 * MINUTE);
    expect(await reset(token)).toBe("ok");
  });

  it("REG-02 REG-03 refuses a verification token for a reset, and a reset token for a verification", async () => {
    const email = await account.register();
    expect(await reset(account.mailedToken(email, "verify_email"))).toBe("auth.reset.invalid_token");
    const token = await forgotten(email);
    expect(await outcomeOf(account.call(verifyEmail, { token }))).toBe("auth.verify.invalid_token");
  });

  it("REG-03 keeps the token valid when the new password is too common", async () => {
    const email = await account.register();
    const token = await forgotten(email);
    expect(await reset(token, "password123")).toBe("auth.password.too_common");
    expect(await reset(token)).toBe("ok");
  });

  it("REG-03 a reset unlocks an account that failed logins have locked", async () => {
    const email = await account.register();
    for (let attempt = 0; attempt < 10; attempt += 1) await outcomeOf(account.login(email, "wrong"));
    expect(await outcomeOf(account.login(email))).toBe("error.throttled");
    await reset(await forgotten(email));
    expect(await outcomeOf(account.login(email, OTHER))).toBe("ok");
  });
});

describe("POST /auth/password/change", () => {
  it("REG-03 ends every session except the current one", async () => {
    const { email, signedIn, ...me } = await account.signUp();
    const { refreshToken: otherToken } = await account.login(email);
    await me.call(changePassword, { currentPassword: PASSWORD, newPassword: OTHER });
    expect(await outcomeOf(account.call(refresh, { refreshToken: otherToken }))).toBe("auth.refresh.invalid_token");
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("ok");
    expect(await outcomeOf(account.login(email, OTHER))).toBe("ok");
    expect(account.mailKinds(email)).toContain("password_changed");
  });

  const change = (me: Actor, currentPassword: string) => outcomeOf(me.call(changePassword, { currentPassword, newPassword: OTHER }));

  it("REG-03 STF-22 requires the current password, and the tenth wrong guess ends the session, however long it waits", async () => {
    const { email, signedIn, ...me } = await account.signUp();
    const other = account.actor(await account.login(email));
    for (let attempt = 1; attempt < 10; attempt += 1) {
      expect(await change(me, "a wrong guess")).toBe("auth.password.incorrect");
      account.runtime.clock.advance(15 * MINUTE);
    }
    expect(await change(me, "a wrong guess")).toBe("error.unauthorized");
    expect(await change(me, PASSWORD)).toBe("error.unauthorized");
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("auth.refresh.invalid_token");
    expect(account.hints).toContainEqual({ sessionId: me.sessionId, reason: "STEP_UP" });
    expect(await change(other, PASSWORD)).toBe("ok");
  });

  it("STF-22 parallel guesses get no more than ten, and step-ups and a right password do not give further ones", async () => {
    const me = await account.signUp();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => change(me, "a wrong guess")));
    expect(outcomes.filter((outcome) => outcome === "auth.password.incorrect").length).toBeLessThan(10);
    const { email, ...mine } = await account.signUp();
    for (let attempt = 1; attempt < 6; attempt += 1) expect(await change(mine, "a wrong guess")).toBe("auth.password.incorrect");
    expect(await change(mine, PASSWORD)).toBe("ok");
    const step = () => outcomeOf(mine.call(stepUp, { password: "a wrong guess" }));
    for (let attempt = 6; attempt < 10; attempt += 1) expect(await step()).toBe("auth.step_up.failed");
    expect(await step()).toBe("error.unauthorized");
    expect(await outcomeOf(account.login(email, OTHER))).toBe("ok");
  });

  it("STF-22 a second factor gives no further guesses of the password, nor does a right password give guesses of a code", async () => {
    const thief = await enrolledUser(account);
    for (let attempt = 1; attempt < 10; attempt += 1) {
      expect(await change(thief, "a wrong guess")).toBe("auth.password.incorrect");
      expect(await outcomeOf(thief.call(stepUp, { code: thief.freshCode() }))).toBe("ok");
    }
    expect(await change(thief, "a wrong guess")).toBe("error.unauthorized");
    const other = await enrolledUser(account);
    for (let attempt = 1; attempt < 10; attempt += 1) {
      expect(await outcomeOf(other.call(stepUp, { recoveryCode: "AAAAA-AAAAA" }))).toBe("auth.step_up.failed");
      expect(await change(other, attempt === 1 ? PASSWORD : OTHER)).toBe("ok");
    }
    expect(await outcomeOf(other.call(stepUp, { recoveryCode: "AAAAA-AAAAA" }))).toBe("error.unauthorized");
  });

  it("STF-22 the tenth wrong password of a deletion ends the session", async () => {
    const me = await account.signUp();
    const guess = () => outcomeOf(me.call(deleteWithPassword, { password: "a wrong guess" }));
    for (let attempt = 1; attempt < 10; attempt += 1) expect(await guess()).toBe("error.user.password_incorrect");
    expect(await guess()).toBe("error.unauthorized");
    expect(await account.rows("sessions", { _id: me.sessionId })).toMatchObject([{ revoked: true, revokedReason: "STEP_UP" }]);
  });

  it("STF-22 parallel guesses of a deletion get no more than ten, and a right password counts as none", async () => {
    const me = await account.signUp();
    const guess = (password: string) => outcomeOf(me.call(deleteWithPassword, { password }));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => guess("a wrong guess")));
    expect(outcomes.filter((outcome) => outcome === "error.user.password_incorrect").length).toBeLessThan(10);
    const other = await account.signUp();
    expect(await outcomeOf(other.call(deleteWithPassword, { password: PASSWORD }))).toBe("ok");
    expect(await account.rows("sessions", { _id: other.sessionId })).toMatchObject([{ passwordFailures: 0 }]);
  });

  it("AUT-14 REG-03 a login opens no session when the password changes after its comparison", async () => {
    const { email, ...me } = await account.signUp();
    const deps = liveDeps(account.runtime);
    const compared = await deps.users.findByEmail(email);
    if (!compared) throw new Error("no such user");
    await me.call(changePassword, { currentPassword: PASSWORD, newPassword: OTHER });
    expect(await outcomeOf(openSession(deps, compared, {}, ["pwd"]))).toBe("auth.login.invalid_credentials");
    expect(await account.rows("sessions", { userId: me.userId, revoked: false })).toHaveLength(1);
  });

  it("AUT-14 REG-03 a login opens no session when the password changes between its session and its record, in the same millisecond", async () => {
    account.runtime.clock.stop();
    const { email, ...me } = await account.signUp();
    const deps = liveDeps(account.runtime);
    const compared = await deps.users.findByEmail(email);
    if (!compared) throw new Error("no such user");
    const recordLogin: typeof deps.credentials.recordLogin = async (...recorded) => {
      await me.call(changePassword, { currentPassword: PASSWORD, newPassword: OTHER });
      return deps.credentials.recordLogin(...recorded);
    };
    const slowDeps = { ...deps, credentials: { ...deps.credentials, recordLogin } };
    expect(await outcomeOf(openSession(slowDeps, compared, {}, ["pwd"]))).toBe("auth.login.invalid_credentials");
    expect(await account.rows("sessions", { userId: me.userId })).toHaveLength(1);
  });

  it("AUT-14 AUT-07 a login opens no session when its user is suspended meanwhile, and none outlives a suspension", async () => {
    const { email, userId } = await account.signUp();
    const admin = actAs(account.broker, account.runtime, { roles: ["ADMIN"] });
    const deps = liveDeps(account.runtime);
    const compared = await deps.users.findByEmail(email);
    if (!compared) throw new Error("no such user");
    const suspend = () => admin.call(setUserStatus, { userId, status: "SUSPENDED", reason: "spam" });
    const { recordLogin } = deps.credentials;
    const loginWith = (slow: typeof recordLogin) =>
      outcomeOf(openSession({ ...deps, credentials: { ...deps.credentials, recordLogin: slow } }, compared, {}, ["pwd"]));
    const suspendedBefore = loginWith(async (...recorded) => {
      await suspend();
      return recordLogin(...recorded);
    });
    expect(await suspendedBefore).toBe("auth.login.invalid_credentials");
    await admin.call(setUserStatus, { userId, status: "ACTIVE", reason: "no spam" });
    const suspendedAfter = loginWith(async (...recorded) => {
      const user = await recordLogin(...recorded);
      await suspend();
      return user;
    });
    expect(await suspendedAfter).toBe("ok");
    expect(await account.rows("sessions", { userId, revoked: false })).toEqual([]);
  });

  it("REG-03 refuses one of two parallel changes", async () => {
    const me = await account.signUp();
    const change = (newPassword: string) => outcomeOf(me.call(changePassword, { currentPassword: PASSWORD, newPassword }));
    const outcomes = await Promise.all([change(`${OTHER} 1`), change(`${OTHER} 2`)]);
    expect(outcomes.sort()).toEqual(["auth.password.incorrect", "ok"]);
  });
});
