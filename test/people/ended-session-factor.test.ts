import { afterAll, beforeAll, expect, it } from "@jest/globals";
import {
  confirmTotp,
  logoutAll,
  removeSecondFactor,
  renewRecoveryCodes,
  revokeSession,
  startTotp,
  stepUp,
} from "#libs/contracts/account/index.ts";
import { type Fixture, PASSWORD, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { challengeOf, codeAt, enrol, STEP_MS, verifiedUser, verify } from "./factors.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());

it("MFA-02 the first factor ends every other session, and the one that adds it goes on; a further factor ends none", async () => {
  const user = await verifiedUser(account);
  const openIds = async () => (await account.rows("sessions", { userId: user.userId, revoked: false })).map(({ _id }) => _id);
  const other = account.actor(await account.login(user.email));
  expect(await openIds()).toHaveLength(2);
  const enrolled = await enrol(account, user);
  expect(await openIds()).toEqual([user.sessionId]);
  expect(account.hints.map(({ reason }) => reason)).toEqual(["STEP_UP"]);
  expect(await outcomeOf(other.call(stepUp, { password: PASSWORD }))).toBe("error.unauthorized");
  await verify(account, await challengeOf(account, user.email), { code: enrolled.freshCode() });
  account.runtime.clock.advance(STEP_MS);
  await enrol(account, user);
  expect(await openIds()).toHaveLength(2);
  account.runtime.clock.reset();
});

it("MFA-09 a session that has ended adds no factor, before the gateway knows of it", async () => {
  const user = await verifiedUser(account);
  const other = account.actor(await account.login(user.email));
  const { factorId, secret } = await user.call(startTotp, {});
  await other.call(revokeSession, { sessionId: user.sessionId ?? "" });
  const code = codeAt(secret, account.runtime.clock.now());
  expect(await outcomeOf(user.call(confirmTotp, { factorId, code }))).toBe("error.unauthorized");
  const [row] = await account.rows("users", { _id: user.userId });
  const left = await Promise.all(["second_factors", "mail_tokens"].map((name) => account.rows(name, { userId: user.userId })));
  expect([row?.secondFactors ?? 0, left[0], left[1]?.filter(({ kind }) => kind === "UNDO_FACTOR")]).toEqual([0, [], []]);
  expect(account.mailKinds(user.email)).not.toContain("second_factor_added");
});

it("MFA-13 nor does it remove one, or make recovery codes", async () => {
  const user = await verifiedUser(account);
  const { factorId } = await enrol(account, user);
  await user.call(logoutAll, {});
  expect(await outcomeOf(user.call(removeSecondFactor, { factorId }))).toBe("error.unauthorized");
  expect(await outcomeOf(user.call(renewRecoveryCodes, {}))).toBe("error.unauthorized");
  expect((await account.rows("users", { _id: user.userId }))[0]?.secondFactors).toBe(1);
});
