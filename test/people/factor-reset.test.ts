import { describe, expect, it } from "@jest/globals";
import {
  adminLogin,
  adminStepUp,
  adminVerifySecondFactor,
  askForPasskey,
  changeEmail,
  getSecondFactors,
  getUser,
  refresh,
  removeSecondFactor,
  startTotp,
  stepUp,
  undoSecondFactor,
  verifySecondFactor,
} from "#libs/contracts/account/index.ts";
import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { type Fixture, newAddress, PASSWORD } from "../account/fixture.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { emailChangeSteps } from "./email-change-steps.ts";
import { factorResetSteps, INVALID, REASON } from "./factor-reset-steps.ts";
import { addPasskeyTo, challengeOf, enrolledUser, verifiedUser, verify } from "./factors.ts";
import { startAccount } from "./start-account.ts";

const NOTHING = "auth.mfa.nothing_to_reset";

let account: Fixture;
let steps: ReturnType<typeof factorResetSteps>;
startAccount(factorResetSteps, (started, its) => {
  [account, steps] = [started, its];
});

describe("second factors that were lost", () => {
  it("MFA-17 go after the hold, with recovery codes, devices and sessions; a mail, a fact and the audit log say so", async () => {
    const user = await enrolledUser(account);
    const signedIn = await verify(account, await challengeOf(account, user.email), { code: user.freshCode() });
    const asked = account.runtime.clock.now().getTime();
    const { dueAt } = await steps.request(user);
    expect(Date.parse(dueAt) - asked).toBeGreaterThanOrEqual(48 * HOUR);
    account.runtime.clock.advance(48 * HOUR - 60_000);
    await account.runtime.jobs.runNow("account.finish-holds");
    expect([await steps.factorsOf(user), await steps.isWaiting(user)]).toEqual([1, true]);

    await steps.finish(dueAt);
    expect([await steps.factorsOf(user), await steps.isWaiting(user)]).toEqual([0, false]);
    expect(await account.rows("recovery_codes", { _id: user.userId })).toEqual([]);
    expect(await account.rows("sessions", { userId: user.userId, revoked: false })).toEqual([]);
    expect(await outcomeOf(account.call(refresh, { refreshToken: signedIn.refreshToken }))).toBe("auth.refresh.invalid_token");
    expect(account.hints.at(-1)?.reason).toBe("FACTOR_RESET");
    const [row] = await account.rows("users", { _id: user.userId });
    expect(row).toMatchObject({ secondFactors: 0, devicesSince: expect.any(Date) });
    expect(Number(row?.devicesSince)).toBeGreaterThanOrEqual(Date.parse(dueAt));
    expect(account.mailKinds(user.email).slice(-2)).toEqual(["second_factor_reset", "second_factor_removed"]);
    expect(await steps.factsOf(user)).toEqual(["MFA_RESET"]);
    expect(await steps.auditOf(user)).toEqual([
      { action: "user.factor_reset_requested", details: { reason: REASON, dueAt } },
      { action: "second_factor.reset", details: {} },
    ]);
    expect(await outcomeOf(account.login(user.email))).toBe("ok");
    expect(await steps.cancel(steps.tokenOf(user))).toBe(INVALID);
    const token = account.mailedToken(user.email, "second_factor_added");
    expect(await outcomeOf(account.call(undoSecondFactor, { token }))).toBe(INVALID);
  });

  it("MFA-17 the link of the mail stops it, once, and nothing else changes", async () => {
    const { user, dueAt } = await steps.waiting();
    expect(await steps.cancel(steps.tokenOf(user))).toBe("ok");
    expect(await steps.cancel(steps.tokenOf(user))).toBe(INVALID);
    await steps.finish(dueAt);
    expect([await steps.factorsOf(user), await steps.factsOf(user)]).toEqual([1, []]);
    expect((await account.rows("sessions", { userId: user.userId, revoked: false })).length).toBeGreaterThan(0);
    expect((await steps.auditOf(user)).at(-1)?.action).toBe("second_factor.reset_stopped");
    account.runtime.clock.reset();
    await verify(account, await challengeOf(account, user.email), { recoveryCode: user.recoveryCodes[0] ?? "" });
  });

  it("MFA-17 a sign-in with a code or a recovery code stops it; one that is wrong, or the password alone, does not", async () => {
    for (const answerOf of [
      (user: { freshCode(): string }) => ({ code: user.freshCode() }),
      (user: { recoveryCodes: readonly string[] }) => ({ recoveryCode: user.recoveryCodes[0] ?? "" }),
    ]) {
      const { user, dueAt } = await steps.waiting();
      const challengeToken = await challengeOf(account, user.email);
      await outcomeOf(account.call(verifySecondFactor, { challengeToken, code: "000000" }));
      expect(await steps.isWaiting(user)).toBe(true);
      await verify(account, challengeToken, answerOf(user));
      expect(await steps.isWaiting(user)).toBe(false);
      expect(await steps.cancel(steps.tokenOf(user))).toBe(INVALID);
      await steps.finish(dueAt);
      expect(await steps.factorsOf(user)).toBe(1);
      account.runtime.clock.reset();
    }
  });

  it("MFA-17 a passkey that signs in alone stops it, and so does a code at the door of the staff", async () => {
    const { user } = await steps.waiting();
    const { authenticator } = await addPasskeyTo(user);
    const { challengeToken: asked, publicKey } = await account.call(askForPasskey, {});
    await account.call(verifySecondFactor, { challengeToken: asked, credential: authenticator.sign(publicKey.challenge) });
    expect(await steps.isWaiting(user)).toBe(false);

    const colleague = await enrolledUser(account);
    await steps.setUser(colleague, { roles: ["SUPPORT"] });
    await steps.request(colleague, steps.staff("SUPER_ADMIN"));
    const { challengeToken = "" } = await account.call(adminLogin, { email: colleague.email, password: PASSWORD });
    await account.call(adminVerifySecondFactor, { challengeToken, code: colleague.freshCode() });
    expect(await steps.isWaiting(colleague)).toBe(false);
  });

  it("MFA-17 a step-up with a code stops it at both doors, and a wrong one does not", async () => {
    const { user } = await steps.waiting();
    expect(await outcomeOf(user.call(stepUp, { code: "000000" }))).toBe("auth.step_up.failed");
    expect(await steps.isWaiting(user)).toBe(true);
    await user.call(stepUp, { code: user.freshCode() });
    expect(await steps.isWaiting(user)).toBe(false);
    expect((await steps.auditOf(user)).at(-1)?.action).toBe("second_factor.reset_stopped");

    const colleague = await enrolledUser(account);
    await steps.setUser(colleague, { roles: ["SUPPORT"] });
    const { challengeToken = "" } = await account.call(adminLogin, { email: colleague.email, password: PASSWORD });
    await account.call(adminVerifySecondFactor, { challengeToken, code: colleague.freshCode() });
    await steps.request(colleague, steps.staff("SUPER_ADMIN"));
    const { userId } = colleague;
    const [opened] = await account.rows("admin_sessions", { userId });
    const inConsole = actAs(account.broker, account.runtime, { userId, roles: ["SUPPORT"], sessionId: String(opened?._id) });
    await inConsole.call(adminStepUp, { code: colleague.freshCode() });
    expect(await steps.isWaiting(colleague)).toBe(false);
  });

  it("MFA-17 asked for again, the one that waits stays, and the link of each mail stops it", async () => {
    const { user, dueAt } = await steps.waiting();
    const first = steps.tokenOf(user);
    account.runtime.clock.advance(HOUR);
    expect(await steps.request(user)).toEqual({ dueAt });
    expect(steps.tokenOf(user)).not.toBe(first);
    const both = await Promise.all([steps.request(user), steps.request(user), steps.request(user)]);
    expect(both).toEqual([{ dueAt }, { dueAt }, { dueAt }]);
    expect(await steps.cancel(first)).toBe("ok");
    expect(await steps.cancel(steps.tokenOf(user))).toBe(INVALID);
  });

  it("MFA-17 the link of a later mail stops it until it is made, also after the hold was shortened", async () => {
    const { user, dueAt } = await steps.waiting();
    account.configure({ "auth.hold_hours": 1 });
    expect((await steps.request(user)).dueAt).toBe(dueAt);
    account.runtime.clock.advance(Date.parse(dueAt) - account.runtime.clock.now().getTime() - HOUR);
    expect(await steps.cancel(steps.tokenOf(user))).toBe("ok");
    account.configure({});
  });

  it("MFA-17 of eight requests at once one begins to wait, and all name its time", async () => {
    const user = await enrolledUser(account);
    const answers = await Promise.all(Array.from({ length: 8 }, () => steps.request(user)));
    expect(new Set(answers.map(({ dueAt }) => dueAt)).size).toBe(1);
    expect(await steps.isWaiting(user)).toBe(true);
  });

  it("MFA-17 is refused without factors, for those who may not sign in and for the deleted; one that leaves may ask", async () => {
    expect(await outcomeOf(steps.request(await verifiedUser(account)))).toBe(NOTHING);
    expect(await outcomeOf(steps.request({ userId: crypto.randomUUID() }))).toBe("error.user.not_found");
    const expected = { SUSPENDED: NOTHING, BANNED: NOTHING, DELETED: "error.user.not_found", DEACTIVATED: "ok" };
    for (const [status, outcome] of Object.entries(expected)) {
      const user = await enrolledUser(account);
      await steps.setUser(user, { status });
      expect([status, await outcomeOf(steps.request(user))]).toEqual([status, outcome]);
    }
  });

  it("MFA-17 is dropped when the user may not sign in at its time, or has removed the factors", async () => {
    const { user: suspended, dueAt } = await steps.waiting();
    await steps.setUser(suspended, { status: "SUSPENDED" });
    const { user: without } = await steps.waiting();
    await without.call(removeSecondFactor, { factorId: without.factorId });
    expect([await steps.isWaiting(without), await steps.cancel(steps.tokenOf(without))]).toEqual([false, INVALID]);
    await steps.finish(dueAt);
    expect([await steps.isWaiting(suspended), await steps.factorsOf(suspended), await steps.factsOf(suspended)]).toEqual([false, 1, []]);
    expect((await steps.auditOf(suspended)).at(-1)?.action).toBe("second_factor.reset_stopped");
  });

  it("MFA-17 of staff is asked for by super admins, and never of oneself; staff see what waits and what they may ask for", async () => {
    const colleague = await enrolledUser(account);
    await steps.setUser(colleague, { roles: ["FINANCE"] });
    const own = steps.staff("SUPER_ADMIN", colleague.userId);
    const [admin, superAdmin] = [steps.staff("ADMIN"), steps.staff("SUPER_ADMIN")];
    const forbidden = "error.forbidden";
    for (const by of [admin, own]) {
      expect(await outcomeOf(steps.request(colleague, by))).toBe(forbidden);
      expect((await by.call(getUser, { userId: colleague.userId })).factorResetDue).toBeNull();
    }
    const { factorResetDue } = await superAdmin.call(getUser, { userId: colleague.userId });
    expect(Date.parse(factorResetDue ?? "")).toBeGreaterThan(account.runtime.clock.now().getTime());
    const { dueAt } = await steps.request(colleague, superAdmin);
    const seen = await superAdmin.call(getUser, { userId: colleague.userId });
    expect([seen.waiting, seen.factorResetDue, seen.secondFactors]).toEqual([[{ kind: "FACTOR_RESET", dueAt }], dueAt, 1]);
    const fan = await verifiedUser(account);
    expect((await superAdmin.call(getUser, { userId: fan.userId })).factorResetDue).toBeNull();
  });

  it("MFA-20 staff whose factors were reset prove the mailbox again before they add one, also when they had just proven it", async () => {
    const colleague = await enrolledUser(account);
    await steps.setUser(colleague, { roles: ["FINANCE"] });
    const { dueAt } = await steps.request(colleague, steps.staff("SUPER_ADMIN"));
    account.runtime.clock.advance(2 * DAY);
    await steps.setUser(colleague, { mailboxProvenAt: account.runtime.clock.now() });
    await steps.finish(dueAt);
    const again = account.actor(await account.login(colleague.email));
    expect(await outcomeOf(again.call(startTotp, {}))).toBe("auth.mfa.mailbox_first");
    await steps.setUser(colleague, { mailboxProvenAt: account.runtime.clock.now() });
    expect(await outcomeOf(again.call(startTotp, {}))).toBe("ok");
    expect(await again.call(getSecondFactors, {})).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
  });

  it("MFA-20 staff without a factor prove the mailbox before they change it: a thief would prove another one", async () => {
    const colleague = await enrolledUser(account);
    await steps.setUser(colleague, { roles: ["FINANCE"] });
    const { dueAt } = await steps.request(colleague, steps.staff("SUPER_ADMIN"));
    await steps.finish(dueAt);
    const again = account.actor(await account.login(colleague.email));
    const ask = () => outcomeOf(again.call(changeEmail, { newEmail: newAddress() }));
    expect(await ask()).toBe("auth.mfa.mailbox_first");
    await steps.setUser(colleague, { mailboxProvenAt: account.runtime.clock.now() });
    expect(await ask()).toBe("ok");
    account.runtime.clock.advance(DAY + MINUTE);
    expect(await ask()).toBe("auth.mfa.mailbox_first");
  });

  it.each(["confirmed", "asked for"])(
    "MFA-20 MFA-17 an address that was %s before the reset is void: it would prove a thief's mailbox",
    async (when) => {
      const colleague = await enrolledUser(account);
      await steps.setUser(colleague, { roles: ["FINANCE"] });
      const { dueAt } = await steps.request(colleague, steps.staff("SUPER_ADMIN"));
      account.runtime.clock.advance(MINUTE);
      const [change, newEmail] = [emailChangeSteps(account), newAddress()];
      await colleague.call(changeEmail, { newEmail });
      const token = change.confirmToken(newEmail);
      account.runtime.clock.advance(40 * HOUR);
      if (when === "confirmed") await change.confirm(token);
      await steps.finish(dueAt);
      account.runtime.clock.advance(HOUR);
      if (when === "asked for") expect(await outcomeOf(change.confirm(token))).toBe("auth.email.invalid_token");
      await change.finish();
      const again = account.actor(await account.login(colleague.email));
      expect(await outcomeOf(again.call(startTotp, {}))).toBe("auth.mfa.mailbox_first");
      expect(await change.undo(change.undoToken(colleague.email))).toBe("ok");
    },
  );
});
