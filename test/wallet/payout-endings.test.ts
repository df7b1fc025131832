import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { approvePayout, getEarnings, requestPayout } from "#libs/contracts/wallet/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { TransferState } from "#libs/providers/payment/payment-provider.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { payOut } from "#services/messaging/wallet/payouts/pay-out.ts";
import { outgoing, stubPayment } from "../support/stub-payment.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

/** The provider's answer to a payout. */
let outcomeOf: (payoutId: string) => TransferState = () => "PENDING";
const provider = stubPayment({ pay: async ({ payoutId }) => outgoing(outcomeOf(payoutId)) });

/** An approved payout is sent to the provider that it names, which need not be the active one when it ends. */
function use(): never {
  throw new Error("the active provider was called, not the one of the payout");
}

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld({ deps: (live) => ({ ...live, payment: { ...paymentSlot(live, { sandbox: provider }), use } }) });
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  expect(await auditLedger(world.deps.database)).toEqual([]);
});

async function approvedPayout(amount = "20.00") {
  const creator = await world.newCreator(amount);
  const { userId, methodId, creatorId } = creator;
  const params = { amount, methodId, idempotencyKey: uuid() };
  const request = () => world.as(userId)(requestPayout, params);
  const { payoutId } = await request();
  outcomeOf = () => "PENDING";
  await world.as(uuid(), ["FINANCE"])(approvePayout, { payoutId });
  const payout = await world.deps.payouts.find(payoutId);
  if (!payout) throw new Error(`no payout ${payoutId}`);
  const available = async () => (await world.as(userId)(getEarnings, { creatorId })).available;
  return { payout, payoutId, request, available };
}

it("PAY-04 returns the existing payout for the same idempotency key, also when the earnings are used up", async () => {
  const { payoutId, request } = await approvedPayout();
  expect(await request()).toEqual({ payoutId, status: "PROCESSING" });
});

it.each([
  ["SUCCEEDED", "FAILED", "PAID", "0.00"],
  ["FAILED", "SUCCEEDED", "FAILED", "20.00"],
] as const)("PAY-05 records only the first of two outcomes: %s, then %s, ends as %s", async (first, second, status, left) => {
  const { payout, payoutId, available } = await approvedPayout();
  for (const outcome of [first, second]) {
    outcomeOf = () => outcome;
    await payOut(world.deps, payout);
  }
  expect(await world.deps.payouts.find(payoutId)).toMatchObject({ status });
  expect(await available()).toBe(left);
  expect(await world.documents("outbox", { event: "payout.processed", "payload.payoutId": payoutId })).toHaveLength(1);
});

it("PAY-05 finishes the next payout when the provider gives no answer for the first", async () => {
  const [unanswered, other] = [await approvedPayout(), await approvedPayout()];
  outcomeOf = (payoutId) => {
    if (payoutId === unanswered.payoutId) throw new Error("connection reset");
    return "SUCCEEDED";
  };
  world.runtime.clock.advance(MINUTE);
  await world.runtime.jobs.runNow("wallet.finish-payouts");
  const statusOf = async (payoutId: string) => (await world.deps.payouts.find(payoutId))?.status;
  expect([await statusOf(unanswered.payoutId), await statusOf(other.payoutId)]).toEqual(["PROCESSING", "PAID"]);
});
