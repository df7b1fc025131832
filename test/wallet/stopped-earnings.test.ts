import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  getChargeback,
  getEarnings,
  getTrialBalance,
  getWallet,
  listChargebacks,
  requestPayout,
  writeOffChargeback,
} from "#libs/contracts/wallet/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { cents, type MoneyBack, moneyBack } from "./money-back-fixture.ts";
import { type Api, type EarningCreator, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
let back: MoneyBack;
beforeAll(async () => {
  world = await walletWorld();
  world.configure({ "payment.payout_hold_days": 7 });
  back = moneyBack(world);
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.faults.disarm();
  world.runtime.clock.reset();
  await back.expectBalanced();
});

const [one, other] = [uuid(), uuid()];
const as =
  (userId: string): Api =>
  (contract, params) =>
    world.as(userId, ["FINANCE"])(contract, params);
const walletOf = (userId: string) => world.as(userId)(getWallet, {});
const earningsOf = ({ userId, creatorId }: EarningCreator) => world.as(userId)(getEarnings, { creatorId });
const chargebacksOf = async (userId: string) => (await as(one)(listChargebacks, { userId })).items;
const request = ({ userId, methodId }: EarningCreator, amount: string) =>
  world.as(userId)(requestPayout, { amount, methodId, idempotencyKey: uuid() });

describe("earnings from answers to a fan whose payment is disputed", () => {
  /** A fan who has spent 30.00 of 40.00 on three answers that are in hold: 10.00, 15.00, 5.00. */
  async function scene() {
    const fan = await back.newFan("40.00");
    const creators: EarningCreator[] = [await world.newCreator("0"), await world.newCreator("0")];
    const [first, second] = creators as [EarningCreator, EarningCreator];
    await back.answer(fan.userId, "10.00", first.userId);
    world.runtime.clock.advance(1_000);
    await back.answer(fan.userId, "15.00", second.userId, 0.1);
    world.runtime.clock.advance(1_000);
    await back.answer(fan.userId, "5.00", first.userId);
    return { fan, first, second };
  }

  it("PMT-20 M1 the audit recounts what is in hold and what is stopped from the answers", async () => {
    const { fan, first } = await scene();
    const wallets = world.connection.collection("wallets");
    const [of, day] = [
      { userId: first.userId, kind: "CREATOR" },
      Object.keys((await back.wallet(first.userId, "CREATOR"))?.inHold ?? {})[0],
    ];
    const found = async () => {
      const violations = await auditLedger(world.deps.database, undefined, world.runtime.clock.now());
      const own = violations.filter(({ subject }) => subject.includes(first.userId));
      return own.map(({ invariant, subject, difference }) => `${invariant} ${subject} ${difference}`);
    };
    const heldOn = (at: string | undefined) => `in hold of user:${first.userId}:earnings until ${at}`;
    expect(await found()).toEqual([]);
    // One cent can be paid out too early; or everything can; or it waits for another day.
    await wallets.updateOne(of, { $inc: { [`inHold.${day}`]: -1n } });
    expect(await found()).toEqual([`M1 ${heldOn(day)} 1`]);
    await wallets.updateOne(of, { $unset: { inHold: 1 } });
    expect(await found()).toEqual([`M1 ${heldOn(day)} 1200`]);
    await wallets.updateOne(of, { $set: { inHold: { "2999-01-01": 1_200n } } });
    expect(await found()).toEqual([`M1 ${heldOn(day)} 1200`, `M1 ${heldOn("2999-01-01")} 1200`]);
    await wallets.updateOne(of, { $set: { inHold: { [`${day}`]: 1_200n } } });
    await back.dispute(fan.topUp, "DISPUTED");
    await back.finishChargebacks();
    expect(await found()).toEqual([]);
    await wallets.updateOne(of, { $inc: { stopped: -1n } });
    expect(await found()).toEqual([`M1 stopped of user:${first.userId}:earnings 1`]);
    await wallets.updateOne(of, { $inc: { stopped: 1n } });
  });

  it("PMT-18 they are stopped beyond their day, and go on when the dispute is won", async () => {
    const { fan, first } = await scene();
    expect(await earningsOf(first)).toMatchObject({ available: "0.00", inHold: "12.00" });
    await back.dispute(fan.topUp, "DISPUTED");
    await back.finishChargebacks();
    expect(await earningsOf(first)).toMatchObject({ available: "0.00", inHold: "0.00", stopped: "12.00", frozen: false });
    expect(await back.facts("earnings.held", { "payload.fanId": fan.userId })).toHaveLength(3);
    world.runtime.clock.advance(8 * DAY);
    world.configure({ "payment.min_payout": 1 });
    expect(await earningsOf(first)).toMatchObject({ available: "0.00" });
    await expect(request(first, "1.00")).rejects.toMatchObject({ key: "payout.error.insufficient_funds" });
    await back.dispute(fan.topUp, "DISPUTE_WON");
    await back.finishChargebacks();
    expect(await earningsOf(first)).toMatchObject({ available: "12.00", inHold: "0.00", stopped: "0.00" });
    await request(first, "12.00");
    expect(await back.balance(fan.userId)).toBe("10.00");
  });

  it("PMT-18 won before their day, they wait for it", async () => {
    const { fan, second } = await scene();
    await back.dispute(fan.topUp, "DISPUTED");
    await back.finishChargebacks();
    await back.dispute(fan.topUp, "DISPUTE_WON");
    await back.finishChargebacks();
    expect(await earningsOf(second)).toMatchObject({ available: "0.00", inHold: "13.50" });
  });

  it("PMT-18 lost, net and fee go back to the fan, the last answer first, until nothing is missing; the rest goes on", async () => {
    const { fan, first, second } = await scene();
    // 12.00 of 40.00 are claimed, and 10.00 are in the wallet: 2.00 of the last answer are missing.
    await back.dispute(fan.topUp, "DISPUTED", cents("12.00"));
    await back.finishChargebacks();
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    expect(await back.balance(fan.userId)).toBe("0.00");
    expect(await earningsOf(first)).toMatchObject({ inHold: "10.40", lifetime: "10.40" });
    expect(await earningsOf(second)).toMatchObject({ inHold: "13.50" });
    const [reversal] = await back.facts("earnings.reversed", { "payload.fanId": fan.userId });
    expect(reversal).toMatchObject({ amount: "2.00", net: "1.60", cause: "CHARGEBACK", creatorUserId: first.userId });
    expect(await back.kindsOf(fan.userId)).toContain("RECOVERY 2.00");
    expect(await back.kindsOf(first.userId, "earnings")).toContain("EARNING_REVERSAL -1.60");
  });

  it("PMT-18 lost as a whole, all of them are taken, and the wallet is at zero", async () => {
    const { fan, first, second } = await scene();
    const fees = await feesTotal();
    await back.dispute(fan.topUp, "DISPUTED");
    await back.finishChargebacks();
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    expect(await back.balance(fan.userId)).toBe("0.00");
    for (const creator of [first, second])
      expect(await earningsOf(creator)).toMatchObject({ available: "0.00", inHold: "0.00", lifetime: "0.00" });
    expect(fees - (await feesTotal())).toBe(450n);
    expect((await world.documents("escrows", { fanId: fan.userId })).map(({ status }) => status)).toEqual(Array(3).fill("REVERSED"));
  });

  it("PMT-18 of two disputes the open one keeps the earnings stopped when the other one is decided", async () => {
    const fan = await back.newFan("10.00", "10.00");
    const creator = await world.newCreator("0");
    await back.answer(fan.userId, "20.00", creator.userId);
    const [first = "", second = ""] = fan.topUps;
    await back.dispute(first, "DISPUTED");
    await back.dispute(second, "DISPUTED");
    await back.finishChargebacks();
    await back.dispute(first, "DISPUTE_WON");
    await back.finishChargebacks();
    expect(await back.wallet(creator.userId, "CREATOR")).toMatchObject({ stopped: 1_600n });
    await back.dispute(second, "DISPUTE_LOST");
    await back.finishChargebacks();
    expect(await back.balance(fan.userId)).toBe("0.00");
    expect(await earningsOf(creator)).toMatchObject({ inHold: "8.00" });
  });

  it("PMT-18 CNS-14 each of two lost disputes names the earnings that were taken back for it, and no others", async () => {
    const fan = await back.newFan("10.00", "10.00");
    const creator = await world.newCreator("0");
    for (let answer = 0; answer < 2; answer++) await back.answer(fan.userId, "10.00", creator.userId);
    const recovered: string[][] = [];
    for (const topupId of fan.topUps) await back.dispute(topupId, "DISPUTED");
    for (const topupId of fan.topUps) {
      await back.dispute(topupId, "DISPUTE_LOST");
      await back.finishChargebacks();
    }
    for (const { chargebackId } of await chargebacksOf(fan.userId)) {
      const { postings } = await as(one)(getChargeback, { chargebackId });
      recovered.push(postings.filter(({ kind }) => kind === "RECOVERY").map(({ id }) => id));
    }
    expect(recovered).toEqual([[expect.any(String)], [expect.any(String)]]);
    expect(recovered[0]).not.toEqual(recovered[1]);
  });

  it("PMT-18 an answer that was given while the open messages were being closed is stopped as well", async () => {
    const fan = await back.newFan("20.00");
    const creator = await world.newCreator("0");
    const open = await world.hold(fan.userId, "20.00", { creatorUserId: creator.userId });
    await back.dispute(fan.topUp, "DISPUTED");
    await back.finishChargebacks();
    await world.transaction((tx) => world.desk.release(tx, open));
    await back.finishChargebacks();
    expect(await back.wallet(creator.userId, "CREATOR")).toMatchObject({ stopped: 1_600n });
  });

  it("PMT-17 a lost dispute waits for the held prices: what comes back is not taken from a creator", async () => {
    const fan = await back.newFan("40.00");
    const creator = await world.newCreator("0");
    await back.answer(fan.userId, "20.00", creator.userId);
    const open = await world.hold(fan.userId, "20.00", { creatorUserId: creator.userId });
    await back.dispute(fan.topUp, "DISPUTED", cents("20.00"));
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    expect(await back.balance(fan.userId)).toBe("-20.00");
    await world.transaction((tx) => world.desk.refund(tx, open));
    await back.finishChargebacks();
    expect(await back.balance(fan.userId)).toBe("0.00");
    expect(await earningsOf(creator)).toMatchObject({ inHold: "16.00" });
  });

  it("PMT-18 a process that dies between two reversals is followed by another one, and nothing is taken twice", async () => {
    const { fan } = await scene();
    await back.dispute(fan.topUp, "DISPUTED");
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    for (let time = 1; time <= 2; time += 1) {
      world.runtime.faults.arm({ point: "wallet.reversal.taken", mode: "error", times: 1, ...(time === 2 && { after: 1 }) });
      await back.finishChargebacks();
    }
    world.runtime.faults.disarm();
    await back.finishChargebacks();
    expect(await back.balance(fan.userId)).toBe("0.00");
    expect(await back.facts("earnings.reversed", { "payload.fanId": fan.userId })).toHaveLength(3);
  });
});

describe("money that a creator can have been paid", () => {
  /** A fan without money whose lost dispute is about an answer that is no longer in hold. */
  async function debtor() {
    const fan = await back.newFan("30.00");
    const creator = await world.newCreator("0");
    const messageId = await back.answer(fan.userId, "30.00", creator.userId);
    world.runtime.clock.advance(8 * DAY);
    await back.dispute(fan.topUp, "DISPUTED");
    await back.finishChargebacks();
    return { fan, creator, messageId };
  }

  it("PMT-19 the creator is not touched, and the wallet is below zero; it receives, and pays nothing", async () => {
    const { fan, creator } = await debtor();
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    expect(await earningsOf(creator)).toMatchObject({ available: "24.00", lifetime: "24.00" });
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "-30.00", frozen: true, refundable: "0.00" });
    await expect(world.hold(fan.userId, "1.00")).rejects.toMatchObject({ key: "payment.escrow.wallet_unavailable" });
    await back.topUp(fan.userId, "40.00");
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "10.00" });
  });

  it("PMT-19 a write-off needs two people, neither of whom owns the wallet, happens once and is booked as a loss", async () => {
    const { fan } = await debtor();
    const [open] = await chargebacksOf(fan.userId);
    const params = { chargebackId: open?.chargebackId ?? "", reason: "the card was stolen" };
    await expect(as(one)(writeOffChargeback, params)).rejects.toMatchObject({ key: "payment.chargeback.nothing_owed" });
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    await expect(as(fan.userId)(writeOffChargeback, params)).rejects.toMatchObject({ key: "payment.error.own_money" });
    expect(await chargebacksOf(fan.userId)).toMatchObject([{ owed: "30.00" }]);
    expect(await as(one)(writeOffChargeback, params)).toMatchObject({ approvals: 1, writtenOff: "0.00" });
    expect(await chargebacksOf(fan.userId)).toMatchObject([{ approval: { by: one, reason: "the card was stolen" }, writtenOff: "0.00" }]);
    await expect(as(one)(writeOffChargeback, params)).rejects.toMatchObject({ key: "payment.error.same_admin" });
    expect(await back.balance(fan.userId)).toBe("-30.00");
    const { accepted, refusals } = await outcomesOf([other, uuid(), uuid()].map((by) => as(by)(writeOffChargeback, params)));
    expect([accepted, refusals]).toEqual([1, Array(2).fill("payment.chargeback.nothing_owed")]);
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "0.00", frozen: true });
    expect(await back.facts("chargeback.written_off", { "payload.userId": fan.userId })).toEqual([
      { chargebackId: params.chargebackId, userId: fan.userId, amount: "30.00", currency: "EUR" },
    ]);
    expect((await as(one)(getTrialBalance, {})).accounts).toContainEqual(
      expect.objectContaining({ account: "platform:losses", balance: "-30.00" }),
    );
    await expect(as(one)(writeOffChargeback, { ...params, chargebackId: uuid() })).rejects.toMatchObject({
      key: "payment.chargeback.not_found",
    });
    const lines = await world.documents("audit_log", { target: params.chargebackId });
    expect(lines.map(({ action }) => action).sort()).toEqual(["chargeback.propose_write_off", "chargeback.write_off"]);
  });

  it("PMT-19 a debt that has grown since the first of two asked is asked for anew, and one that has shrunk is booked", async () => {
    const { fan } = await debtor();
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    const later = await back.topUp(fan.userId, "20.00");
    const params = { chargebackId: (await chargebacksOf(fan.userId))[0]?.chargebackId ?? "", reason: "the card was stolen" };
    expect(await as(one)(writeOffChargeback, params)).toMatchObject({ approvals: 1 });
    expect(await back.balance(fan.userId)).toBe("-10.00");
    await back.dispute(later, "DISPUTED");
    await back.dispute(later, "DISPUTE_LOST");
    await back.finishChargebacks();
    expect(await back.balance(fan.userId)).toBe("-30.00");
    expect(await as(other)(writeOffChargeback, params)).toMatchObject({ approvals: 1, writtenOff: "0.00" });
    await back.topUp(fan.userId, "5.00");
    expect(await as(one)(writeOffChargeback, params)).toMatchObject({ approvals: 2, writtenOff: "25.00" });
  });
});

async function feesTotal(): Promise<bigint> {
  const { accounts } = await as(one)(getTrialBalance, {});
  return cents(accounts.find(({ account }) => account === "platform:fees")?.balance ?? "0.00");
}
