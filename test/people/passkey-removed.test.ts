import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { askForPasskey, undoSecondFactor } from "#libs/contracts/account/index.ts";
import { liveDeps } from "#services/account/deps.ts";
import { signedIn } from "#services/account/sign-in/finish-sign-in.ts";
import { requireMaySignIn, requireSecondFactor } from "#services/account/sign-in/second-factor.ts";
import { type Fixture, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { addPasskeyTo, verifiedUser } from "./factors.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());

it("MFA-13 a passkey that the link removes while it signs in alone opens no session", async () => {
  const user = await verifiedUser(account);
  const { authenticator } = await addPasskeyTo(user);
  const token = account.mailedToken(user.email, "second_factor_added");
  const { challengeToken, publicKey } = await account.call(askForPasskey, {});
  const credential = authenticator.sign(publicKey.challenge);

  const deps = liveDeps(account.runtime);
  const useCounter: typeof deps.secondFactors.useCounter = async (...used) => {
    const isUsed = await deps.secondFactors.useCounter(...used);
    await account.call(undoSecondFactor, { token });
    return isUsed;
  };
  const racing = { ...deps, secondFactors: { ...deps.secondFactors, useCounter } };
  const signIn = async () => {
    const { user: owner, amr } = await requireSecondFactor(racing, { challengeToken, credential }, "LOGIN", requireMaySignIn);
    return signedIn(racing, owner, {}, amr);
  };
  expect(await outcomeOf(signIn())).toBe("auth.login.invalid_credentials");
  expect(await account.rows("sessions", { userId: user.userId, revoked: false })).toEqual([]);
});
