import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { changePassword } from "#libs/contracts/account/index.ts";
import { changePasswordAction } from "#services/account/actions/change-password.ts";
import { liveDeps } from "#services/account/deps.ts";
import { type Fixture, PASSWORD, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());

const NEW = "an entirely different phrase";

it("REG-03 a session that ends while the new password is hashed changes nothing", async () => {
  const user = await account.signUp();
  const deps = liveDeps(account.runtime);
  const hash = async (password: string) => {
    await deps.sessions.revoke(user.sessionId, user.userId, { reason: "LOGOUT", at: account.runtime.clock.now() });
    return deps.passwords.hash(password);
  };
  const action = changePasswordAction({ ...deps, passwords: { ...deps.passwords, hash } });
  account.broker.createService({ name: "racing", actions: { change: action } });
  await account.broker.waitForServices("racing");
  const change = { ...changePassword, name: "racing.change" } as typeof changePassword;
  expect(await outcomeOf(user.call(change, { currentPassword: PASSWORD, newPassword: NEW }))).toBe("error.unauthorized");
  expect(await outcomeOf(account.login(user.email))).toBe("ok");
});
