import { describe, expect, it } from "@jest/globals";
import { changeEmail, forgotPassword, getEmailChange, getUser, logoutAll, resetPassword, stepUp } from "#libs/contracts/account/index.ts";
import { DAY, HOUR, SECOND } from "#libs/kernel/clock.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { liveDeps } from "#services/account/deps.ts";
import { holdHours } from "#services/account/held/hold.ts";
import { type Fixture, newAddress } from "../account/fixture.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { type EmailChangeSteps, emailChangeSteps, INVALID, OTHER, WRONG } from "./email-change-steps.ts";
import { challengeOf, enrol, verify } from "./factors.ts";
import { startAccount } from "./start-account.ts";

let account: Fixture;
let steps: EmailChangeSteps;
startAccount(emailChangeSteps, (started, its) => {
  [account, steps] = [started, its];
});

describe("POST /auth/email/change", () => {
  it("SGN-04 answers alike for a free, a taken and the own address, and changes nothing before the token of the mail", async () => {
    const [member, owner] = [await steps.newMember(), await steps.newMember()];
    const free = newAddress();
    for (const newEmail of [free, owner.email, member.email]) {
      expect(await member.call(changeEmail, { newEmail })).toBeUndefined();
      expect(await member.call(getEmailChange, {})).toMatchObject({ waiting: { newEmail, confirmed: false } });
    }
    expect(account.mailKinds(free)).toEqual(["email_change_confirm"]);
    expect(account.mailKinds(owner.email).at(-1)).toBe("email_taken");
    expect(account.mailKinds(member.email).filter((kind) => kind === "email_change_asked")).toHaveLength(3);
    expect(account.mailKinds(member.email)).toContain("email_taken");
    account.runtime.clock.advance(3 * DAY);
    await steps.finish();
    expect(await steps.addressOf(member)).toBe(member.email);
    expect(await outcomeOf(account.login(free))).toBe(WRONG);
    expect(await outcomeOf(account.login(member.email))).toBe("ok");
  });

  it("SGN-04 the old address hears of each change, also when nobody may be mailed any more", async () => {
    const member = await steps.newMember();
    for (let mail = 0; mail < 6; mail += 1) await account.call(forgotPassword, { email: member.email });
    const free = newAddress();
    for (let mail = 0; mail < 6; mail += 1) expect(await steps.ask(member, free)).toBe("ok");
    expect(account.mailKinds(free)).toHaveLength(5);
    expect(account.mailKinds(member.email).filter((kind) => kind === "email_change_asked")).toHaveLength(6);
  });

  it("SGN-04 asks for a verified address first", async () => {
    const stranger = await account.signUp();
    expect(await steps.ask(stranger, newAddress())).toBe("auth.account.email_unverified");
    expect(await account.rows("held_changes", { userId: stranger.userId })).toEqual([]);
  });

  it("SGN-04 stores no token in clear, and no address in the audit log", async () => {
    const member = await steps.newMember();
    const free = newAddress();
    await steps.ask(member, free);
    const stored = JSON.stringify([await account.rows("held_changes"), await account.rows("mail_tokens"), await account.rows("audit_log")]);
    for (const secret of [steps.confirmToken(free), steps.undoToken(member.email)]) expect(stored).not.toContain(secret);
    expect(JSON.stringify(await account.rows("audit_log"))).not.toContain(free);
  });

  it("SGN-05 staff see what waits of a user, and when it is due", async () => {
    const member = await steps.newMember();
    const admin = actAs(account.broker, account.runtime, { roles: ["ADMIN"] });
    await steps.ask(member, newAddress());
    const [row] = await account.rows("held_changes", { userId: member.userId });
    const { waiting } = await admin.call(getUser, { userId: member.userId });
    expect(waiting).toEqual([{ kind: "EMAIL_CHANGE", dueAt: new Date(row?.dueAt as Date).toISOString() }]);
  });
});

