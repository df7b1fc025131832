import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sharesDevice } from "#libs/contracts/account/index.ts";
import { actAs } from "../support/act-as.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { deviceOf, loginFrom } from "./devices.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

const shares = async (one: Person, other: Person) => {
  const anyService = actAs(system.broker, system.runtime);
  return (await anyService.call(sharesDevice, { userId: one.userId, otherUserId: other.userId })).shares;
};

describe("one device of two people", () => {
  it("PYO-09 it is known once both have signed in on it, also when those sessions have ended, and of no third person", async () => {
    const [one, other, third] = [await system.newUser(), await system.newUser(), await system.newUser()];
    expect(await shares(one, other)).toBe(false);
    const device = deviceOf(await loginFrom(system, one));
    expect(await shares(one, other)).toBe(false);
    const { accessToken } = dataOf<{ accessToken: string }>(await loginFrom(system, other, { device }), 200);
    expect((await system.send("POST", "/auth/logout-all", { token: accessToken, body: {} })).status).toBe(200);
    expect([await shares(one, other), await shares(other, one)]).toEqual([true, true]);
    expect([await shares(one, third), await shares(third, other)]).toEqual([false, false]);
  });

  it("PYO-09 earnings from a fan on the device of the creator are held, and staff read why", async () => {
    const fan = await system.newFan("10.00");
    const creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
    await loginFrom(system, creator, { device: deviceOf(await loginFrom(system, fan)) });
    await system.setConfig("payment.payout_hold_days", 7);
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Hello" };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }), 201);
    await system.runtime.jobs.runNow("wallet.review-answers");
    const finance = await newAdmin(system, "FINANCE");
    const list = await finance.send("GET", `/admin/held-earnings?userId=${creator.userId}`);
    expect(dataOf<{ items: object[] }>(list, 200).items).toMatchObject([{ messageId, status: "HELD", reasons: ["DEVICE"] }]);
  });
});
