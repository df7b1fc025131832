import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { changePassword, forgotPassword, refresh, resetPassword, verifyEmail } from "#libs/contracts/account.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { liveDeps } from "#services/account/deps.ts";
import { openSession } from "#services/account/open-session.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const OTHER = "an entirely different phrase";
const reset = (token: string, password = OTHER) => outcomeOf(account.call(resetPassword, { token, password }));

async function forget(email: string): Promise<string> {
  await account.call(forgotPassword, { email });
  return account.mailedToken(email, "reset_password");
}

describe("POST /auth/password/forgot and /reset", () => {
  it("REG-03 sets a new password, ends every session and says so by mail", async () => {
    const { email, signedIn, sessionId } = await account.signUp();
    const { refreshToken: elsewhere } = await account.login(email);
    expect(await reset(await forget(email))).toBe("ok");
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("auth.refresh.invalid_token");
    expect(await outcomeOf(account.call(refresh, { refreshToken: elsewhere }))).toBe("auth.refresh.invalid_token");
    expect(await outcomeOf(account.login(email))).toBe("auth.login.invalid_credentials");
    expect(await outcomeOf(account.login(email, OTHER))).toBe("ok");
    expect(account.mailKinds(email).at(-1)).toBe("password_changed");
    expect(account.hints).toContainEqual({ sessionId, reason: "PASSWORD_CHANGE" });
  });

  it("REG-03 always accepts, and mails only to accounts", async () => {
    const stranger = newAddress();
    expect(await outcomeOf(account.call(forgotPassword, { email: stranger }))).toBe("ok");
    expect(account.mailKinds(stranger)).toEqual([]);
  });

  it("REG-03 a token works once, and takes the others of its user with it", async () => {
    const email = await account.register();
    const first = await forget(email);
    const second = await forget(email);
    expect(await reset(second)).toBe("ok");
    expect(await reset(second)).toBe("auth.reset.invalid_token");
    expect(await reset(first)).toBe("auth.reset.invalid_token");
  });

  it("REG-02 REG-03 a token takes none of the other kind with it", async () => {
    const email = await account.register();
    const verification = account.mailedToken(email, "verify_email");
    expect(await reset(await forget(email))).toBe("ok");
    expect(await outcomeOf(account.call(verifyEmail, { token: verification }))).toBe("ok");
  });

  it("REG-03 of ten uses of one token at once exactly one succeeds", async () => {
    const email = await account.register();
    const token = await forget(email);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => reset(token)));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "auth.reset.invalid_token")).toHaveLength(9);
  });

  it("REG-03 a token lives 30 minutes", async () => {
    const email = await account.register();
    const token = await forget(email);
    account.runtime.clock.advance(30 * MINUTE + 1_000);
    expect(await reset(token)).toBe("auth.reset.invalid_token");
    account.runtime.clock.reset();
    account.runtime.clock.advance(29 * MINUTE);
    expect(await reset(token)).toBe("ok");
  });

  it("REG-02 REG-03 a verification token resets nothing, and the other way round", async () => {
    const email = await account.register();
    expect(await reset(account.mailedToken(email, "verify_email"))).toBe("auth.reset.invalid_token");
    const token = await forget(email);
    expect(await outcomeOf(account.call(verifyEmail, { token }))).toBe("auth.verify.invalid_token");
  });

  it("REG-03 a common password does not use the token up", async () => {
    const email = await account.register();
    const token = await forget(email);
    expect(await reset(token, "password123")).toBe("auth.password.too_common");
    expect(await reset(token)).toBe("ok");
  });

  it("REG-03 opens an account that is locked by failed logins", async () => {
    const email = await account.register();
    for (let attempt = 0; attempt < 10; attempt += 1) await outcomeOf(account.login(email, "wrong"));
    expect(await outcomeOf(account.login(email))).toBe("error.throttled");
    await reset(await forget(email));
    expect(await outcomeOf(account.login(email, OTHER))).toBe("ok");
  });
});

describe("POST /auth/password/change", () => {
  it("REG-03 ends every session but the own", async () => {
    const { email, signedIn, ...me } = await account.signUp();
    const { refreshToken: elsewhere } = await account.login(email);
    await me.call(changePassword, { currentPassword: PASSWORD, newPassword: OTHER });
    expect(await outcomeOf(account.call(refresh, { refreshToken: elsewhere }))).toBe("auth.refresh.invalid_token");
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("ok");
    expect(await outcomeOf(account.login(email, OTHER))).toBe("ok");
    expect(account.mailKinds(email)).toContain("password_changed");
  });

  it("REG-03 wants the current password, and not too many guesses of it", async () => {
    const { email, ...me } = await account.signUp();
    const guess = () => outcomeOf(me.call(changePassword, { currentPassword: "a wrong guess", newPassword: OTHER }));
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await guess()).toBe("auth.password.incorrect");
    expect(await guess()).toBe("error.throttled");
    expect(await outcomeOf(account.login(email))).toBe("ok");
  });

  it("AUT-14 REG-03 a login whose password is changed while it is compared opens no session", async () => {
    const { email, ...me } = await account.signUp();
    const deps = liveDeps(account.runtime);
    const compared = await deps.users.findByEmail(email);
    if (!compared) throw new Error("the user was awaited");
    await me.call(changePassword, { currentPassword: PASSWORD, newPassword: OTHER });
    expect(await outcomeOf(openSession(deps, compared, {}))).toBe("auth.login.invalid_credentials");
    expect(await account.rows("sessions", { userId: me.userId, revoked: false })).toHaveLength(1);
  });

  it("AUT-14 REG-03 nor does one that began before the change, in the millisecond of an earlier login", async () => {
    account.runtime.clock.stop();
    const { email, ...me } = await account.signUp();
    const deps = liveDeps(account.runtime);
    const compared = await deps.users.findByEmail(email);
    if (!compared) throw new Error("the user was awaited");
    let attempts = 0;
    const noteLogin: typeof deps.credentials.noteLogin = async (tx, user, at) => {
      attempts += 1;
      await deps.users.findInTransaction(tx, user._id);
      if (attempts === 1) await me.call(changePassword, { currentPassword: PASSWORD, newPassword: OTHER });
      return deps.credentials.noteLogin(tx, user, at);
    };
    const slow = { ...deps, credentials: { ...deps.credentials, noteLogin } };
    expect(await outcomeOf(openSession(slow, compared, {}))).toBe("auth.login.invalid_credentials");
    expect(await account.rows("sessions", { userId: me.userId, revoked: false })).toHaveLength(1);
    expect(attempts).toBe(2);
  });

  it("REG-03 of two changes at once one finds the password changed", async () => {
    const me = await account.signUp();
    const change = (newPassword: string) => outcomeOf(me.call(changePassword, { currentPassword: PASSWORD, newPassword }));
    const outcomes = await Promise.all([change(`${OTHER} 1`), change(`${OTHER} 2`)]);
    expect(outcomes.sort()).toEqual(["auth.password.incorrect", "ok"]);
  });
});