describe("POST /auth/email/confirm", () => {
  it("SGN-05 the old address signs in until the hold is over, then the new one does", async () => {
    account.runtime.clock.stop();
    const member = await steps.newMember();
    const { newEmail, answer } = await steps.confirmed(member);
    const dueAt = new Date(account.runtime.clock.now().getTime() + 48 * HOUR);
    expect(answer).toEqual({ changed: false, effectiveAt: dueAt.toISOString() });
    expect(await member.call(getEmailChange, {})).toEqual({ waiting: { newEmail, confirmed: true, dueAt: dueAt.toISOString() } });
    expect(await outcomeOf(steps.confirm(steps.confirmToken(newEmail)))).toBe(INVALID);
    await account.call(forgotPassword, { email: member.email });
    account.runtime.clock.advance(48 * HOUR - SECOND);
    await steps.finish();
    expect(await outcomeOf(account.login(member.email))).toBe("ok");
    expect(await outcomeOf(account.login(newEmail))).toBe(WRONG);

    account.runtime.clock.advance(SECOND);
    await steps.finish();
    expect(await outcomeOf(account.login(newEmail))).toBe("ok");
    expect(await outcomeOf(account.login(member.email))).toBe(WRONG);
    expect(account.mailKinds(member.email).at(-1)).toBe("email_changed");
    expect(await steps.undo(steps.undoToken(member.email))).toBe(INVALID);
    expect(await steps.factsOf(member)).toEqual([
      { userId: member.userId, kind: "EMAIL_CHANGED", at: account.runtime.clock.now().toISOString() },
    ]);
    expect(await member.call(getEmailChange, {})).toEqual({ waiting: null });
  });

  it("MFA-19 MFA-20 the mailbox of an address that waits was proven by its confirmation, and not when the change is made", async () => {
    account.runtime.clock.stop();
    const member = await steps.newMember();
    account.runtime.clock.advance(HOUR);
    const confirmedAt = account.runtime.clock.now();
    const { newEmail } = await steps.confirmed(member);
    account.runtime.clock.advance(48 * HOUR);
    await steps.finish();
    expect(await account.rows("users", { email: newEmail })).toMatchObject([{ mailboxProvenAt: confirmedAt }]);
  });

  it("SGN-05 changes at once when the hold is over, and only once", async () => {
    const member = await steps.newMember();
    const newEmail = newAddress();
    await steps.ask(member, newEmail);
    account.runtime.clock.advance(48 * HOUR + SECOND);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(steps.confirm(steps.confirmToken(newEmail)))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === INVALID)).toHaveLength(7);
    expect(await steps.addressOf(member)).toBe(newEmail);
    expect(await steps.factsOf(member)).toHaveLength(1);
  });

  it("SGN-05 refuses a token after 14 days", async () => {
    const member = await steps.newMember();
    const newEmail = newAddress();
    await steps.ask(member, newEmail);
    account.runtime.clock.advance(14 * DAY + SECOND);
    expect(await outcomeOf(steps.confirm(steps.confirmToken(newEmail)))).toBe(INVALID);
    expect(await member.call(getEmailChange, {})).toEqual({ waiting: null });
  });

  it("SGN-05 refuses an address that was taken meanwhile, before the confirmation and after it", async () => {
    const [member, other] = [await steps.newMember(), await steps.newMember()];
    const taken = newAddress();
    await steps.ask(member, taken);
    await account.register({ email: taken });
    expect(await outcomeOf(steps.confirm(steps.confirmToken(taken)))).toBe(INVALID);
    expect(await account.rows("held_changes", { userId: member.userId })).toEqual([]);

    const { newEmail } = await steps.confirmed(member);
    account.configure({ "auth.hold_hours": 0 });
    await steps.ask(other, newEmail);
    expect((await steps.confirm(steps.confirmToken(newEmail))).changed).toBe(true);
    account.configure({});
    account.runtime.clock.advance(49 * HOUR);
    await steps.finish();
    expect(account.mailKinds(newEmail).at(-1)).toBe("email_taken");
    expect(await steps.addressOf(member)).toBe(member.email);
    expect(await account.rows("held_changes", { userId: member.userId })).toEqual([]);
    expect(await steps.factsOf(member)).toEqual([]);
  });

  it("SGN-05 one of two accounts gets an address that both have confirmed", async () => {
    const [one, two] = [await steps.newMember(), await steps.newMember()];
    const shared = newAddress();
    await steps.ask(one, shared);
    const token = steps.confirmToken(shared);
    await steps.ask(two, shared);
    await Promise.all([steps.confirm(token), steps.confirm(steps.confirmToken(shared))]);
    account.runtime.clock.advance(49 * HOUR);
    await Promise.all([steps.finish(), steps.finish()]);
    await steps.finish();
    expect([await steps.addressOf(one), await steps.addressOf(two)].filter((address) => address === shared)).toHaveLength(1);
    expect(await account.rows("held_changes", { userId: { $in: [one.userId, two.userId] } })).toEqual([]);
  });

  it("SGN-05 a change that fails half-way is made by the next run, with everything that belongs to it", async () => {
    const member = await steps.newMember();
    const { newEmail } = await steps.confirmed(member);
    account.runtime.clock.advance(49 * HOUR);
    account.runtime.faults.arm({ point: "account.hold.taken", mode: "error", times: 1 });
    await steps.finish();
    expect([await steps.addressOf(member), await account.rows("held_changes", { userId: member.userId })]).toMatchObject([
      member.email,
      [{}],
    ]);
    await Promise.all([steps.finish(), steps.finish(), steps.finish()]);
    expect([await steps.addressOf(member), await steps.factsOf(member)]).toMatchObject([newEmail, [{ kind: "EMAIL_CHANGED" }]]);
  });

  it("SGN-05 a reset link to the old address proves nothing afterwards, also one that was on its way", async () => {
    const member = await steps.newMember();
    await steps.confirmed(member);
    await account.call(forgotPassword, { email: member.email });
    const early = account.mailedToken(member.email, "reset_password");
    const [row] = await account.rows("mail_tokens", { userId: member.userId, kind: "RESET_PASSWORD" });
    account.runtime.clock.advance(49 * HOUR);
    await steps.finish();
    account.runtime.clock.reset();
    const reset = () => outcomeOf(account.call(resetPassword, { token: early, password: OTHER }));
    expect(await reset()).toBe("auth.reset.invalid_token");
    // Its row is stored after the change, because the request had read the account before.
    await account.database.connection.collection("mail_tokens").insertOne({ ...row } as never);
    expect(await reset()).toBe("auth.reset.invalid_token");
  });

  it("SGN-05 in production the hold lasts an hour at least", () => {
    const deps = liveDeps(account.runtime);
    account.configure({ "auth.hold_hours": 0 });
    expect([holdHours({ ...deps, production: false }), holdHours({ ...deps, production: true })]).toEqual([0, 1]);
    account.configure({});
  });

  it("SGN-05 with a factor older than the hold the confirmation changes the address; a younger one shortens the hold by its age", async () => {
    const member = await steps.newMember();
    const enrolled = await enrol(account, member);
    const prove = () => member.call(stepUp, { code: enrolled.freshCode() });
    account.runtime.clock.advance(46 * HOUR);
    await prove();
    const younger = await steps.confirmed(member);
    expect(younger.answer.changed).toBe(false);
    const left = Date.parse(younger.answer.effectiveAt) - account.runtime.clock.now().getTime();
    expect(left).toBeLessThanOrEqual(2 * HOUR);
    expect(mailboxOf(account.runtime).of(member.email).at(-1)?.text).toContain("Time to object: 2 hours");
    account.runtime.clock.advance(2 * HOUR + SECOND);
    await prove();
    const older = await steps.confirmed(member);
    expect([older.answer.changed, await steps.addressOf(member)]).toEqual([true, older.newEmail]);
    expect(account.mailKinds(member.email).at(-1)).toBe("email_changed");
    expect(await account.rows("held_changes", { userId: member.userId })).toEqual([]);
  });

  it("SGN-05 MFA-13 after a reset the hold counts from it: the factor may be a thief's, and its owner still has the link", async () => {
    const member = await steps.newMember();
    const enrolled = await enrol(account, member);
    account.runtime.clock.advance(DAY);
    await account.call(forgotPassword, { email: member.email });
    await account.call(resetPassword, { token: account.mailedToken(member.email, "reset_password"), password: OTHER });
    account.runtime.clock.advance(DAY + HOUR);
    const challenge = await challengeOf(account, member.email, OTHER);
    const thief = account.actor(await verify(account, challenge, { code: enrolled.freshCode() }));
    const newEmail = newAddress();
    await thief.call(changeEmail, { newEmail });
    const { changed, effectiveAt } = await steps.confirm(steps.confirmToken(newEmail));
    expect([changed, Date.parse(effectiveAt) > account.runtime.clock.now().getTime() + 22 * HOUR]).toEqual([false, true]);
  });

  it("SGN-05 a factor that was given more than a minute ago shortens no hold: the session may be stolen since", async () => {
    const member = await steps.newMember();
    const enrolled = await enrol(account, member);
    account.runtime.clock.advance(3 * DAY);
    await member.call(stepUp, { code: enrolled.freshCode() });
    account.runtime.clock.advance(61 * SECOND);
    const { answer } = await steps.confirmed(member);
    expect(answer.changed).toBe(false);
    expect(Date.parse(answer.effectiveAt) - account.runtime.clock.now().getTime()).toBeGreaterThan(47 * HOUR);
  });

  it("SGN-04 a session that has ended asks for no address, before the gateway knows of it", async () => {
    const member = await steps.newMember();
    await member.call(logoutAll, {});
    expect(await steps.ask(member, newAddress())).toBe("error.unauthorized");
    expect(await account.rows("held_changes", { userId: member.userId })).toEqual([]);
  });

  it("SGN-05 without a hold the confirmation changes the address", async () => {
    account.configure({ "auth.hold_hours": 0 });
    const member = await steps.newMember();
    const { newEmail, answer } = await steps.confirmed(member);
    account.configure({});
    expect([answer.changed, await steps.addressOf(member)]).toEqual([true, newEmail]);
  });
});
