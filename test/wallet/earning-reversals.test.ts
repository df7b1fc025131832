import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  getEarnings,
  getStatement,
  getTrialBalance,
  listEscrows,
  refundEscrow,
  requestPayout,
  writeOffChargeback,
} from "#libs/contracts/wallet/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type MoneyBack, moneyBack } from "./money-back-fixture.ts";
import { outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
let back: MoneyBack;
beforeAll(async () => {
  world = await walletWorld();
  world.configure({ "payment.payout_hold_days": 7, "payment.min_payout": 1 });
  back = moneyBack(world);
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  await back.expectBalanced();
});

const reason = "one word is no answer";
const [one, other] = [uuid(), uuid()];
const give = (by: string, messageId: string, amount?: string) =>
  world.as(by, ["FINANCE"])(refundEscrow, { messageId, ...(amount !== undefined && { amount }), reason });

/** An answer for 10.01 at a commission of 20 %, in hold. */
async function answered(price = "10.01") {
  const fan = await back.newFan("20.00");
  const creator = await world.newCreator("0");
  const messageId = await back.answer(fan.userId, price, creator.userId);
  return { fan, creator, messageId };
}
const inHold = async ({ userId, creatorId }: { readonly userId: string; readonly creatorId: string }) =>
  (await world.as(userId)(getEarnings, { creatorId })).inHold;
const losses = async () => {
  const { accounts } = await world.as(one, ["FINANCE"])(getTrialBalance, {});
  return BigInt(accounts.find(({ account }) => account === "platform:losses")?.balance.replace(".", "") ?? 0);
};
const notReversible = { key: "payment.escrow.not_reversible" };

describe("an earned price that goes back", () => {
  it("PYO-11 EAS-10 the statement of the month has what went back, and closes with what is left", async () => {
    world.runtime.clock.set(new Date("2027-01-31T12:00:00Z"));
    const { creator, messageId } = await answered();
    world.runtime.clock.set(new Date("2027-02-01T12:00:00Z"));
    for (const by of [one, other]) await give(by, messageId, "3.34");
    const statement = (month: string) => world.as(creator.userId)(getStatement, { month });
    expect(await statement("2027-01")).toMatchObject({ gross: "10.01", commission: "2.00", reversed: "0.00", closing: "8.01" });
    const february = await statement("2027-02");
    expect(february).toMatchObject({ opening: "8.01", gross: "0.00", reversed: "2.67", closing: "5.34" });
  });

  it("PYO-11 a third goes back when two people ask for it, to the cent, and the parts of the rest add up", async () => {
    const { fan, creator, messageId } = await answered();
    expect(await inHold(creator)).toBe("8.01");
    expect(await give(one, messageId, "3.34")).toEqual({ messageId, approvals: 1, reversed: "0.00" });
    expect([await back.balance(fan.userId), await inHold(creator)]).toEqual(["9.99", "8.01"]);
    expect(await give(other, messageId, "3.34")).toEqual({ messageId, approvals: 2, reversed: "3.34" });
    expect([await back.balance(fan.userId), await inHold(creator)]).toEqual(["13.33", "5.34"]);
    await give(other, messageId);
    expect(await give(one, messageId, "6.67")).toMatchObject({ approvals: 2, reversed: "10.01" });
    expect([await back.balance(fan.userId), await inHold(creator)]).toEqual(["20.00", "0.00"]);
    expect(await back.kindsOf(creator.userId, "earnings")).toEqual(["RELEASE 8.01", "EARNING_REVERSAL -2.67", "EARNING_REVERSAL -5.34"]);
    const [escrow] = await world.documents("escrows", { messageId });
    expect(escrow).toMatchObject({ status: "REVERSED", reversed: 1_001n });
    expect(escrow?.approval).toBeUndefined();
    const lines = await world.documents("audit_log", { target: messageId });
    expect(lines.map(({ action }) => action).sort()).toEqual([
      "escrow.propose_refund",
      "escrow.propose_refund",
      "escrow.refund",
      "escrow.refund",
    ]);
  });

  it("PYO-11 one person is not enough, nobody decides about money of their own, and another amount begins anew", async () => {
    const { fan, creator, messageId } = await answered();
    await give(one, messageId, "2.00");
    await expect(give(one, messageId, "2.00")).rejects.toMatchObject({ key: "payment.error.same_admin" });
    for (const own of [fan.userId, creator.userId]) {
      await expect(give(own, messageId, "2.00")).rejects.toMatchObject({ key: "payment.error.own_money" });
    }
    expect(await give(other, messageId, "3.00")).toMatchObject({ approvals: 1 });
    expect(await give(one, messageId, "3.00")).toMatchObject({ approvals: 2, reversed: "3.00" });
    expect(await back.balance(fan.userId)).toBe("12.99");
  });

  it("PYO-11 of five second persons at once one moves the money", async () => {
    const { fan, messageId } = await answered();
    await give(one, messageId, "10.01");
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 5 }, () => give(uuid(), messageId, "10.01")));
    expect([accepted, refusals]).toEqual([1, Array(4).fill("payment.escrow.not_reversible")]);
    expect(await back.balance(fan.userId)).toBe("20.00");
  });

  it("PYO-11 more than the price, nothing, an open or refunded price, and an unknown message are refused", async () => {
    const { fan, creator, messageId } = await answered();
    for (const amount of ["10.02", "0", "0.00"]) await expect(give(one, messageId, amount)).rejects.toMatchObject(notReversible);
    const open = await world.hold(fan.userId, "1.00", { creatorUserId: creator.userId });
    await expect(give(one, open)).rejects.toMatchObject(notReversible);
    await world.transaction((tx) => world.desk.refund(tx, open));
    await expect(give(one, open)).rejects.toMatchObject(notReversible);
    await expect(give(one, uuid())).rejects.toMatchObject({ key: "payment.escrow.not_found" });
  });

  it("PYO-11 later it is refused, unless a dispute of that fan was lost; what the creator no longer has stays", async () => {
    const { fan, messageId } = await answered();
    await give(one, messageId, "1.00");
    world.runtime.clock.advance(8 * DAY);
    await expect(give(other, messageId, "1.00")).rejects.toMatchObject(notReversible);
    await back.dispute(fan.topUp, "DISPUTED");
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    expect(await back.balance(fan.userId)).toBe("-10.01");
    expect(await give(other, messageId, "1.00")).toMatchObject({ approvals: 2 });
    expect(await back.balance(fan.userId)).toBe("-9.01");
  });

  it("PYO-11 what was written off for the fan is repaid first; only what is left goes to the wallet", async () => {
    const { fan, messageId } = await answered();
    world.runtime.clock.advance(8 * DAY);
    await back.dispute(fan.topUp, "DISPUTED");
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    expect(await back.balance(fan.userId)).toBe("-10.01");
    const before = await losses();
    const [chargeback] = await world.documents("chargebacks", { userId: fan.userId });
    for (const by of [one, other]) {
      await world.as(by, ["FINANCE"])(writeOffChargeback, { chargebackId: String(chargeback?._id), reason: "gone" });
    }
    expect([await back.balance(fan.userId), before - (await losses())]).toEqual(["0.00", 1_001n]);
    for (const amount of ["4.00", "6.01"]) for (const by of [one, other]) await give(by, messageId, amount);
    expect([await back.balance(fan.userId), before - (await losses())]).toEqual(["0.00", 0n]);
    expect((await back.kindsOf(fan.userId)).slice(-2)).toEqual(["RECOVERY 0.00", "RECOVERY 0.00"]);
    const reversed = await back.facts("earnings.reversed", { "payload.fanId": fan.userId });
    expect(reversed.map(({ credited }) => credited)).toEqual(["0.00", "0.00"]);
  });

  it("PYO-11 a new debt of the wallet is paid before what was written off, and the rest is the fan's", async () => {
    const { fan, creator, messageId } = await answered();
    world.runtime.clock.advance(8 * DAY);
    await back.dispute(fan.topUp, "DISPUTED", 1_200n);
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    const [chargeback] = await world.documents("chargebacks", { userId: fan.userId });
    for (const by of [one, other]) {
      await world.as(by, ["FINANCE"])(writeOffChargeback, { chargebackId: String(chargeback?._id), reason: "gone" });
    }
    // 9.99 were unspent, so 2.01 were written off. A refund that begins at the provider makes a debt of 3.00.
    await back.refundElsewhere(fan.topUp, 300n);
    expect(await back.balance(fan.userId)).toBe("-3.00");
    for (const by of [one, other]) await give(by, messageId, "10.01");
    expect([await back.balance(fan.userId), await inHold(creator)]).toEqual(["5.00", "0.00"]);
  });

  it("PYO-11 the list says what can go back, and no first person asks for more than the creator still has", async () => {
    const { fan, creator, messageId } = await answered("10.00");
    const listed = async () => (await world.as(one, ["FINANCE"])(listEscrows, { messageId })).items[0]?.reversible;
    expect(await listed()).toBe("10.00");
    world.runtime.clock.advance(8 * DAY);
    expect(await listed()).toBe("0.00");
    await world.as(creator.userId)(requestPayout, { amount: "3.00", methodId: creator.methodId, idempotencyKey: uuid() });
    await back.dispute(fan.topUp, "DISPUTED");
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    // 5.00 of 8.00 are left, which is the net of 6.25.
    expect(await listed()).toBe("6.25");
    await expect(give(one, messageId, "6.26")).rejects.toMatchObject(notReversible);
    for (const by of [one, other]) await give(by, messageId, "6.25");
    expect([await listed(), await back.balance(creator.userId, "CREATOR")]).toEqual(["0.00", "0.00"]);
  });

  it("PYO-11 an amount that rounds the commission away still adds up", async () => {
    const { fan, creator, messageId } = await answered("0.03");
    for (const [first, second] of [
      [one, other],
      [other, one],
      [one, other],
    ] as const) {
      await give(first, messageId, "0.01");
      await give(second, messageId, "0.01");
    }
    expect([await back.balance(fan.userId), await inHold(creator)]).toEqual(["20.00", "0.00"]);
  });
});
