import { describe, expect, it } from "@jest/globals";
import {
  changeEmail,
  confirmEmailChange,
  getEmailChange,
  getUser,
  logout,
  logoutAll,
  refresh,
  removeSecondFactor,
  renewRecoveryCodes,
  setUserStatus,
  stepUp,
} from "#libs/contracts/account/index.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { claimsOf, type Fixture, type Member, newAddress } from "../account/fixture.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { type EmailChangeSteps, emailChangeSteps, INVALID } from "./email-change-steps.ts";
import { addPasskeyTo, challengeOf, type Enrolled, enrol, verify } from "./factors.ts";
import { startAccount } from "./start-account.ts";

let account: Fixture;
let steps: EmailChangeSteps;
startAccount(emailChangeSteps, (started, ready) => {
  [account, steps] = [started, ready];
});

/** A person with an old authenticator, whose session was stolen five minutes after they gave its code. */
async function stolenFrom(): Promise<Member & Pick<Enrolled, "recoveryCodes">> {
  const member = await steps.newMember();
  const { freshCode, recoveryCodes } = await enrol(account, member);
  account.runtime.clock.advance(3 * DAY);
  await member.call(stepUp, { code: freshCode() });
  account.runtime.clock.advance(5 * MINUTE);
  return { ...member, recoveryCodes };
}

/** What a thief who copied the refresh token may do with a new access token. */
async function refreshedCopy({ signedIn }: Member) {
  const renewed = await account.call(refresh, { refreshToken: signedIn.refreshToken });
  const { sub: userId, sid: sessionId, auth_time, gave_proof } = claimsOf(renewed.accessToken);
  return actAs(account.broker, account.runtime, { userId, sessionId, provenAt: Number(auth_time), gaveProof: gave_proof === true });
}

async function hoursToObject(thief: Member): Promise<number> {
  const { newEmail, answer } = await steps.confirmed(thief);
  expect([answer.changed, await steps.addressOf(thief)]).not.toContain(newEmail);
  return (Date.parse(answer.effectiveAt) - account.runtime.clock.now().getTime()) / HOUR;
}

describe("the thief of a session who makes a factor of their own", () => {
  it("SGN-05 a new passkey beside an old authenticator shortens no hold", async () => {
    const thief = await stolenFrom();
    await addPasskeyTo(thief);
    expect(await hoursToObject(thief)).toBeGreaterThan(47);
  });

  it("SGN-05 nor does a new passkey that is removed at once", async () => {
    const thief = await stolenFrom();
    const { added } = await addPasskeyTo(thief);
    await thief.call(removeSecondFactor, { factorId: added.factor.id });
    expect(await hoursToObject(thief)).toBeGreaterThan(47);
  });

  it("SGN-05 a new recovery code beside an old authenticator shortens no hold", async () => {
    const thief = await stolenFrom();
    const { recoveryCodes } = await thief.call(renewRecoveryCodes, {});
    await thief.call(stepUp, { recoveryCode: recoveryCodes[0] ?? "" });
    expect(await hoursToObject(thief)).toBeGreaterThan(47);
  });
});

it("SGN-05 who copied a token before its owner gave a factor again in the same session waits: the owner gave it for something else", async () => {
  const owner = await stolenFrom();
  const { clock } = account.runtime;
  const { sub: userId, sid: sessionId } = claimsOf(owner.signedIn.accessToken);
  const copied = actAs(account.broker, account.runtime, { userId, sessionId, provenAt: Math.floor(clock.now().getTime() / SECOND) });
  clock.advance(5 * MINUTE);
  await owner.call(stepUp, { recoveryCode: owner.recoveryCodes[0] ?? "" });
  expect(await hoursToObject({ ...owner, call: copied.call })).toBeGreaterThan(47);
  expect((await steps.confirmed(owner)).answer.changed).toBe(true);
});

it("SGN-05 who copied a refresh token waits, too: a token of it that is newer than the factor was not given for it", async () => {
  const owner = await stolenFrom();
  await owner.call(stepUp, { recoveryCode: owner.recoveryCodes[0] ?? "" });
  account.runtime.clock.advance(SECOND);
  const copied = await refreshedCopy(owner);
  expect(await hoursToObject({ ...owner, call: copied.call })).toBeGreaterThan(47);
});

