import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { cancelTopUp, confirmTopUp, createTopUp, getTopUp, getWallet } from "#libs/contracts/wallet/index.ts";
import { HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { PaymentProvider } from "#libs/providers/payment/payment-provider.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

/** What happens to the next calls of the provider: it does not hear them, or does the work and its answer is lost. */
let trouble: "none" | "unheard" | "lost answer" = "none";
const starts: string[] = [];

function troubled(provider: PaymentProvider): PaymentProvider {
  const methods = Object.entries(provider).map(([name, method]) => [
    name,
    async (...args: readonly never[]) => {
      if (name === "start") starts.push((args[0] as unknown as { topUpId: string }).topUpId);
      if (trouble === "unheard") throw new Error("connection refused");
      const answer = await (method as (...args: readonly never[]) => Promise<unknown>)(...args);
      if (trouble === "lost answer") throw new Error("connection reset");
      return answer;
    },
  ]);
  return Object.fromEntries(methods) as PaymentProvider;
}

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld({ deps: (live) => ({ ...live, payment: paymentSlot(live, { sandbox: troubled(live.sandbox.provider) }) }) });
});
afterEach(() => {
  trouble = "none";
  world.runtime.clock.reset();
});
afterAll(async () => {
  expect(await auditLedger(world.deps.database)).toEqual([]);
  await world.stop();
});

const unavailable = { key: "payment.topup.provider_unavailable", code: 503 };
const job = () => world.runtime.jobs.runNow("wallet.finish-topups");
const chargesOf = (topUpId: string) => world.documents("sandbox_payments", { _id: `sandbox:${topUpId}` });
const only = async (userId: string) => {
  const [topUp, ...others] = await world.documents("topups", { userId });
  expect(others).toEqual([]);
  return String(topUp?._id);
};

it.each(["unheard", "lost answer"] as const)("PMT-10 a start that is %s is 503, and the same key begins one charge", async (how) => {
  const userId = uuid();
  const begin = () => world.as(userId)(createTopUp, { amount: "5.00", idempotencyKey: "key" });
  trouble = how;
  await expect(begin()).rejects.toMatchObject(unavailable);
  trouble = "none";
  const { topupId, status, action } = await begin();
  expect([topupId, status, action?.value]).toEqual([await only(userId), "PENDING", `/sandbox/pay/${topupId}`]);
  expect(await chargesOf(topupId)).toHaveLength(1);
  expect(await world.as(userId)(confirmTopUp, { topupId })).toMatchObject({ status: "SUCCEEDED" });
});

it.each(["unheard", "lost answer"] as const)(
  "PMT-10 a start that is %s is repeated by the job with the same id, as one charge",
  async (how) => {
    const userId = uuid();
    trouble = how;
    await expect(world.as(userId)(createTopUp, { amount: "5.00", idempotencyKey: uuid() })).rejects.toMatchObject(unavailable);
    const topupId = await only(userId);
    world.runtime.clock.advance(31 * SECOND);
    await job();
    trouble = "none";
    expect(await world.as(userId)(getTopUp, { topupId })).toMatchObject({ status: "PENDING", action: null });
    world.runtime.clock.advance(MINUTE);
    await job();
    expect(await world.as(userId)(getTopUp, { topupId })).toMatchObject({
      status: "PENDING",
      action: { value: `/sandbox/pay/${topupId}` },
    });
    expect(starts.filter((id) => id === topupId)).toHaveLength(3);
    expect(await chargesOf(topupId)).toHaveLength(1);
  },
);

it("PMT-10 a start without any answer by its end is CANCELLED, and is not repeated afterwards", async () => {
  const userId = uuid();
  trouble = "unheard";
  const begin = () => world.as(userId)(createTopUp, { amount: "5.00", idempotencyKey: "key" });
  await expect(begin()).rejects.toMatchObject(unavailable);
  const topupId = await only(userId);
  world.runtime.clock.advance(HOUR + SECOND);
  await job();
  expect(await world.as(userId)(getTopUp, { topupId })).toMatchObject({ status: "CANCELLED", reason: "EXPIRED" });
  trouble = "none";
  const begun = starts.length;
  world.runtime.clock.advance(HOUR);
  await job();
  expect(await begin()).toMatchObject({ topupId, status: "CANCELLED" });
  expect(starts.slice(begun)).toEqual([]);
});

it("PMT-10 a charge whose start was never answered is found by its callback, and credited", async () => {
  const userId = uuid();
  trouble = "lost answer";
  await expect(world.as(userId)(createTopUp, { amount: "5.00", idempotencyKey: uuid() })).rejects.toMatchObject(unavailable);
  const topupId = await only(userId);
  trouble = "none";
  expect(await world.as(userId)(cancelTopUp, { topupId })).toMatchObject({ status: "CANCELLED", reason: "BY_PAYER" });
  await world.deps.sandbox.decide(`sandbox:${topupId}`, { outcome: "SUCCEEDED", amount: null, currency: null, instrument: null });
  await world.runtime.jobs.runNow("wallet.catch-up-events");
  expect(await world.as(userId)(getTopUp, { topupId })).toMatchObject({ status: "SUCCEEDED" });
  expect((await world.as(userId)(getWallet, {})).balance).toBe("5.00");
});

it("PMT-10 while the provider is down, confirmation and cancellation are 503 and change nothing", async () => {
  const userId = uuid();
  const { topupId } = await world.as(userId)(createTopUp, { amount: "5.00", idempotencyKey: uuid() });
  for (const how of ["unheard", "lost answer"] as const) {
    trouble = how;
    for (const contract of [confirmTopUp, cancelTopUp])
      await expect(world.as(userId)(contract, { topupId })).rejects.toMatchObject(unavailable);
    expect(await world.as(userId)(getTopUp, { topupId })).toMatchObject({ status: "PENDING" });
    trouble = "none";
    world.runtime.clock.advance(MINUTE);
  }
});
