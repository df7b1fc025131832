import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { checkUsername, claimCreatorIdentity, settleCreatorIdentity } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Fixture, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());

const newName = () => `n${uuid().slice(-8)}`;

async function rename(userId: string, username: string): Promise<string> {
  const claimId = uuid();
  await account.call(claimCreatorIdentity, { claimId, userId, username });
  await account.call(settleCreatorIdentity, { claimId, userId });
  return username;
}

it("UPG-29 says before the upgrade whether a name is available", async () => {
  const other = await account.member();
  const former = await rename(other.userId, newName());
  const present = await rename(other.userId, newName());
  const me = await account.member();
  const check = (username: string) => me.call(checkUsername, { username });
  expect(await check(` ${newName().toUpperCase()}`)).toMatchObject({ available: true, reason: null });
  expect(await check(present.toUpperCase())).toEqual({ username: present, available: false, reason: "TAKEN" });
  expect(await check(former)).toMatchObject({ available: false, reason: "TAKEN" });
  expect(await other.call(checkUsername, { username: former })).toMatchObject({ available: true });
  expect(await check("adm1n")).toMatchObject({ available: false, reason: "RESERVED" });
  expect(await check("two words")).toMatchObject({ available: false, reason: "INVALID" });
});
