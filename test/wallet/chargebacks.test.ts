import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  confirmTopUp,
  createRefund,
  createTopUp,
  getChargeback,
  getWallet,
  listChargebacks,
  resolveTopUp,
  setWalletFrozen,
} from "#libs/contracts/wallet/index.ts";
import { DAY, utcDayAfter } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { turns } from "#libs/platform/jobs/turns.ts";
import { recordDispute } from "#services/messaging/wallet/chargebacks/record-dispute.ts";
import { tellStaff } from "#services/messaging/wallet/chargebacks/tell-staff.ts";
import { cents, type MoneyBack, moneyBack } from "./money-back-fixture.ts";
import { type Api, STAFF, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

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

const [one, _other] = [uuid(), uuid()];
const as =
  (userId: string): Api =>
  (contract, params) =>
    world.as(userId, ["FINANCE"])(contract, params);
const walletOf = (userId: string) => world.as(userId)(getWallet, {});
const chargebacksOf = async (userId: string) => (await as(one)(listChargebacks, { userId })).items;
const factsOf = async (userId: string) =>
  [
    ...(await back.facts("chargeback.opened", { "payload.userId": userId })),
    ...(await back.facts("chargeback.closed", { "payload.userId": userId })),
  ].map(({ status = "OPEN", amount }) => `${status} ${amount}`);
describe("a disputed payment", () => {
  it("PMT-16 is taken once, however often and by how many at once it is heard of, freezes the wallet, and comes back when it is won", async () => {
    const fan = await back.newFan("50.00");
    const reference = await back.decide(fan.topUp, "DISPUTED");
    await Promise.all(Array.from({ length: 6 }, () => back.dispute(fan.topUp, "DISPUTED")));
    expect(reference).toBe(`sandbox:${fan.topUp}`);
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "0.00", frozen: true, disputed: true, refundable: "0.00" });
    expect(await back.kindsOf(fan.userId)).toEqual(["TOPUP 50.00", "CHARGEBACK -50.00"]);
    expect(await chargebacksOf(fan.userId)).toMatchObject([
      { status: "OPEN", claimed: "50.00", amount: "50.00", reason: "GENERAL", closedAt: null },
    ]);
    for (let time = 0; time < 3; time += 1) await back.dispute(fan.topUp, "DISPUTE_WON");
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "50.00", frozen: false, disputed: false, refundable: "50.00" });
    expect(await back.kindsOf(fan.userId)).toEqual(["TOPUP 50.00", "CHARGEBACK -50.00", "CHARGEBACK_RETURN 50.00"]);
    expect(await factsOf(fan.userId)).toEqual(["OPEN 50.00", "WON 50.00"]);
    expect(await back.topUpRow(fan.topUp)).toMatchObject({ disputed: 0n });
  });

  it("PMT-16 CNS-14 finance staff hear of it once, by however many at once; of a refund that began at the provider they do not", async () => {
    const [fan, other] = [await back.newFan("50.00"), await back.newFan("20.00")];
    await back.dispute(fan.topUp, "DISPUTED");
    await back.hearRefund(await back.refundElsewhere(other.topUp));
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 5 }, () => tellStaff(world.deps, turns()).catch(() => undefined)));
    const reported = await back.facts("chargeback.reported", { "payload.userId": { $in: [fan.userId, other.userId] } });
    expect(reported).toEqual([expect.objectContaining({ userId: fan.userId, amount: "50.00", userIds: STAFF })]);
    await back.dispute(fan.topUp, "DISPUTE_WON");
  });

  it("PMT-16 takes only what was not refunded, and of a part only the part", async () => {
    const fan = await back.newFan("50.00", "30.00");
    const [older = "", newer = ""] = fan.topUps;
    await world.as(fan.userId)(createRefund, { amount: "12.00", idempotencyKey: uuid() });
    await back.finishRefunds();
    await back.dispute(newer, "DISPUTED");
    await back.dispute(older, "DISPUTED", cents("20.00"));
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "30.00" });
    expect((await chargebacksOf(fan.userId)).map(({ claimed, amount }) => [claimed, amount]).sort()).toEqual([
      ["20.00", "20.00"],
      ["30.00", "18.00"],
    ]);
  });

  it("PMT-16 a wallet stays frozen while another dispute is open, when one was lost, and when staff froze it", async () => {
    const fan = await back.newFan("10.00", "10.00");
    const [first = "", second = ""] = fan.topUps;
    await back.dispute(first, "DISPUTED");
    await back.dispute(second, "DISPUTED");
    await back.dispute(first, "DISPUTE_WON");
    expect(await walletOf(fan.userId)).toMatchObject({ frozen: true });
    await back.dispute(second, "DISPUTE_WON");
    expect(await walletOf(fan.userId)).toMatchObject({ frozen: false });

    const byStaff = await back.newFan("10.00");
    await as(one)(setWalletFrozen, { userId: byStaff.userId, frozen: true, reason: "stolen card" });
    await back.dispute(byStaff.topUp, "DISPUTED");
    expect(await walletOf(byStaff.userId)).toMatchObject({ frozen: true, disputed: false });
    await back.dispute(byStaff.topUp, "DISPUTE_WON");
    expect(await walletOf(byStaff.userId)).toMatchObject({ frozen: true });

    const later = await back.newFan("10.00");
    await back.dispute(later.topUp, "DISPUTED");
    await as(one)(setWalletFrozen, { userId: later.userId, frozen: true, reason: "stays" });
    await back.dispute(later.topUp, "DISPUTE_WON");
    expect(await walletOf(later.userId)).toMatchObject({ frozen: true });

    const lost = await back.newFan("10.00", "10.00");
    const [gone = "", safe = ""] = lost.topUps;
    await back.dispute(gone, "DISPUTED");
    await back.dispute(safe, "DISPUTED");
    await back.dispute(gone, "DISPUTE_LOST");
    await back.dispute(safe, "DISPUTE_WON");
    expect(await walletOf(lost.userId)).toMatchObject({ frozen: true, disputed: false, balance: "10.00" });
    await as(one)(setWalletFrozen, { userId: lost.userId, frozen: false, reason: "settled" });
    expect(await walletOf(lost.userId)).toMatchObject({ frozen: false });
    const opened = await back.newFan("10.00");
    await back.dispute(opened.topUp, "DISPUTED");
    await as(one)(setWalletFrozen, { userId: opened.userId, frozen: false, reason: "a mistake" });
    await back.dispute(opened.topUp, "DISPUTE_LOST");
    expect(await walletOf(opened.userId)).toMatchObject({ frozen: true, disputed: false });
  });

  it("PMT-16 one that is heard of when it is over has the effects of its end: nothing when it was won, everything when it is lost", async () => {
    const won = await back.newFan("10.00");
    await back.decide(won.topUp, "DISPUTED");
    await back.dispute(won.topUp, "DISPUTE_WON");
    expect([await back.kindsOf(won.userId), await chargebacksOf(won.userId)]).toEqual([["TOPUP 10.00"], []]);
    const lost = await back.newFan("10.00");
    await back.decide(lost.topUp, "DISPUTED");
    await back.dispute(lost.topUp, "DISPUTE_LOST");
    expect(await walletOf(lost.userId)).toMatchObject({ balance: "0.00", frozen: true });
    expect(await factsOf(lost.userId)).toEqual(["OPEN 10.00", "LOST 10.00"]);
  });

  it("PMT-16 a refund that began at the provider is taken once, as lost, freezes nothing, and counts against its top-up", async () => {
    const fan = await back.newFan("50.00");
    const reference = await back.refundElsewhere(fan.topUp, cents("20.00"));
    for (let time = 0; time < 3; time += 1) await back.hearRefund(reference);
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "30.00", frozen: false, refundable: "30.00" });
    expect(await chargebacksOf(fan.userId)).toMatchObject([{ status: "LOST", reason: "PROVIDER_REFUND", amount: "20.00" }]);
    expect(await factsOf(fan.userId)).toEqual(["LOST 20.00"]);
    await back.refundElsewhere(fan.topUp);
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "0.00" });
  });

  it("PMT-18 a lost one that leaves no debt waits for no message that was paid since: stopped earnings go on at once", async () => {
    const fan = await back.newFan("40.00");
    const creator = await world.newCreator("0");
    await back.answer(fan.userId, "30.00", creator.userId);
    await back.dispute(fan.topUp, "DISPUTED");
    await back.finishChargebacks();
    await as(one)(setWalletFrozen, { userId: fan.userId, frozen: false, reason: "known for years" });
    await back.topUp(fan.userId, "50.00");
    const open = await world.hold(fan.userId, "20.00");
    // Stopped, so that the hold begins on the day that is expected, also at midnight.
    world.runtime.clock.stop();
    await back.dispute(fan.topUp, "DISPUTE_LOST");
    await back.finishChargebacks();
    expect([await back.balance(fan.userId), await back.wallet(creator.userId, "CREATOR")]).toEqual([
      "0.00",
      expect.objectContaining({ balance: 2_400n, inHold: { [utcDayAfter(world.runtime.clock.now(), 7)]: 2_400n } }),
    ]);
    expect((await back.wallet(creator.userId, "CREATOR"))?.stopped ?? 0n).toBe(0n);
    await world.transaction((tx) => world.desk.release(tx, open));
  });

  it.each(["wallet.chargeback.booked", "wallet.chargeback.returned"])("PMT-16 a failure at %s leaves nothing half done", async (point) => {
    const fan = await back.newFan("10.00");
    world.runtime.faults.arm({ point, mode: "error", times: 1 });
    await back.dispute(fan.topUp, "DISPUTED").catch(() => undefined);
    await back.expectBalanced();
    await back.dispute(fan.topUp, "DISPUTED");
    await back.dispute(fan.topUp, "DISPUTE_WON").catch(() => undefined);
    await back.dispute(fan.topUp, "DISPUTE_WON");
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "10.00", frozen: false });
  });
});

