import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { confirmTotp, logoutAll, startTotp } from "#libs/contracts/account/index.ts";
import { type Fixture, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { codeAt, verifiedUser } from "./factors.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());

it("MFA-09 a session that has ended adds no factor, before the gateway knows of it", async () => {
  const user = await verifiedUser(account);
  const { factorId, secret } = await user.call(startTotp, {});
  await user.call(logoutAll, {});
  const code = codeAt(secret, account.runtime.clock.now());
  expect(await outcomeOf(user.call(confirmTotp, { factorId, code }))).toBe("error.unauthorized");
  const [row] = await account.rows("users", { _id: user.userId });
  const left = await Promise.all(["second_factors", "mail_tokens"].map((name) => account.rows(name, { userId: user.userId })));
  expect([row?.secondFactors ?? 0, left[0], left[1]?.filter(({ kind }) => kind === "UNDO_FACTOR")]).toEqual([0, [], []]);
  expect(account.mailKinds(user.email)).not.toContain("second_factor_added");
});
