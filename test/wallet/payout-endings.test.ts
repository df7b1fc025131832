import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { approvePayout, getEarnings, requestPayout } from "#libs/contracts/wallet.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type ChargeOutcome, type PaymentProvider, paymentSlot } from "#libs/providers/payment.ts";
import { auditBooks } from "#services/messaging/wallet/audit-books.ts";
import { payOut } from "#services/messaging/wallet/pay-out.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let says: (payoutId: string) => ChargeOutcome = () => "PENDING";
const provider: PaymentProvider = {
  start: async ({ topUpId }) => topUpId,
  outcome: async () => "SUCCEEDED",
  pay: async ({ payoutId }) => says(payoutId),
};

/** A payout that was approved is its provider's, whichever is active when it ends. */
function use(): never {
  throw new Error("the active provider was asked, not the one of the payout");
}

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld({ deps: (live) => ({ ...live, payment: { ...paymentSlot(live, { sandbox: provider }), use } }) });
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  expect(await auditBooks(world.connection)).toEqual([]);
});

async function underWay(amount = "20.00") {
  const creator = await world.aCreator(amount);
  const { userId, methodId, creatorId } = creator;
  const wish = { amount, methodId, idempotencyKey: uuid() };
  const request = () => world.as(userId)(requestPayout, wish);
  const { payoutId } = await request();
  says = () => "PENDING";
  await world.as(uuid(), ["FINANCE"])(approvePayout, { payoutId });
  const payout = await world.deps.payouts.find(payoutId);
  if (!payout) throw new Error(`no payout ${payoutId}`);
  const available = async () => (await world.as(userId)(getEarnings, { creatorId })).available;
  return { payout, payoutId, request, available };
}

it("PAY-04 the same key is the same payout, also when nothing of the earnings is left", async () => {
  const { payoutId, request } = await underWay();
  expect(await request()).toEqual({ payoutId, status: "PROCESSING" });
});

it.each([
  ["SUCCEEDED", "FAILED", "PAID", "0.00"],
  ["FAILED", "SUCCEEDED", "FAILED", "20.00"],
] as const)("PAY-05 of two who hear %s and then %s the first one counts: %s", async (first, second, status, left) => {
  const { payout, payoutId, available } = await underWay();
  for (const word of [first, second]) {
    says = () => word;
    await payOut(world.deps, payout, { requestId: null });
  }
  expect(await world.deps.payouts.find(payoutId)).toMatchObject({ status });
  expect(await available()).toBe(left);
  expect(await world.documents("outbox", { event: "payout.processed", "payload.payoutId": payoutId })).toHaveLength(1);
});

it("PAY-05 a payout whose provider gives no answer does not hold up the next one", async () => {
  const [silent, other] = [await underWay(), await underWay()];
  says = (payoutId) => {
    if (payoutId === silent.payoutId) throw new Error("connection reset");
    return "SUCCEEDED";
  };
  world.runtime.clock.advance(MINUTE);
  await world.runtime.jobs.runNow("wallet.finish-payouts");
  const statusOf = async (payoutId: string) => (await world.deps.payouts.find(payoutId))?.status;
  expect([await statusOf(silent.payoutId), await statusOf(other.payoutId)]).toEqual(["PROCESSING", "PAID"]);
});
