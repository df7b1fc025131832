import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  acceptInvitation,
  changeEmail,
  confirmTotp,
  getSecondFactors,
  inviteStaff,
  removeSecondFactor,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
  stepUp,
} from "#libs/contracts/account/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { userStore } from "#services/account/data/user.store.ts";
import { liveDeps } from "#services/account/deps.ts";
import { newUser } from "#services/account/domain/user.ts";
import { createAdmin } from "#services/account/sign-in/create-admin.ts";
import { ensureAdmin } from "#services/account/sign-in/ensure-admin.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "../account/fixture.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { emailChangeSteps } from "./email-change-steps.ts";
import { factorResetSteps } from "./factor-reset-steps.ts";
import { codeAt, enrol, enrolledUser, verifiedUser } from "./factors.ts";

const REQUIRED = "auth.step_up.required";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

describe("what a thief has begun before the owner acts", () => {
  it("MFA-20 a session that has given the password alone changes no factors once there is one, also with what it had begun before", async () => {
    const owner = await verifiedUser(account);
    const thief = account.actor(await account.login(owner.email));
    const begun = await thief.call(startTotp, {});
    const { factorId, freshCode } = await enrol(account, owner);
    // Earlier releases left such a session open.
    const sessions = account.database.connection.collection("sessions");
    await sessions.updateMany({ userId: owner.userId }, { $set: { revoked: false, revokedAt: null, revokedReason: null } });
    const code = codeAt(begun.secret, account.runtime.clock.now());
    const change = async () => [
      await outcomeOf(thief.call(startTotp, {})),
      await outcomeOf(thief.call(startPasskey, {})),
      await outcomeOf(thief.call(confirmTotp, { factorId: begun.factorId, code })),
      await outcomeOf(thief.call(renewRecoveryCodes, {})),
      await outcomeOf(thief.call(removeSecondFactor, { factorId })),
    ];
    expect(await change()).toEqual(Array(5).fill(REQUIRED));
    expect(await outcomeOf(thief.call(stepUp, { password: PASSWORD }))).toBe("auth.step_up.failed");
    const { factors, recoveryCodesLeft } = await owner.call(getSecondFactors, {});
    expect([factors.map(({ id }) => id), recoveryCodesLeft]).toEqual([[factorId], 10]);
    expect(await outcomeOf(thief.call(stepUp, { code: freshCode() }))).toBe("ok");
    expect(await outcomeOf(thief.call(renewRecoveryCodes, {}))).toBe("ok");
  });

  it("MFA-17 a reset of factors stops when the address changes: its link went to the old one, so the owner could not stop it", async () => {
    const [address, resets] = [emailChangeSteps(account), factorResetSteps(account)];
    const owner = await enrolledUser(account);
    await owner.call(stepUp, { code: owner.freshCode() });
    const newEmail = newAddress();
    await owner.call(changeEmail, { newEmail });
    await address.confirm(address.confirmToken(newEmail));
    account.runtime.clock.advance(DAY);
    const { dueAt } = await resets.request(owner);
    account.runtime.clock.advance(DAY);
    await address.finish();
    const [row] = await account.rows("users", { _id: owner.userId });
    expect([row?.email, await resets.isWaiting(owner)]).toEqual([newEmail, false]);
    expect((await resets.auditOf(owner)).at(-1)?.action).toBe("second_factor.reset_stopped");
    await resets.finish(dueAt);
    expect([await resets.factorsOf(owner), await resets.factsOf(owner)]).toEqual([1, ["EMAIL_CHANGED"]]);
  });

  it("STF-10 joining the staff stops a change of the address that waits", async () => {
    const { newMember, confirmed, finish, addressOf } = emailChangeSteps(account);
    const sender = newUser({ email: newAddress(), locale: "en", createdAt: account.runtime.clock.now(), roles: ["SUPER_ADMIN"] });
    await account.database.transaction((tx) => userStore(account.database).insert(tx, sender));
    const inviter = actAs(account.broker, account.runtime, { userId: sender._id, roles: ["SUPER_ADMIN"] });
    const member = await newMember();
    await confirmed(member);
    await inviter.call(inviteStaff, { email: member.email, roles: ["SUPPORT"] });
    await member.call(acceptInvitation, { token: account.mailedToken(member.email, "staff_invitation") });
    account.runtime.clock.advance(3 * DAY);
    await finish();
    expect(await addressOf(member)).toBe(member.email);
  });

  it("MFA-17 joining the staff, or a role by the operator, stops a reset that was asked for before: that of staff is for super admins", async () => {
    const { staff, request, isWaiting } = factorResetSteps(account);
    const sender = newUser({ email: newAddress(), locale: "en", createdAt: account.runtime.clock.now(), roles: ["SUPER_ADMIN"] });
    await account.database.transaction((tx) => userStore(account.database).insert(tx, sender));
    const [member, boss] = [await enrolledUser(account), await enrolledUser(account)];
    for (const person of [member, boss]) await request(person, staff("ADMIN"));
    await staff("SUPER_ADMIN", sender._id).call(inviteStaff, { email: member.email, roles: ["SUPPORT"] });
    await member.call(acceptInvitation, { token: account.mailedToken(member.email, "staff_invitation") });
    await ensureAdmin(liveDeps(account.runtime), { email: boss.email, password: "a password of the boss" });
    expect([await isWaiting(member), await isWaiting(boss)]).toEqual([false, false]);
  });

  it("STF-12 the role of the first administrator ends the sessions and sign-ins elsewhere of the account, and the audit has it", async () => {
    const member = await verifiedUser(account);
    const { userId } = member;
    const identity = { _id: uuid(), userId, provider: "sandbox", subjectHash: uuid(), createdAt: account.runtime.clock.now() };
    await account.database.connection.collection("oauth_identities").insertOne(identity as never);
    await ensureAdmin(liveDeps(account.runtime), { email: member.email, password: "a password of the boss" });
    expect((await account.rows("users", { _id: userId }))[0]?.roles).toEqual(["SUPER_ADMIN"]);
    expect(await account.rows("sessions", { userId, revoked: false })).toEqual([]);
    expect(await account.rows("oauth_identities", { userId })).toEqual([]);
    const lines = await account.rows("audit_log", { target: userId, action: "staff.roles_changed" });
    expect(lines.map(({ actor, action }) => [actor, action])).toEqual([["system", "staff.roles_changed"]]);
  });

  it("STF-24 admin:create stops a change of the address that waits", async () => {
    const { newMember, confirmed, finish, addressOf } = emailChangeSteps(account);
    const member = await newMember();
    await confirmed(member);
    await createAdmin(liveDeps(account.runtime), { email: member.email, password: "a password of the boss", role: "SUPER_ADMIN" });
    account.runtime.clock.advance(3 * DAY);
    await finish();
    expect(await addressOf(member)).toBe(member.email);
  });
});
