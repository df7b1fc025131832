import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { approveAdjustment } from "#libs/contracts/wallet/adjustments.ts";
import { approvePayout, getEarnings, proposeAdjustment, requestPayout } from "#libs/contracts/wallet/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type EarningCreator, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  world.configure({ "payment.payout_hold_days": 0 });
  expect(await auditLedger(world.deps.database)).toEqual([]);
});

const at = (instant: string) => world.runtime.clock.set(new Date(instant));
const holdDays = (days: number) => world.configure({ "payment.payout_hold_days": days });
const earningsOf = ({ userId, creatorId }: EarningCreator) => world.as(userId)(getEarnings, { creatorId });
const request = ({ userId, methodId }: EarningCreator, amount: string) =>
  world.as(userId)(requestPayout, { amount, methodId, idempotencyKey: uuid() });
const approve = (payoutId: string) => world.as(uuid(), ["FINANCE"])(approvePayout, { payoutId });

async function answer(creator: EarningCreator, price: string, commissionRate = 0) {
  const messageId = await world.hold(await world.newFan("100.00"), price, { creatorUserId: creator.userId, commissionRate });
  await world.transaction((tx) => world.desk.release(tx, messageId));
  return messageId;
}

/** What the escrows say is in hold after a day, in minor units. */
async function heldByEscrows({ userId }: EarningCreator, today: string): Promise<bigint> {
  const rows = await world.documents("escrows", { creatorId: userId, status: "RELEASED", availableOn: { $gt: today } });
  return rows.reduce((sum, { amount }) => sum + BigInt(String(amount)), 0n);
}

describe("PYO-01 the hold of earnings", () => {
  it("PYO-01 refuses a payout until the day has come, in UTC, and pays it from its first instant on", async () => {
    holdDays(7);
    at("2027-03-01T00:00:00.000Z");
    const creator = await world.newCreator("50.00");
    const schedule = [{ date: "2027-03-08", amount: "50.00" }];
    expect(await earningsOf(creator)).toMatchObject({ available: "0.00", inHold: "50.00", schedule, lifetime: "50.00" });
    at("2027-03-07T23:59:58.000Z");
    await expect(request(creator, "20.00")).rejects.toMatchObject({ key: "payout.error.insufficient_funds" });
    at("2027-03-08T00:00:00.000Z");
    expect(await earningsOf(creator)).toMatchObject({ available: "50.00", inHold: "0.00", schedule: [] });
    const { payoutId } = await request(creator, "50.00");
    expect(await approve(payoutId)).toMatchObject({ status: "PAID" });
  });

  it("PYO-01 adds the answers of a day up, keeps the days apart and forgets those that have come", async () => {
    holdDays(7);
    at("2027-02-26T23:59:00Z");
    const creator = await world.newCreator("0");
    await answer(creator, "10.00", 0.2);
    await answer(creator, "0.03", 0.2);
    at("2027-02-27T00:00:00Z");
    await answer(creator, "30.00");
    const schedule = [
      { date: "2027-03-05", amount: "8.02" },
      { date: "2027-03-06", amount: "30.00" },
    ];
    expect(await earningsOf(creator)).toMatchObject({ schedule, inHold: "38.02", available: "0.00" });
    at("2027-03-05T12:00:00Z");
    await answer(creator, "1.00");
    expect(await earningsOf(creator)).toMatchObject({ available: "8.02", inHold: "31.00" });
    const [wallet] = await world.documents("wallets", { userId: creator.userId, kind: "CREATOR" });
    expect(Object.keys(wallet?.inHold as object)).toEqual(["2027-03-06", "2027-03-12"]);
    expect(await heldByEscrows(creator, "2027-03-05")).toBe(parseMoney("31.00"));
    at("2027-04-01T00:00:00Z");
    holdDays(0);
    await answer(creator, "2.00");
    const [free] = await world.documents("wallets", { userId: creator.userId, kind: "CREATOR" });
    expect([free?.inHold, (await earningsOf(creator)).available]).toEqual([undefined, "41.02"]);
  });

  it.each([0, 1, 30])("PYO-01 moves no earlier date when the setting becomes %i days", async (days) => {
    holdDays(7);
    at("2027-05-01T12:00:00Z");
    const creator = await world.newCreator("40.00");
    holdDays(days);
    expect(await earningsOf(creator)).toMatchObject({ schedule: [{ date: "2027-05-08", amount: "40.00" }] });
    await answer(creator, "25.00");
    expect(await earningsOf(creator)).toMatchObject({ available: days === 0 ? "25.00" : "0.00" });
    at(days === 1 ? "2027-05-02T00:00:00Z" : "2027-05-08T00:00:00Z");
    expect((await earningsOf(creator)).available).toBe({ 0: "65.00", 1: "25.00", 30: "40.00" }[days]);
  });

  it("PYO-01 pays no more than is free while answers, requests and midnight race", async () => {
    holdDays(1);
    at("2027-06-01T12:00:00Z");
    const creator = await world.newCreator("60.00");
    at("2027-06-02T12:00:00Z");
    const answers = Array.from({ length: 6 }, () => answer(creator, "20.00"));
    const requests = Array.from({ length: 6 }, () => request(creator, "20.00"));
    const [{ accepted, refusals }] = await Promise.all([outcomesOf(requests), ...answers]);
    expect([accepted, refusals]).toEqual([3, Array(3).fill("payout.error.insufficient_funds")]);
    expect(await earningsOf(creator)).toMatchObject({ available: "0.00", inHold: "120.00", requested: "60.00" });
    expect(await heldByEscrows(creator, "2027-06-02")).toBe(parseMoney("120.00"));
    world.runtime.clock.advance(DAY);
    expect(await outcomesOf([request(creator, "120.00"), request(creator, "120.00")])).toMatchObject({ accepted: 1 });
  });

  it("PYO-01 shows nothing as available when a correction took more than is free, and nothing below zero", async () => {
    holdDays(7);
    const creator = await world.newCreator("50.00");
    const correction = { userId: creator.userId, kind: "CREATOR", amount: "-20.00", reason: "x" } as const;
    const { adjustmentId } = await world.as(uuid(), ["FINANCE"])(proposeAdjustment, correction);
    await world.as(uuid(), ["FINANCE"])(approveAdjustment, { adjustmentId });
    expect(await earningsOf(creator)).toMatchObject({ available: "0.00", inHold: "50.00" });
    world.runtime.clock.advance(8 * DAY);
    expect(await earningsOf(creator)).toMatchObject({ available: "30.00", inHold: "0.00" });
  });

  it("PYO-01 holds nothing of earnings from before there was a hold", async () => {
    const creator = await world.newCreator("50.00");
    const wallets = world.connection.collection("wallets");
    await wallets.updateOne({ userId: creator.userId, kind: "CREATOR" }, { $unset: { inHold: 1 } });
    holdDays(7);
    expect(await earningsOf(creator)).toMatchObject({ available: "50.00", inHold: "0.00" });
    await answer(creator, "5.00");
    expect(await earningsOf(creator)).toMatchObject({ available: "50.00", inHold: "5.00" });
  });
});
