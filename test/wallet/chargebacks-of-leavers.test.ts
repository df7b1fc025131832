import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { claimMoney, closeMoney, listUnclaimed, settleUnclaimed } from "#libs/contracts/wallet/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type MoneyBack, moneyBack } from "./money-back-fixture.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
let back: MoneyBack;
beforeAll(async () => {
  world = await walletWorld();
  world.configure({ "payment.payout_hold_days": 7 });
  back = moneyBack(world);
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  await back.expectBalanced();
});

const sweep = () => world.runtime.jobs.runNow("wallet.sweep-closed-wallets");
const staff = () => world.as(uuid(), ["FINANCE"]);
const unclaimedOf = async (userId: string) => (await staff()(listUnclaimed, { userId })).items;

/** A fan who has left after a payment of 30.00, of which the provider refuses refunds; the code of the last mail. */
async function leftFan(spent: string | null = null) {
  const fan = await back.newFan("30.00");
  const creatorId = uuid();
  if (spent !== null) await back.answer(fan.userId, spent, creatorId);
  await back.decide(fan.topUp, "REFUNDS_FAIL");
  const { code } = await world.as("account")(closeMoney, { userId: fan.userId, requestId: uuid() });
  await back.finishRefunds();
  await sweep();
  return { ...fan, creatorId, code };
}

describe("a dispute after the purge", () => {
  it("PMT-22 takes the unclaimed money, which cannot be claimed meanwhile, and gives it back when it is won", async () => {
    const fan = await leftFan();
    expect(await unclaimedOf(fan.userId)).toMatchObject([{ amount: "30.00", status: "OPEN" }]);
    for (let time = 0; time < 2; time += 1) await back.dispute(fan.topUp, "DISPUTED");
    expect(await unclaimedOf(fan.userId)).toMatchObject([{ amount: "0.00", status: "OPEN" }]);
    expect(await back.balance(fan.userId)).toBe("0.00");
    await expect(world.as(uuid())(claimMoney, { code: fan.code })).rejects.toMatchObject({ key: "payment.claim.not_found" });
    await back.expectBalanced();
    await back.dispute(fan.topUp, "DISPUTE_WON");
    await sweep();
    expect(await unclaimedOf(fan.userId)).toMatchObject([{ amount: "30.00", status: "OPEN" }]);
    expect(await world.as(uuid())(claimMoney, { code: fan.code })).toEqual({ status: "WAITING" });
  });

  it("PMT-22 of a claim that waits both people ask anew, because the sum is another one", async () => {
    const fan = await leftFan("10.00");
    await world.as(uuid())(claimMoney, { code: fan.code });
    const [{ unclaimedId = "" } = {}] = await unclaimedOf(fan.userId);
    const settle = () => staff()(settleUnclaimed, { unclaimedId, decision: "CLAIMANT", reason: "known" });
    expect(await settle()).toMatchObject({ approvals: 1 });
    await back.dispute(fan.topUp, "DISPUTED");
    expect(await unclaimedOf(fan.userId)).toMatchObject([{ amount: "0.00", approval: null }]);
    expect(await settle()).toMatchObject({ approvals: 1 });
    await back.dispute(fan.topUp, "DISPUTE_WON");
    await sweep();
    expect(await unclaimedOf(fan.userId)).toMatchObject([{ amount: "20.00", approval: null }]);
    expect(await settle()).toMatchObject({ approvals: 1 });
  });

  it("PMT-22 after the unclaimed money it takes earnings in hold, and the rest is a loss that no person decides", async () => {
    const [inHold, paidOut] = [await leftFan("20.00"), await leftFan("20.00")];
    for (const fan of [inHold, paidOut]) {
      if (fan === paidOut) world.runtime.clock.advance(8 * DAY);
      await back.dispute(fan.topUp, "DISPUTED");
      await back.finishChargebacks();
      await sweep();
      expect([fan === inHold, await back.balance(fan.userId)]).toEqual([fan === inHold, "-20.00"]);
      expect(await unclaimedOf(fan.userId)).toMatchObject([{ amount: "0.00" }]);
      await back.expectBalanced();
      await back.dispute(fan.topUp, "DISPUTE_LOST");
      await back.finishChargebacks();
      await sweep();
      expect(await back.balance(fan.userId)).toBe("0.00");
    }
    expect((await back.kindsOf(inHold.userId)).at(-1)).toBe("RECOVERY 20.00");
    expect((await back.kindsOf(paidOut.userId)).at(-1)).toBe("WRITE_OFF 20.00");
    expect([await back.balance(inHold.creatorId, "CREATOR"), await back.balance(paidOut.creatorId, "CREATOR")]).toEqual(["0.00", "16.00"]);
  });
});