it("SGN-05 nor was it given for it when the owner gives another within the minute", async () => {
  const owner = await stolenFrom();
  await owner.call(stepUp, { recoveryCode: owner.recoveryCodes[0] ?? "" });
  account.runtime.clock.advance(SECOND);
  const copied = await refreshedCopy(owner);
  account.runtime.clock.advance(30 * SECOND);
  await owner.call(stepUp, { recoveryCode: owner.recoveryCodes[1] ?? "" });
  expect(await hoursToObject({ ...owner, call: copied.call })).toBeGreaterThan(47);
  expect((await steps.confirmed(owner)).answer.changed).toBe(true);
});

it("SGN-05 nor is it by the clock of a process that is behind, and the owner who gave the factor does not wait for the thief", async () => {
  const owner = await stolenFrom();
  await owner.call(stepUp, { recoveryCode: owner.recoveryCodes[0] ?? "" });
  account.runtime.clock.advance(-25 * SECOND);
  const copied = await refreshedCopy(owner);
  account.runtime.clock.advance(30 * SECOND);
  expect(await hoursToObject({ ...owner, call: copied.call })).toBeGreaterThan(47);
  expect((await steps.confirmed(owner)).answer.changed).toBe(true);
});

it("SGN-05 the address of a suspended person does not change: staff who stop a stolen account stop what the thief has begun", async () => {
  const [confirmed, asked, newEmail] = [await steps.newMember(), await steps.newMember(), newAddress()];
  await steps.confirmed(confirmed);
  await asked.call(changeEmail, { newEmail });
  const admin = actAs(account.broker, account.runtime, { roles: ["ADMIN"] });
  for (const { userId } of [confirmed, asked])
    await admin.call(setUserStatus, { userId, status: "SUSPENDED", reason: "Reported as stolen" });
  account.runtime.clock.advance(3 * DAY);
  await steps.finish();
  expect(await outcomeOf(account.call(confirmEmailChange, { token: steps.confirmToken(newEmail) }))).toBe(INVALID);
  for (const person of [confirmed, asked]) {
    expect(await steps.addressOf(person)).toBe(person.email);
    expect(await account.rows("held_changes", { userId: person.userId })).toEqual([]);
  }
});

describe("an address that was asked for with an old factor", () => {
  /** What owner and staff are told. Zero when nothing waits. */
  async function hoursTold({ call, userId }: Member): Promise<number> {
    const { waiting } = await call(getEmailChange, {});
    const admin = actAs(account.broker, account.runtime, { roles: ["ADMIN"] });
    const ofUser = (await admin.call(getUser, { userId })).waiting;
    expect(ofUser).toEqual(waiting ? [{ kind: "EMAIL_CHANGE", dueAt: waiting.dueAt }] : []);
    return waiting ? Math.ceil((Date.parse(waiting.dueAt) - account.runtime.clock.now().getTime()) / HOUR) : 0;
  }

  /** Asks, and confirms before or after the act. Resolves to the hours that it waits after that. */
  async function hoursAfter(age: number, act: (owner: Member, factorId: string) => Promise<unknown>): Promise<number> {
    const owner = await steps.newMember();
    const { freshCode, factorId } = await enrol(account, owner);
    account.runtime.clock.advance(age);
    const thief = account.actor(await verify(account, await challengeOf(account, owner.email), { code: freshCode() }));
    const newEmail = newAddress();
    await thief.call(changeEmail, { newEmail });
    const isDueLater = age < 2 * DAY;
    const confirm = () => steps.confirm(steps.confirmToken(newEmail));
    if (isDueLater) await confirm();
    account.runtime.clock.advance(SECOND);
    await act({ ...owner, call: thief.call }, factorId);
    if (!isDueLater) await confirm();
    const told = await hoursTold(owner);
    for (let hours = 0; ; hours += 1) {
      await steps.finish();
      if ((await steps.addressOf(owner)) === newEmail) {
        expect(told).toBe(hours);
        return hours;
      }
      account.runtime.clock.advance(HOUR);
    }
  }

  it.each<[string, Parameters<typeof hoursAfter>[1]]>([
    ["a sign-out everywhere", ({ call }) => call(logoutAll, {})],
    ["that factor is removed", ({ call }, factorId) => call(removeSecondFactor, { factorId })],
  ])("SGN-05 waits for the whole hold after %s, before it is confirmed and before it is due", async (_what, act) => {
    expect([await hoursAfter(3 * DAY, act), await hoursAfter(2 * DAY - HOUR, act)]).toEqual([48, 48]);
  });

  it("SGN-05 is made when it was said to be after the session that asked was signed out", async () => {
    const act = ({ call }: Member) => call(logout, {});
    expect([await hoursAfter(3 * DAY, act), await hoursAfter(2 * DAY - HOUR, act)]).toEqual([0, 1]);
  });
});
