import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { finishChargebacks } from "#services/messaging/wallet/chargebacks/finish-chargebacks.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { sandboxOf } from "../support/sandbox.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";

let system: TestSystem;
let admin: Person;
let second: Person;
let creator: CreatorPerson;
let sandbox: ReturnType<typeof sandboxOf>;

beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_PAYMENT_PAYOUT_HOLD_DAYS", "7"]]) });
  admin = await system.admin();
  second = await newAdmin(system, "SUPER_ADMIN");
  creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" });
  sandbox = sandboxOf(system);
});
afterAll(() => system.stop());

const refund = (fan: Person, amount?: unknown, key: string | null = uuid()) =>
  fan.send(
    "POST",
    "/wallet/refunds",
    { ...(amount !== undefined && { amount }) },
    { headers: key === null ? {} : { "idempotency-key": key } },
  );
const wallet = async (fan: Person) => dataOf<Record<string, unknown>>(await fan.send("GET", "/wallet"), 200);
const pay = async (fan: Person, to: CreatorPerson = creator) => {
  const message = { receiverId: to.userId, dmType: "SINGLE_PAY", price: "5.00", content: uuid() };
  return dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201).messageId;
};
const statusOf = async (fan: Person, messageId: string) =>
  dataOf<{ status: string; statusLog: { to: string; reason: string | null }[] }>(await fan.send("GET", `/messages/${messageId}`), 200);

describe("money that goes back, over HTTP", () => {
  it("PMT-13 a fan sends money back, lists it, and reads in the wallet what can go back", async () => {
    const fan = await system.newFan("20.00");
    expect(await wallet(fan)).toMatchObject({ balance: "20.00", refundable: "20.00", disputed: false });
    const sent = dataOf<{ amount: string; refunds: unknown[] }>(await refund(fan, "7.50"), 201);
    expect(sent).toEqual({
      amount: "7.50",
      refunds: [{ refundId: expect.any(String), topupId: expect.any(String), amount: "7.50", status: "PENDING" }],
    });
    await eventually(async () => {
      const { items } = dataOf<{ items: Record<string, unknown>[] }>(await fan.send("GET", "/wallet/refunds"), 200);
      expect(items).toMatchObject([{ status: "SUCCEEDED", amount: "7.50", currency: "EUR", reason: null, settledAt: expect.any(String) }]);
    });
    const stranger = await system.newUser();
    expect(dataOf<{ total: number }>(await stranger.send("GET", "/wallet/refunds"), 200).total).toBe(0);
  });

  it("PMT-14 refuses what cannot go back, a malformed amount and a missing key", async () => {
    const fan = await system.newFan("20.00");
    expect(refusalOf(await refund(fan, "20.01"))).toBe("400 payment.refund.exceeds_refundable");
    for (const amount of ["-1.00", "1.001", "1e3", "", 5]) expect((await refund(fan, amount)).status).toBe(400);
    expect((await refund(fan, "1.00", null)).status).toBe(400);
    expect(await wallet(fan)).toMatchObject({ balance: "20.00" });
  });

  it("PMT-17 a dispute closes the open paid messages of the fan: REJECTED, refunded, and the balance is not below zero", async () => {
    const fan = await system.newFan("20.00");
    const free = await system.newCreator();
    const messageId = await pay(fan);
    const note = { receiverId: free.userId, dmType: "FREE", content: "still open" };
    const freeId = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", note), 201).messageId;
    await sandbox.dispute(await sandbox.lastTopUp(fan), "DISPUTED");
    expect(await wallet(fan)).toMatchObject({ balance: "-5.00", frozen: true });
    await eventually(async () => expect(await wallet(fan)).toMatchObject({ balance: "0.00", held: "0.00" }));
    const closed = await statusOf(fan, messageId);
    expect(closed.status).toBe("REJECTED");
    expect(closed.statusLog.at(-1)).toMatchObject({ to: "REJECTED", reason: "CHARGEBACK" });
    expect(await statusOf(fan, freeId)).toMatchObject({ status: "DELIVERED" });
    const again = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "again" };
    expect(refusalOf(await fan.send("POST", "/messages", again))).toBe("400 payment.escrow.wallet_unavailable");
  });

  it("PMT-19 PYO-11 two people decide: the first gets 202, the list shows it, the second gets 200", async () => {
    const fan = await system.newFan("5.00");
    const messageId = await pay(fan);
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }), 201);
    const path = `/admin/escrows/${messageId}/refunds`;
    const body = { amount: "1.00", reason: "one word" };
    expect(dataOf(await admin.send("POST", path, body), 202)).toEqual({ messageId, approvals: 1, reversed: "0.00" });
    const { items } = dataOf<{ items: unknown[] }>(await second.send("GET", `/admin/escrows?messageId=${messageId}`), 200);
    expect(items).toMatchObject([{ reversed: "0.00", approval: { by: admin.userId, amount: "1.00", reason: "one word" } }]);
    expect(refusalOf(await admin.send("POST", path, body))).toBe("403 payment.error.same_admin");
    expect(dataOf(await second.send("POST", path, body), 200)).toEqual({ messageId, approvals: 2, reversed: "1.00" });
    expect(await wallet(fan)).toMatchObject({ balance: "1.00", refundable: "1.00" });

    await sandbox.dispute(await sandbox.lastTopUp(fan), "DISPUTED");
    await finishChargebacks(sandbox.deps);
    await sandbox.dispute(await sandbox.lastTopUp(fan), "DISPUTE_LOST");
    await finishChargebacks(sandbox.deps);
    await eventually(async () => expect(await wallet(fan)).toMatchObject({ balance: "0.00" }));
  });
});
