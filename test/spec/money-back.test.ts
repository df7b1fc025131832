import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { SANDBOX } from "#libs/providers/payment/sandbox/references.ts";
import { finishChargebacks } from "#services/messaging/wallet/chargebacks/finish-chargebacks.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { refreshRefund } from "#services/messaging/wallet/refunds/settle-refund.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { sandboxOf } from "../support/sandbox.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";
import { newDebtor } from "./tour-money-back.ts";

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

type Row = Readonly<Record<string, unknown>>;
const listed = async (list: string, filters: string) => {
  const { items, total } = dataOf<{ items: Row[]; total: number }>(await second.send("GET", `/admin/${list}?${filters}`), 200);
  return { items, total };
};
interface Posting {
  readonly kind: string;
  readonly entries: readonly { readonly account: string; readonly amount: string }[];
}
const waiting = async () => {
  const { queues } = dataOf<{ queues: Readonly<Record<string, number>> }>(await second.send("GET", "/admin/overview"), 200);
  return [queues.proposedRefunds, queues.proposedWriteOffs];
};

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

  it("PMT-17 a lost dispute that leaves a debt closes what the fan has paid since staff opened the wallet", async () => {
    const fan = await system.newFan("20.00");
    const disputed = await sandbox.lastTopUp(fan);
    await sandbox.dispute(disputed, "DISPUTED");
    const closings = () => system.runtime.database("messaging").connection.collection("closings").countDocuments({ userId: fan.userId });
    await eventually(async () => expect(await closings()).toBe(1));
    system.runtime.clock.advance(2 * MINUTE);
    await eventually(async () => {
      await system.runtime.jobs.runNow("messaging.close-messages");
      expect(await closings()).toBe(0);
    });
    dataOf(await second.send("PATCH", `/admin/wallets/${fan.userId}`, { kind: "FAN", frozen: false, reason: "known" }), 200);
    const begun = await fan.send("POST", "/wallet/topups", { amount: "30.00" }, { headers: { "idempotency-key": uuid() } });
    const later = dataOf<{ topupId: string }>(begun, 201).topupId;
    dataOf(await fan.send("POST", `/wallet/topups/${later}/confirm`, {}), 200);
    const messageId = await pay(fan);
    await refreshRefund(sandbox.deps, SANDBOX, await sandbox.decide(later, "REFUNDED_ELSEWHERE"));
    expect(await statusOf(fan, messageId)).toMatchObject({ status: "ESCROWED" });
    await sandbox.dispute(disputed, "DISPUTE_LOST");
    await eventually(async () => expect(await statusOf(fan, messageId)).toMatchObject({ status: "REJECTED" }));
    expect(await wallet(fan)).toMatchObject({ balance: "0.00", held: "0.00" });
    system.runtime.clock.reset();
  });

  it("PMT-18 CNS-14 a chargeback names whose accounts it moved: the fan's, and those of the creators who gave earnings back", async () => {
    const { userId, chargebackId } = await newDebtor(system);
    const { postings, ...one } = dataOf<{ postings: Posting[] }>(await second.send("GET", `/admin/chargebacks/${chargebackId}`), 200);
    expect([one]).toEqual((await listed("chargebacks", `id=${chargebackId}`)).items);
    const moved = postings.map(({ kind, entries }) => [kind, ...entries.map((entry) => `${entry.account} ${entry.amount}`).sort()]);
    expect(moved).toEqual([
      ["CHARGEBACK", "external:provider 10.00", `user:${userId}:wallet -10.00`],
      ["EARNING_REVERSAL", "escrow 5.00", "platform:fees -1.00", expect.stringMatching(/^user:.*:earnings -4\.00$/)],
      ["RECOVERY", "escrow -5.00", `user:${userId}:wallet 5.00`],
    ]);
    expect(refusalOf(await second.send("GET", `/admin/chargebacks/${uuid()}`))).toBe("404 payment.chargeback.not_found");
  });

  it("PMT-19 PYO-11 what one person has asked for is listed and counted until another confirms it", async () => {
    await system.setConfig("payment.payout_hold_days", 0);
    const { userId, messageId, chargebackId } = await newDebtor(system);
    await system.setConfig("payment.payout_hold_days", 7);
    const [escrows, writeOffs] = [`status=PROPOSED&userId=${userId}`, `status=PROPOSED&id=${chargebackId}`];
    expect([await waiting(), (await listed("escrows", escrows)).total]).toEqual([[0, 0], 0]);
    const paths = [`/admin/escrows/${messageId}/refunds`, `/admin/chargebacks/${chargebackId}/write-off`];
    for (const path of paths) dataOf(await admin.send("POST", path, { reason: "a mistake" }), 202);
    expect(await waiting()).toEqual([1, 1]);
    expect((await listed("escrows", escrows)).items).toMatchObject([{ messageId, status: "RELEASED", approval: { by: admin.userId } }]);
    expect((await listed("escrows", "status=PROPOSED")).items).toMatchObject([{ messageId }]);
    expect((await listed("chargebacks", writeOffs)).items).toMatchObject([
      { chargebackId, status: "LOST", approval: { by: admin.userId } },
    ]);
    for (const also of ["", `&userId=${userId}`]) expect((await listed("chargebacks", `status=PROPOSED${also}`)).total).toBe(1);
    for (const path of paths.toReversed()) dataOf(await second.send("POST", path, { reason: "the same" }), 200);
    expect(await waiting()).toEqual([0, 0]);
    for (const list of ["escrows", "chargebacks"]) expect((await listed(list, "status=PROPOSED")).items).toEqual([]);
  });

  it("PMT-19 PYO-11 who asked first withdraws it, or a colleague refuses it: nothing moves, both are audited, and it begins anew", async () => {
    await system.setConfig("payment.payout_hold_days", 0);
    // Two, because the refund of the first may win its race, and pays that debt.
    const [{ userId, messageId }, { chargebackId }] = [await newDebtor(system), await newDebtor(system)];
    await system.setConfig("payment.payout_hold_days", 7);
    const [moderator, reason] = [await newAdmin(system, "MODERATOR"), { reason: "a mistake" }];
    for (const path of [`/admin/escrows/${messageId}/refunds`, `/admin/chargebacks/${chargebackId}/write-off`]) {
      expect(refusalOf(await admin.send("POST", `${path}/reject`, reason))).toBe("409 payment.error.not_proposed");
      for (const by of [admin, second]) {
        dataOf(await admin.send("POST", path, reason), 202);
        expect(refusalOf(await moderator.send("POST", `${path}/reject`, reason))).toBe("403 error.forbidden");
        dataOf(await by.send("POST", `${path}/reject`, reason), 200);
      }
      dataOf(await second.send("POST", path, reason), 202);
      const decisions = await Promise.all([admin.send("POST", path, reason), second.send("POST", `${path}/reject`, reason)]);
      expect(["200 409", "202 200"]).toContain(decisions.map(({ status }) => status).join(" "));
    }
    expect(refusalOf(await admin.send("POST", `/admin/escrows/${uuid()}/refunds/reject`, reason))).toBe("404 payment.escrow.not_found");
    const unknown = `/admin/chargebacks/${uuid()}/write-off/reject`;
    expect(refusalOf(await admin.send("POST", unknown, reason))).toBe("404 payment.chargeback.not_found");
    const lines = (await listed("audit", `target=${messageId}`)).items.filter(({ action }) => action === "escrow.reject_refund");
    expect(lines.at(-1)).toMatchObject({ actor: admin.userId, details: { proposedBy: admin.userId, fanId: userId, reason: "a mistake" } });
    expect(await auditLedger(system.runtime.database("messaging"))).toEqual([]);
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
