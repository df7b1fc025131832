import { describe, expect, it } from "@jest/globals";
import {
  changeEmail,
  changePassword,
  confirmEmailChange,
  logoutAll,
  refresh,
  removeSecondFactor,
  renewRecoveryCodes,
  revokeUserSessions,
  setUserStatus,
  stepUp,
} from "#libs/contracts/account/index.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { claimsOf, type Fixture, type Member, newAddress, PASSWORD } from "../account/fixture.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { type EmailChangeSteps, emailChangeSteps, INVALID, OTHER } from "./email-change-steps.ts";
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
  type Ending = readonly [how: string, end: (owner: Member, factorId: string) => Promise<unknown>];
  const endings: readonly Ending[] = [
    ["its owner signs out everywhere", (owner) => owner.call(logoutAll, { exceptCurrent: true })],
    ["its owner changes the password", (owner) => owner.call(changePassword, { currentPassword: PASSWORD, newPassword: OTHER })],
    ["its owner removes that factor", (owner, factorId) => owner.call(removeSecondFactor, { factorId })],
    [
      "staff end the sessions",
      ({ userId }) => actAs(account.broker, account.runtime, { roles: ["ADMIN"] }).call(revokeUserSessions, { userId, reason: "stolen" }),
    ],
  ];

  it.each(endings)("SGN-05 waits all the same when %s before it is confirmed, or before it is due", async (_how, end) => {
    for (const age of [3 * DAY, 2 * DAY - HOUR]) {
      const owner = await steps.newMember();
      const { freshCode, factorId } = await enrol(account, owner);
      account.runtime.clock.advance(age);
      const thief = account.actor(await verify(account, await challengeOf(account, owner.email), { code: freshCode() }));
      const newEmail = newAddress();
      await thief.call(changeEmail, { newEmail });
      const isDueLater = age < 2 * DAY;
      if (isDueLater) await steps.confirm(steps.confirmToken(newEmail));
      await end(owner, factorId);
      if (!isDueLater) expect(await steps.confirm(steps.confirmToken(newEmail))).toMatchObject({ changed: false });
      account.runtime.clock.advance(2 * DAY - HOUR);
      await steps.finish();
      expect(await steps.addressOf(owner)).toBe(owner.email);
      account.runtime.clock.advance(HOUR);
      await steps.finish();
      expect(await steps.addressOf(owner)).toBe(newEmail);
    }
  });
});
