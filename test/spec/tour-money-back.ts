import { uuid } from "#libs/kernel/ids.ts";
import { finishChargebacks } from "#services/messaging/wallet/chargebacks/finish-chargebacks.ts";
import { newAdmin } from "../support/admin-browser.ts";
import type { Reply } from "../support/http.ts";
import { sandboxOf } from "../support/sandbox.ts";
import { dataOf, type Person, type TestSystem } from "../support/test-system.ts";

interface MoneyBackTour {
  readonly system: TestSystem;
  readonly tour: Map<string, Reply>;
  readonly admin: Person;
}

/** Calls the routes of refunds, chargebacks and reversals, so that each succeeds once. */
export async function visitMoneyBack({ system, tour, admin }: MoneyBackTour): Promise<void> {
  const fan = await system.newFan("20.00");
  tour.set(
    "wallet.createRefund",
    await fan.send("POST", "/wallet/refunds", { amount: "5.00" }, { headers: { "idempotency-key": uuid() } }),
  );
  tour.set("wallet.listRefunds", await fan.send("GET", "/wallet/refunds"));
  const path = `/admin/wallets/${fan.userId}/refunds`;
  tour.set("wallet.refundWallet", await admin.send("POST", path, { amount: "5.00", reason: "tour" }));
  tour.set("wallet.listAdminRefunds", await admin.send("GET", `/admin/refunds?userId=${fan.userId}`));
  const second = await newAdmin(system, "SUPER_ADMIN");
  const { refundId } = await newRefundAtGoneProvider(system);
  const settle = [`/admin/refunds/${refundId}/settle`, { outcome: "SUCCEEDED", reason: "tour" }] as const;
  dataOf(await second.send("POST", ...settle), 202);
  tour.set("wallet.settleRefund", await admin.send("POST", ...settle));

  const held = await newOwnFan(system);
  tour.set("wallet.listHeldEarnings", await admin.send("GET", "/admin/held-earnings?status=HELD"));
  tour.set("wallet.freeEarnings", await admin.send("POST", `/admin/held-earnings/${held}/free`, { reason: "tour" }));

  const { userId, messageId, topupId, chargebackId } = await newDebtor(system);
  tour.set("wallet.listChargebacks", await admin.send("GET", `/admin/chargebacks?userId=${userId}`));
  tour.set("wallet.getChargeback", await admin.send("GET", `/admin/chargebacks/${chargebackId}`));
  const writeOff = `/admin/chargebacks/${chargebackId}/write-off`;
  dataOf(await second.send("POST", writeOff, { reason: "tour" }), 202);
  tour.set("wallet.rejectWriteOff", await admin.send("POST", `${writeOff}/reject`, { reason: "tour" }));
  dataOf(await second.send("POST", writeOff, { reason: "tour" }), 202);
  tour.set("wallet.writeOffChargeback", await admin.send("POST", writeOff, { reason: "tour" }));
  const reversal = { amount: "1.00", reason: `tour of ${topupId}` };
  const back = `/admin/escrows/${messageId}/refunds`;
  dataOf(await second.send("POST", back, reversal), 202);
  tour.set("wallet.rejectEscrowRefund", await admin.send("POST", `${back}/reject`, { reason: "tour" }));
  dataOf(await second.send("POST", back, reversal), 202);
  tour.set("wallet.refundEscrow", await admin.send("POST", back, reversal));
}

/** A creator who has answered a fan with the same card. Resolves to the message. */
export async function newOwnFan(system: TestSystem): Promise<string> {
  const [fan, creator] = await Promise.all([system.newUser(), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
  for (const person of [fan, creator]) {
    const begun = await person.send("POST", "/wallet/topups", { amount: "10.00" }, { headers: { "idempotency-key": uuid() } });
    const { topupId } = dataOf<{ topupId: string }>(begun, 201);
    const paid = { outcome: "SUCCEEDED", instrument: "card:shared" };
    dataOf(await person.send("POST", `/payments/sandbox/sandbox:${topupId}`, paid), 200);
  }
  await system.setConfig("payment.payout_hold_days", 7);
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Hello" };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
  dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }), 201);
  await system.setConfig("payment.payout_hold_days", 0);
  await system.runtime.jobs.runNow("wallet.review-answers");
  return messageId;
}

interface Debtor {
  readonly userId: string;
  readonly messageId: string;
  readonly topupId: string;
  readonly chargebackId: string;
}

/** A fan whose payment was disputed and lost after it was spent on an answer. */
export async function newDebtor(system: TestSystem): Promise<Debtor> {
  const [fan, creator] = await Promise.all([system.newFan("10.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Hello" };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
  dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }), 201);
  const sandbox = sandboxOf(system);
  const topupId = await sandbox.lastTopUp(fan);
  await sandbox.dispute(topupId, "DISPUTED");
  await sandbox.dispute(topupId, "DISPUTE_LOST");
  await finishChargebacks(sandbox.deps);
  const chargeback = await system.runtime.database("messaging").connection.collection("chargebacks").findOne({ topupId });
  return { userId: fan.userId, messageId, topupId, chargebackId: String(chargeback?._id) };
}

/** A refund of 20.00 that waits for a provider that is no longer connected. Resolves to the fan and its id. */
export async function newRefundAtGoneProvider(system: TestSystem): Promise<{ fan: Person; refundId: string }> {
  const [fan, sandbox] = [await system.newFan("20.00"), sandboxOf(system)];
  await sandbox.decide(await sandbox.lastTopUp(fan), "REFUNDS_WAIT");
  const asked = await fan.send("POST", "/wallet/refunds", {}, { headers: { "idempotency-key": uuid() } });
  const refundId = dataOf<{ refunds: { refundId: string }[] }>(asked, 201).refunds[0]?.refundId ?? "";
  const refunds = system.runtime.database("messaging").connection.collection("refunds");
  await refunds.updateOne({ _id: refundId as never }, { $set: { provider: "checkout" } });
  return { fan, refundId };
}
