import { describe, expect, it } from "@jest/globals";
import { removeSecondFactor, renewRecoveryCodes, stepUp } from "#libs/contracts/account/index.ts";
import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import type { Fixture, Member } from "../account/fixture.ts";
import { type EmailChangeSteps, emailChangeSteps } from "./email-change-steps.ts";
import { addPasskeyTo, enrol } from "./factors.ts";
import { startAccount } from "./start-account.ts";

let account: Fixture;
let steps: EmailChangeSteps;
startAccount(emailChangeSteps, (started, ready) => {
  [account, steps] = [started, ready];
});

/** A person with an old authenticator, whose session was stolen five minutes after they gave its code. */
async function stolenFrom(): Promise<Member> {
  const member = await steps.newMember();
  const { freshCode } = await enrol(account, member);
  account.runtime.clock.advance(3 * DAY);
  await member.call(stepUp, { code: freshCode() });
  account.runtime.clock.advance(5 * MINUTE);
  return member;
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
