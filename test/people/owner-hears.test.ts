import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import {
  forgotPassword,
  listStaffIds,
  login,
  renewRecoveryCodes,
  resetPassword,
  sendAlarmMail,
  verifySecondFactor,
} from "#libs/contracts/account/index.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { liveDeps } from "#services/account/deps.ts";
import { createAdmin } from "#services/account/sign-in/create-admin.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { emailChangeSteps, OTHER } from "./email-change-steps.ts";
import { challengeOf, type Enrolled, enrolledUser, verify, wrong } from "./factors.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const mails = (email: string, kind: string) => account.mailKinds(email).filter((sent) => sent === kind).length;

describe("mails about an account", () => {
  it("MFA-12 the owner gets a mail when recovery codes are made anew, and none for the first ones or without a right to", async () => {
    const user = await enrolledUser(account);
    expect(mails(user.email, "recovery_codes_renewed")).toBe(0);
    const stranger = await account.signUp();
    expect(await outcomeOf(stranger.call(renewRecoveryCodes, {}))).toBe("auth.mfa.not_found");
    await user.call(renewRecoveryCodes, {});
    expect([mails(user.email, "recovery_codes_renewed"), mails(stranger.email, "recovery_codes_renewed")]).toEqual([1, 0]);
  });

  it("SGN-06 the old address is mailed before the new one, which could confirm at once", async () => {
    const { ask, newMember } = emailChangeSteps(account);
    const [member, newEmail] = [await newMember(), newAddress()];
    const put = jest.spyOn(mailboxOf(account.runtime), "put");
    expect(await ask(member, newEmail)).toBe("ok");
    const sent = put.mock.calls.map(([{ to, kind }]) => [to, kind]);
    put.mockRestore();
    expect(sent).toEqual([
      [member.email, "email_change_asked"],
      [newEmail, "email_change_confirm"],
    ]);
  });

  it("TEL-07 staff who may not sign in get no mail about an alarm and are no readers of notices", async () => {
    const deps = liveDeps(account.runtime);
    const [active, suspended] = [newAddress(), newAddress()];
    for (const email of [active, suspended]) await createAdmin(deps, { email, password: PASSWORD, role: "SUPER_ADMIN" });
    await account.database.connection.collection("users").updateOne({ email: suspended }, { $set: { status: "SUSPENDED" } });
    const alarm = { alarm: "ClockSkew", process: "account", value: 1, threshold: 0.5, since: account.runtime.clock.now().toISOString() };
    await account.call(sendAlarmMail, alarm as never);
    expect([mails(active, "alarm_raised"), mails(suspended, "alarm_raised")]).toEqual([1, 0]);
    const { userIds } = await account.call(listStaffIds, { permission: "finance:read" });
    expect(userIds).not.toContain((await deps.users.findByEmail(suspended))?._id);
  });
});

describe("the count of wrong second steps", () => {
  const guess = async (user: Enrolled, password: string) => {
    const code = wrong(user.freshCode());
    const { challengeToken = "" } = await account.call(login, { email: user.email, password });
    return outcomeOf(account.call(verifySecondFactor, { challengeToken, code }));
  };
  const lockedOut = async () => {
    const user = await enrolledUser(account);
    const outcomes = [];
    for (let attempt = 0; attempt < 11; attempt += 1) outcomes.push(await guess(user, PASSWORD));
    expect(outcomes.at(-1)).toBe("error.throttled");
    return user;
  };
  const signIn = async (user: Enrolled, password: string) =>
    verify(account, await challengeOf(account, user.email, password), { code: user.freshCode() });

  it("MFA-08 SGN-14 ends with a completed reset: the owner signs in at once", async () => {
    const user = await lockedOut();
    await account.call(forgotPassword, { email: user.email });
    await account.call(resetPassword, { token: account.mailedToken(user.email, "reset_password"), password: OTHER });
    expect(await outcomeOf(signIn(user, OTHER))).toBe("ok");
  });

  it("MFA-08 STF-24 ends with the password that an operator gives", async () => {
    const user = await lockedOut();
    await createAdmin(liveDeps(account.runtime), { email: user.email, password: OTHER, role: "EDITOR" });
    expect(await outcomeOf(signIn(user, OTHER))).toBe("ok");
  });
});