describe("a refund and a dispute of the same payment", () => {
  it("PMT-22 a refund under way is refused because of the dispute: the balance is zero, and the chargeback has the money", async () => {
    const fan = await back.newFan("30.00");
    await back.decide(fan.topUp, "REFUNDS_WAIT");
    await world.as(fan.userId)(createRefund, { idempotencyKey: uuid() });
    await back.finishRefunds();
    await back.dispute(fan.topUp, "DISPUTED");
    expect(await chargebacksOf(fan.userId)).toMatchObject([{ amount: "0.00", claimed: "30.00" }]);
    await back.decide(fan.topUp, "REFUNDS_FAIL");
    world.runtime.clock.advance(DAY);
    await back.finishRefunds();
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "0.00", frozen: true });
    expect(await chargebacksOf(fan.userId)).toMatchObject([{ amount: "30.00" }]);
    expect(await back.kindsOf(fan.userId)).toEqual(["TOPUP 30.00", "REFUND_TO_SOURCE -30.00", "REFUND_RETURN 30.00", "CHARGEBACK -30.00"]);
    expect(await back.topUpRow(fan.topUp)).toMatchObject({ refunded: 0n, disputed: 3_000n });
    await back.expectBalanced();
    await back.dispute(fan.topUp, "DISPUTE_WON");
    expect(await walletOf(fan.userId)).toMatchObject({ balance: "30.00", frozen: false });
  });

  it("PMT-22 CNS-14 of two disputes the one that took a refused refund lists it, and the other one does not", async () => {
    const fan = await back.newFan("30.00");
    const topUp = await world.deps.topUps.find(fan.topUp);
    if (!topUp) throw new Error("the top-up is gone");
    await back.decide(fan.topUp, "REFUNDS_WAIT");
    await world.as(fan.userId)(createRefund, { idempotencyKey: uuid() });
    await back.finishRefunds();
    await back.dispute(fan.topUp, "DISPUTED");
    const claim = { source: "sandbox:second", state: "OPEN", amount: cents("30.00"), reason: "FRAUD", answerBy: null } as const;
    await recordDispute(world.deps, topUp, claim);
    await back.decide(fan.topUp, "REFUNDS_FAIL");
    world.runtime.clock.advance(DAY);
    await back.finishRefunds();
    const listed = await Promise.all((await chargebacksOf(fan.userId)).map(({ chargebackId }) => as(one)(getChargeback, { chargebackId })));
    const shown = listed.map(({ amount, postings }) => [amount, postings.length]).sort();
    expect(shown).toEqual([
      ["0.00", 0],
      ["30.00", 1],
    ]);
  });

  it("PMT-22 of a top-up in review nothing is booked; it is not resolved meanwhile, and FAILED once the dispute is lost", async () => {
    for (const outcome of ["DISPUTE_LOST", "DISPUTE_WON"] as const) {
      const userId = uuid();
      const { topupId } = await world.as(userId)(createTopUp, { amount: "30.00", idempotencyKey: uuid() });
      await back.decide(topupId, "SUCCEEDED", cents("20.00"));
      expect(await world.as(userId)(confirmTopUp, { topupId })).toMatchObject({ status: "REVIEW" });
      for (let time = 0; time < 2; time += 1) await back.dispute(topupId, "DISPUTED");
      expect(await walletOf(userId)).toMatchObject({ balance: "0.00", frozen: false });
      const resolve = { topupId, decision: "CREDIT", reason: "it came" } as const;
      await expect(as(one)(resolveTopUp, resolve)).rejects.toMatchObject({ key: "payment.topup.invalid_status" });
      await back.dispute(topupId, outcome);
      if (outcome === "DISPUTE_WON") expect(await as(one)(resolveTopUp, resolve)).toMatchObject({ status: "SUCCEEDED", amount: "20.00" });
      else {
        expect(await back.topUpRow(topupId)).toMatchObject({ status: "FAILED", reason: "DISPUTE_LOST" });
        expect(await world.as(userId)(confirmTopUp, { topupId })).toMatchObject({ status: "FAILED" });
      }
      expect(await factsOf(userId)).toEqual([]);
    }
  });

  it("PMT-22 a dispute that is heard of before its payment is credited takes it in the same transaction", async () => {
    const userId = uuid();
    const { topupId } = await world.as(userId)(createTopUp, { amount: "30.00", idempotencyKey: uuid() });
    await back.decide(topupId, "SUCCEEDED");
    await back.dispute(topupId, "DISPUTED");
    expect(await factsOf(userId)).toEqual([]);
    await world.as(userId)(confirmTopUp, { topupId });
    expect(await walletOf(userId)).toMatchObject({ balance: "0.00", frozen: true, disputed: true });
    expect(await back.kindsOf(userId)).toEqual(["TOPUP 30.00", "CHARGEBACK -30.00"]);
    await back.dispute(topupId, "DISPUTE_WON");
    expect(await walletOf(userId)).toMatchObject({ balance: "30.00", frozen: false });
  });

  it("PMT-22 of two disputes of a top-up in review, the one that goes on keeps it from being resolved once the other is won", async () => {
    const userId = uuid();
    const { topupId } = await world.as(userId)(createTopUp, { amount: "30.00", idempotencyKey: uuid() });
    await back.decide(topupId, "SUCCEEDED", cents("20.00"));
    await world.as(userId)(confirmTopUp, { topupId });
    const topUp = await world.deps.topUps.find(topupId);
    if (!topUp) throw new Error("the top-up is gone");
    const hear = (name: string, state: "OPEN" | "WON" | "LOST") => {
      const claim = { source: `sandbox:${name}:${topupId}`, state, amount: cents("20.00"), reason: "GENERAL", answerBy: null };
      return recordDispute(world.deps, topUp, claim);
    };
    await hear("first", "OPEN");
    await hear("second", "OPEN");
    await hear("first", "WON");
    const resolve = { topupId, decision: "CREDIT", reason: "it came" } as const;
    await expect(as(one)(resolveTopUp, resolve)).rejects.toMatchObject({ key: "payment.topup.invalid_status" });
    await hear("second", "LOST");
    expect(await back.topUpRow(topupId)).toMatchObject({ status: "FAILED", reason: "DISPUTE_LOST" });
    expect(await walletOf(userId)).toMatchObject({ balance: "0.00" });
  });

  it("PMT-22 begun at once, they never take more than came in", async () => {
    for (let round = 0; round < 8; round += 1) {
      const fan = await back.newFan("30.00");
      const refund = () => world.as(fan.userId)(createRefund, { amount: "20.00", idempotencyKey: uuid() });
      await Promise.allSettled([refund(), back.dispute(fan.topUp, "DISPUTED"), refund(), back.finishRefunds()]);
      await back.finishRefunds();
      await back.expectBalanced();
      expect(await back.balance(fan.userId)).toBe("0.00");
    }
  });
});
