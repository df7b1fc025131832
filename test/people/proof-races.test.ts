import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { confirmTotp, removeSecondFactor, startTotp } from "#libs/contracts/account/index.ts";
import { liveDeps } from "#services/account/deps.ts";
import { proveAgain } from "#services/account/sign-in/prove-again.ts";
import { type Fixture, PASSWORD, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { codeAt, enrolledUser, type Verified, verifiedUser } from "./factors.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const sessionOf = async ({ sessionId }: Verified) => (await account.rows("sessions", { _id: sessionId }))[0];

/** A step-up; `meanwhile` comes between the comparison of its answer and the write of its proof. */
function stepUpBeside(user: Verified, answer: { password?: string; code?: string }, meanwhile: () => Promise<unknown>) {
  const deps = liveDeps(account.runtime);
  const { passwords, secondFactors, sessions } = deps;
  const followed =
    <Given extends unknown[]>(compare: (...given: Given) => Promise<boolean>) =>
    async (...given: Given) => {
      const isRight = await compare(...given);
      await meanwhile();
      return isRight;
    };
  const racing = {
    ...deps,
    passwords: { ...passwords, matches: followed(passwords.matches) },
    secondFactors: { ...secondFactors, useStep: followed(secondFactors.useStep) },
  };
  const proving = proveAgain(racing, user, answer, {
    countAttempt: sessions.countAttempt,
    store: (proof, tx) => sessions.prove(user.sessionId, proof, tx),
    end: async () => undefined,
  });
  return outcomeOf(proving);
}

it("STF-22 MFA-02 a password proves nothing once the first factor was confirmed beside its comparison", async () => {
  const user = await verifiedUser(account);
  const { factorId, secret } = await user.call(startTotp, {});
  const confirm = () => user.call(confirmTotp, { factorId, code: codeAt(secret, account.runtime.clock.now()) });
  expect(await stepUpBeside(user, { password: PASSWORD }, confirm)).toBe("auth.step_up.failed");
  expect((await sessionOf(user))?.amr).toEqual(["pwd", "otp", "mfa"]);
});

it("STF-22 MFA-13 nor does a code once the last factor was removed", async () => {
  const user = await enrolledUser(account);
  const { factorId } = user;
  const remove = () => user.call(removeSecondFactor, { factorId });
  expect(await stepUpBeside(user, { code: user.freshCode() }, remove)).toBe("auth.step_up.failed");
  expect((await sessionOf(user))?.amr).not.toContain("mfa");
});
