import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { finishChargebacks } from "#services/messaging/wallet/chargebacks/finish-chargebacks.ts";
import { moneyBack } from "./money-back-fixture.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
  world.configure({ "payment.payout_hold_days": 7 });
});
afterAll(() => world.stop());

it("PMT-18 earnings stay stopped when another dispute is opened while those of one that was won go on", async () => {
  const back = moneyBack(world);
  const fan = await back.newFan("20.00", "20.00");
  const { userId } = await world.newCreator("0");
  await back.answer(fan.userId, "10.00", userId);
  const [first = "", second = ""] = fan.topUps;
  await back.dispute(first, "DISPUTED");
  await back.finishChargebacks();
  expect(await back.wallet(userId, "CREATOR")).toMatchObject({ stopped: 800n });
  await back.dispute(first, "DISPUTE_WON");
  let isOpened = false;
  const { chargebacks } = world.deps;
  const listOfUser: typeof chargebacks.listOfUser = async (id, tx) => {
    const found = await chargebacks.listOfUser(id, tx);
    if (isOpened) return found;
    isOpened = true;
    await back.dispute(second, "DISPUTED");
    await finishChargebacks(world.deps);
    return found;
  };
  await finishChargebacks({ ...world.deps, chargebacks: { ...chargebacks, listOfUser } });
  expect(isOpened).toBe(true);
  expect(await back.wallet(userId, "CREATOR")).toMatchObject({ stopped: 800n });
  await back.expectBalanced();
});
