import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createRefund, getWallet, listAdminRefunds, listRefunds, refundWallet } from "#libs/contracts/wallet/index.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type MoneyBack, moneyBack } from "./money-back-fixture.ts";
import { type Api, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
let back: MoneyBack;
beforeAll(async () => {
  world = await walletWorld();
  back = moneyBack(world);
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.faults.disarm();
  world.runtime.clock.reset();
  await back.expectBalanced();
});

const send = (userId: string, amount?: string, idempotencyKey = uuid()) =>
  world.as(userId)(createRefund, { ...(amount !== undefined && { amount }), idempotencyKey });
const finance = uuid();
const admin: Api = (contract, params) => world.as(finance, ["FINANCE"])(contract, params);
const statusOf = async (userId: string) =>
  (await world.as(userId)(listRefunds, {})).items.map(({ status, reason }) => ({ status, reason }));

describe("money that goes back to its source", () => {
  it("PMT-13 a refund goes to the newest top-up first, and wallet, top-ups, ledger and provider agree", async () => {
    const fan = await back.newFan("30.00", "20.00", "10.00");
    const sent = await send(fan.userId, "25.50");
    const [first = "", second = "", third = ""] = fan.topUps;
    expect(sent).toMatchObject({
      amount: "25.50",
      refunds: [
        { topupId: third, amount: "10.00", status: "PENDING" },
        { topupId: second, amount: "15.50", status: "PENDING" },
      ],
    });
    expect(await world.as(fan.userId)(getWallet, {})).toMatchObject({ balance: "34.50", refundable: "34.50" });
    expect(await back.kindsOf(fan.userId)).toEqual([
      "TOPUP 30.00",
      "TOPUP 20.00",
      "TOPUP 10.00",
      "REFUND_TO_SOURCE -10.00",
      "REFUND_TO_SOURCE -15.50",
    ]);
    await back.finishRefunds();
    expect(await statusOf(fan.userId)).toEqual(Array(2).fill({ status: "SUCCEEDED", reason: null }));
    const atProvider = await world.documents("sandbox_payments", { "refund.chargeReference": `sandbox:${second}` });
    expect(atProvider).toHaveLength(1);
    expect(await back.topUpRow(third)).toMatchObject({ refunded: 1_000n });
    expect((await back.topUpRow(first))?.refunded).toBeUndefined();
    expect(await back.facts("wallet.refunded", { "payload.userId": fan.userId })).toHaveLength(2);
  });

  it("PMT-13 without an amount everything goes back that came in and is not spent", async () => {
    const fan = await back.newFan("30.00", "20.00");
    await world.hold(fan.userId, "12.34");
    expect(await send(fan.userId)).toMatchObject({ amount: "37.66" });
    expect(await world.as(fan.userId)(getWallet, {})).toMatchObject({ balance: "0.00", held: "12.34", refundable: "0.00" });
  });

  it("PMT-13 the same key names the same refunds, in sequence and at once, and another amount is refused", async () => {
    const fan = await back.newFan("50.00");
    const key = uuid();
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(fan.userId, "50.00", key)));
    expect(new Set(sent.map((each) => each.refunds[0]?.refundId)).size).toBe(1);
    expect(await send(fan.userId, "50.00", key)).toEqual(sent[0]);
    await expect(send(fan.userId, "10.00", key)).rejects.toMatchObject({ key: "idempotency.error.key_reused" });
    expect(await back.balance(fan.userId)).toBe("0.00");
  });

  it("PMT-14 refuses more than came in and is not held with the sum that can go back", async () => {
    const fan = await back.newFan("30.00");
    await world.hold(fan.userId, "10.00");
    const refusal = { key: "payment.refund.exceeds_refundable", vars: { refundable: "20.00" } };
    for (const amount of ["20.01", "30.00", "0", "0.00"]) await expect(send(fan.userId, amount)).rejects.toMatchObject(refusal);
    const credited = await back.newFan();
    await world.deps.wallets.findOrCreate(credited.userId, "FAN");
    await expect(send(credited.userId)).rejects.toMatchObject({ key: "payment.refund.exceeds_refundable" });
    expect(await world.documents("refunds", { userId: { $in: [fan.userId, credited.userId] } })).toEqual([]);
  });

  it("PMT-14 a frozen wallet sends nothing back; staff may, but not from their own", async () => {
    const fan = await back.newFan("30.00");
    await world.freeze(fan.userId, true);
    await expect(send(fan.userId, "5.00")).rejects.toMatchObject({ key: "payment.wallet.frozen" });
    expect(await world.as(fan.userId)(getWallet, {})).toMatchObject({ refundable: "0.00" });
    const sent = await admin(refundWallet, { userId: fan.userId, amount: "5.00", reason: "asked by letter" });
    expect(sent).toMatchObject({ amount: "5.00" });
    await expect(world.as(fan.userId, ["FINANCE"])(refundWallet, { userId: fan.userId, reason: "mine" })).rejects.toMatchObject({
      key: "payment.error.own_money",
    });
    await expect(admin(refundWallet, { userId: uuid(), reason: "x" })).rejects.toMatchObject({ key: "payment.wallet.not_found" });
    const [row] = (await admin(listAdminRefunds, { userId: fan.userId })).items;
    expect(row).toMatchObject({ requestedBy: finance, note: "asked by letter", amount: "5.00" });
    expect(await world.documents("audit_log", { action: "wallet.refund", target: fan.userId })).toHaveLength(1);
    await world.freeze(fan.userId, false);
    await back.finishRefunds();
    expect(await back.facts("wallet.refunded", { "payload.userId": fan.userId })).toMatchObject([{ amount: "5.00", byStaff: true }]);
  });

  it("PMT-14 of ten requests at once no more goes back than there is", async () => {
    world.configure({ "payment.refunds_monthly": 100 });
    for (let round = 0; round < 5; round += 1) {
      const fan = await back.newFan("20.00", "10.00");
      const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => send(fan.userId, "7.00")));
      expect(accepted).toBe(4);
      expect(refusals).toEqual(Array(6).fill("payment.refund.exceeds_refundable"));
      expect(await back.balance(fan.userId)).toBe("2.00");
    }
    world.configure({ "payment.refunds_monthly": 3 });
  });

  it("PMT-14 the fourth request of 30 days is refused with the time of the next one, also at once; staff are free", async () => {
    const fan = await back.newFan("100.00");
    const begun = Date.now();
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 6 }, () => send(fan.userId, "1.00")));
    expect([accepted, refusals]).toEqual([3, Array(3).fill("payment.refund.limit")]);
    const refused = await send(fan.userId, "1.00").catch((error: unknown) => error as { key: string; vars: Record<string, string> });
    expect(refused).toMatchObject({ key: "payment.refund.limit", vars: { limit: 3 } });
    const resetsAt = Date.parse(String((refused as { vars: Record<string, string> }).vars.resetsAt));
    expect(resetsAt).toBeGreaterThanOrEqual(begun + 30 * DAY - MINUTE);
    await admin(refundWallet, { userId: fan.userId, amount: "1.00", reason: "free" });
    world.runtime.clock.set(new Date(resetsAt));
    await send(fan.userId, "1.00");
  });

  it("PMT-15 a refund that the provider refuses is FAILED, the money is back, and its top-up takes no further refund", async () => {
    const fan = await back.newFan("20.00", "10.00");
    const [older = "", newer = ""] = fan.topUps;
    await back.decide(newer, "REFUNDS_FAIL");
    await send(fan.userId, "15.00");
    await back.finishRefunds();
    expect((await statusOf(fan.userId)).map(({ status }) => status).sort()).toEqual(["FAILED", "SUCCEEDED"]);
    expect(await world.as(fan.userId)(getWallet, {})).toMatchObject({ balance: "25.00", refundable: "15.00" });
    const facts = await back.facts("wallet.refunded", { "payload.userId": fan.userId, "payload.status": "FAILED" });
    expect(facts).toMatchObject([{ topupId: newer, amount: "10.00" }]);
    expect(await send(fan.userId)).toMatchObject({ amount: "15.00", refunds: [{ topupId: older }] });
  });

  it("PMT-15 a refund that had succeeded may still fail, once, whenever the provider says so", async () => {
    const fan = await back.newFan("20.00");
    await send(fan.userId);
    await back.finishRefunds();
    expect(await back.balance(fan.userId)).toBe("0.00");
    await back.decide(fan.topUp, "REFUNDS_FAIL");
    const [row] = await world.documents("refunds", { userId: fan.userId });
    for (let time = 0; time < 3; time += 1) await back.hearRefund(`sandbox:refund:${row?._id}`);
    expect(await back.balance(fan.userId)).toBe("20.00");
    expect(await back.kindsOf(fan.userId)).toEqual(["TOPUP 20.00", "REFUND_TO_SOURCE -20.00", "REFUND_RETURN 20.00"]);
  });

  it("PMT-15 a refund that waits is asked about again, ever less often, until it is decided", async () => {
    const fan = await back.newFan("20.00");
    await back.decide(fan.topUp, "REFUNDS_WAIT");
    await send(fan.userId);
    await back.finishRefunds();
    expect(await statusOf(fan.userId)).toEqual([{ status: "PENDING", reason: null }]);
    const [row] = await world.documents("refunds", { userId: fan.userId });
    expect(row).toMatchObject({ asked: 1 });
    await back.finishRefunds();
    expect((await world.documents("refunds", { userId: fan.userId }))[0]).toMatchObject({ asked: 1 });
    await back.decide(fan.topUp, "SUCCEEDED");
    world.runtime.clock.advance(MINUTE);
    await back.finishRefunds();
    expect(await statusOf(fan.userId)).toEqual([{ status: "SUCCEEDED", reason: null }]);
  });

  it.each(["wallet.refund.reserved", "wallet.refund.asked", "wallet.refund.returned"])(
    "PMT-13 a failure at %s loses and doubles nothing",
    async (point) => {
      const fan = await back.newFan("20.00");
      if (point === "wallet.refund.returned") await back.decide(fan.topUp, "REFUNDS_FAIL");
      world.runtime.faults.arm({ point, mode: "error", times: 1 });
      const key = uuid();
      const first = await send(fan.userId, "20.00", key).catch(() => null);
      expect(first === null).toBe(point === "wallet.refund.reserved");
      await send(fan.userId, "20.00", key);
      await back.tryRefunds();
      world.runtime.clock.advance(MINUTE);
      await back.finishRefunds();
      const failed = point === "wallet.refund.returned";
      expect(await back.balance(fan.userId)).toBe(failed ? "20.00" : "0.00");
      expect((await statusOf(fan.userId)).map(({ status }) => status)).toEqual([failed ? "FAILED" : "SUCCEEDED"]);
    },
  );
});
