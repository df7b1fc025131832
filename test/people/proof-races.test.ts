import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { confirmTotp, getSecondFactors, removeSecondFactor, startTotp } from "#libs/contracts/account/index.ts";
import { liveDeps } from "#services/account/deps.ts";
import { proveAgain } from "#services/account/sign-in/prove-again.ts";
import { type Fixture, PASSWORD, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { challengeOf, codeAt, enrolledUser, type Verified, verifiedUser, verify } from "./factors.ts";

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

it("STF-22 MFA-03 nor does a code of an authenticator that another one has replaced, for a step-up and for a login", async () => {
  const user = await enrolledUser(account);
  const { users, credentials } = liveDeps(account.runtime);
  const compared = await users.find(user.userId);
  const replace = async () => {
    const { factorId, secret } = await user.call(startTotp, {});
    await user.call(confirmTotp, { factorId, code: codeAt(secret, account.runtime.clock.now()) });
  };
  expect(await stepUpBeside(user, { code: user.freshCode() }, replace)).toBe("auth.step_up.failed");
  expect(compared && (await credentials.recordLogin(null, compared, account.runtime.clock.now()))).toBeNull();
});

it("MFA-12 of two recovery codes at once for one challenge one is used, and one mail says so; for two challenges both are", async () => {
  const user = await enrolledUser(account);
  const [first = "", second = "", third = ""] = user.recoveryCodes;
  const left = async () => (await user.call(getSecondFactors, {})).recoveryCodesLeft;
  const mails = () => account.mailKinds(user.email).filter((kind) => kind === "recovery_code_used").length;
  const [challenge, ...challenges] = [await challengeOf(account, user.email), await challengeOf(account, user.email)];
  const answers = [first, second].map((recoveryCode) => outcomeOf(verify(account, challenge, { recoveryCode })));
  const outcomes = await Promise.all(answers);
  expect([...outcomes].sort()).toEqual(["auth.mfa.invalid_challenge", "ok"]);
  expect([await left(), mails()]).toEqual([9, 1]);
  const unused = outcomes[0] === "ok" ? second : first;
  challenges.push(await challengeOf(account, user.email));
  const both = challenges.map((each, index) => outcomeOf(verify(account, each, { recoveryCode: [unused, third][index] ?? "" })));
  expect([await Promise.all(both), await left(), mails()]).toEqual([["ok", "ok"], 7, 3]);
});
