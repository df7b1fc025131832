import { afterAll, beforeAll, expect, it } from "@jest/globals";
import {
  cancelDeletion,
  deleteWithPassword,
  forgotPassword,
  logoutAll,
  requestDeletion,
  resetPassword,
} from "#libs/contracts/account/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { type Fixture, PASSWORD, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());

const OTHER = "an entirely different phrase";

async function takeBack(email: string): Promise<void> {
  account.runtime.clock.advance(SECOND);
  await account.call(forgotPassword, { email });
  await account.call(resetPassword, { token: account.mailedToken(email, "reset_password"), password: OTHER });
}

const statusOf = async (userId: string) => (await account.rows("users", { _id: userId }))[0]?.status;

it("DEL-11 a session that has ended deletes no account, before the gateway knows of it", async () => {
  for (const end of [takeBack, (_: string, user: Awaited<ReturnType<Fixture["signUp"]>>) => user.call(logoutAll, {})]) {
    const user = await account.signUp();
    await end(user.email, user);
    expect(await outcomeOf(user.call(requestDeletion, {}))).toBe("error.unauthorized");
    expect(await statusOf(user.userId)).toBe("ACTIVE");
  }
});

it("GDP-03 GDP-06 the session that a deletion has ended cancels it, until the owner resets the password", async () => {
  const owner = await account.signUp();
  const thief = account.actor(await account.login(owner.email));
  await owner.call(requestDeletion, {});
  expect(await outcomeOf(thief.call(cancelDeletion, {}))).toBe("ok");
  const again = account.actor(await account.login(owner.email));
  await again.call(requestDeletion, {});
  await takeBack(owner.email);
  for (const session of [thief, again]) expect(await outcomeOf(session.call(cancelDeletion, {}))).toBe("error.unauthorized");
  expect(await statusOf(owner.userId)).toBe("DEACTIVATED");
  const back = account.actor(await account.login(owner.email, OTHER));
  expect(await outcomeOf(back.call(cancelDeletion, {}))).toBe("ok");
  expect(await outcomeOf(thief.call(requestDeletion, {}))).toBe("error.unauthorized");
  expect(await statusOf(owner.userId)).toBe("ACTIVE");
});

it("GDP-03 a deletion that was cancelled is asked for again by no other session that it had ended", async () => {
  const owner = await account.signUp();
  const thief = account.actor(await account.login(owner.email));
  await thief.call(requestDeletion, {});
  await owner.call(cancelDeletion, {});
  expect(await outcomeOf(thief.call(requestDeletion, {}))).toBe("error.unauthorized");
  expect(await outcomeOf(thief.call(deleteWithPassword, { password: PASSWORD }))).toBe("error.unauthorized");
  expect(await statusOf(owner.userId)).toBe("ACTIVE");
});

it("STF-22 a session that a deletion has ended guesses the password ten times, as an open one does", async () => {
  const user = await account.signUp();
  await user.call(requestDeletion, {});
  const guess = (password: string) => outcomeOf(user.call(deleteWithPassword, { password }));
  expect(await guess(PASSWORD)).toBe("error.user.deletion_scheduled");
  for (let attempt = 1; attempt < 10; attempt += 1) expect(await guess("a wrong guess")).toBe("error.user.password_incorrect");
  for (const password of ["a wrong guess", PASSWORD]) expect(await guess(password)).toBe("error.unauthorized");
  expect(account.hints).toContainEqual({ sessionId: user.sessionId, reason: "STEP_UP" });
  expect(await outcomeOf(user.call(cancelDeletion, {}))).toBe("error.unauthorized");
});
