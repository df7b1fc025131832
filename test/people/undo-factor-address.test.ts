import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { undoSecondFactor } from "#libs/contracts/account/index.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { type Fixture, startFixture } from "../account/fixture.ts";
import { emailChangeSteps } from "./email-change-steps.ts";
import { enrol } from "./factors.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

it("MFA-13 the link that removes a factor also stops an address that waits, without a completed reset", async () => {
  const steps = emailChangeSteps(account);
  const member = await steps.newMember();
  await steps.confirmed(member);
  await enrol(account, member);
  await account.call(undoSecondFactor, { token: account.mailedToken(member.email, "second_factor_added") });
  account.runtime.clock.advance(49 * HOUR);
  await steps.finish();
  expect(await steps.addressOf(member)).toBe(member.email);
});
