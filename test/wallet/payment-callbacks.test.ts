import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import {
  confirmTopUp,
  createTopUp,
  decideSandboxPayment,
  getTopUp,
  getWallet,
  listWalletTransactions,
  receivePaymentCallback,
} from "#libs/contracts/wallet/index.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { signatureOf } from "#libs/providers/payment/callback-signature.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

const SECRETS = ["the first secret of the provider", "the second secret of the provider"] as const;

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
  world.configure({ "provider.payment_callback_secret": SECRETS.join(",") });
});
afterEach(() => {
  world.runtime.clock.reset();
  world.switchOff("PAYMENTS", false);
  world.configure({ "provider.payment": "sandbox" });
});
afterAll(async () => {
  expect(await auditLedger(world.deps.database)).toEqual([]);
  await world.stop();
});

const start = (userId: string) => world.as(userId)(createTopUp, { amount: "5.00", idempotencyKey: uuid() });
const statusOf = async (userId: string, topupId: string) => (await world.as(userId)(getTopUp, { topupId })).status;
const balanceOf = async (userId: string) => (await world.as(userId)(getWallet, {})).balance;
type Outcome = "SUCCEEDED" | "FAILED" | "CANCELLED" | "DISPUTED" | "DISPUTE_WON" | "REFUNDED_ELSEWHERE";
const happens = (userId: string, topupId: string, outcome: Outcome, amount?: string) =>
  world.as(userId)(decideSandboxPayment, { reference: `sandbox:${topupId}`, outcome, notify: false, ...(amount && { amount }) });
const job = (name: "process-payment-events" | "catch-up-events" | "finish-topups") => world.runtime.jobs.runNow(`wallet.${name}`);

interface Sent {
  readonly slot?: string;
  readonly secret?: string;
  readonly at?: Date;
  readonly body?: string;
  readonly signature?: string;
}

/** Sends a callback as the provider does; parts of it may be wrong. */
function callBack(event: object, { slot = "sandbox", secret = SECRETS[0], at = world.runtime.clock.now(), body, signature }: Sent = {}) {
  const raw = JSON.stringify(event);
  const signatures = { "payment-signature": signature ?? signatureOf(raw, secret, at) };
  return world.as(uuid())(receivePaymentCallback, { slot, body: Buffer.from(body ?? raw).toString("base64"), signatures });
}

const changed = (topupId: string, id = uuid()) => ({ id, type: "charge.changed", reference: `sandbox:${topupId}` });
const eventsOf = (topupId: string) => world.documents("payment_events", { reference: `sandbox:${topupId}` });

it("PMT-05 one event five times, ten events at once, a confirmation and the job credit a top-up once", async () => {
  for (let round = 0; round < 10; round += 1) {
    const userId = uuid();
    const { topupId } = await start(userId);
    await happens(userId, topupId, "SUCCEEDED");
    world.runtime.clock.advance(31 * SECOND);
    const event = changed(topupId);
    await Promise.all([
      ...Array.from({ length: 5 }, () => callBack(event)),
      ...Array.from({ length: 10 }, () => callBack(changed(topupId))),
      world.as(userId)(confirmTopUp, { topupId }),
      job("finish-topups"),
      job("catch-up-events"),
    ]);
    const { items } = await world.as(userId)(listWalletTransactions, {});
    expect(items).toMatchObject([{ kind: "TOPUP", amount: "5.00", balanceAfter: "5.00" }]);
    expect(await world.documents("outbox", { event: "wallet.topped_up", "payload.topupId": topupId })).toHaveLength(1);
    expect(await world.documents("payment_events", { _id: `sandbox:${event.id}` })).toMatchObject([{ status: "DONE" }]);
  }
});

it("PMT-06 a forged or repeated-late callback is 400 and leaves no row; each of two secrets is good", async () => {
  const userId = uuid();
  const { topupId } = await start(userId);
  await happens(userId, topupId, "SUCCEEDED");
  const event = changed(topupId);
  // Stopped, because 301 seconds are one too many only while the clock stands.
  world.runtime.clock.stop();
  const off = (seconds: number) => new Date(world.runtime.clock.now().getTime() + seconds * SECOND);
  const forgeries: Sent[] = [
    { secret: "a secret of another provider" },
    { body: JSON.stringify(event, null, 2) },
    { signature: "" },
    { signature: `t=${Math.floor(Date.now() / SECOND)}` },
    { at: off(301) },
    { at: off(-302) },
  ];
  for (const forgery of forgeries) {
    await expect(callBack(event, forgery)).rejects.toMatchObject({ key: "payment.callback.error.signature", code: 400 });
  }
  await expect(callBack(event, { slot: "nothing" })).rejects.toMatchObject({ key: "error.not_found", code: 404 });
  expect([await eventsOf(topupId), await statusOf(userId, topupId)]).toEqual([[], "PENDING"]);
  for (const secret of SECRETS) expect(await callBack(changed(topupId), { secret })).toEqual({ received: true });
  expect(await statusOf(userId, topupId)).toBe("SUCCEEDED");
});

it("PMT-06 a callback of a provider that is no longer active is verified and believed no less", async () => {
  const userId = uuid();
  const { topupId } = await start(userId);
  await happens(userId, topupId, "SUCCEEDED");
  world.configure({ "provider.payment": "off" });
  await expect(callBack(changed(topupId), { secret: "another" })).rejects.toMatchObject({ code: 400 });
  expect(await callBack(changed(topupId))).toEqual({ received: true });
  expect(await statusOf(userId, topupId)).toBe("SUCCEEDED");
});

it("PMT-07 a signed success credits nothing while the provider says PENDING", async () => {
  const userId = uuid();
  const { topupId } = await start(userId);
  expect(await callBack({ ...changed(topupId), state: "SUCCEEDED", amount: "500.00" })).toEqual({ received: true });
  expect([await statusOf(userId, topupId), await balanceOf(userId)]).toEqual(["PENDING", "0.00"]);
});

it("PMT-08 a failure after the success, an unknown type and an unknown reference change nothing", async () => {
  const userId = uuid();
  const { topupId } = await start(userId);
  await happens(userId, topupId, "SUCCEEDED");
  await callBack(changed(topupId));
  await happens(userId, topupId, "FAILED");
  const strange = [
    changed(topupId),
    { ...changed(topupId), type: "charge.exploded" },
    { ...changed(topupId), type: "constructor" },
    changed(uuid()),
    { id: uuid(), type: "charge.changed", reference: "another-system:1" },
    { id: uuid(), type: "refund.changed", reference: "sandbox:refund:1" },
  ];
  for (const event of strange) expect(await callBack(event)).toEqual({ received: true });
  expect([await statusOf(userId, topupId), await balanceOf(userId)]).toEqual(["SUCCEEDED", "5.00"]);
});

it.each([
  "no json",
  "[]",
  "null",
  '{"id":7,"type":"charge.changed","reference":"r"}',
  '{"id":"e","type":"charge.changed","reference":{"$ne":null}}',
])("PMT-08 a signed body that is no event is 400: %s", async (body) => {
  const signature = signatureOf(body, SECRETS[0], world.runtime.clock.now());
  await expect(callBack({}, { body, signature })).rejects.toMatchObject({ code: 400 });
});

it("PMT-21 what happened without a callback is heard of within an hour, and credited once payments are on again", async () => {
  const [pending, cancelled] = [uuid(), uuid()];
  const [first, second] = [await start(pending), await start(cancelled)];
  world.runtime.clock.advance(2 * HOUR);
  await job("finish-topups");
  expect(await statusOf(cancelled, second.topupId)).toBe("CANCELLED");
  world.switchOff("PAYMENTS", true);
  await happens(pending, first.topupId, "SUCCEEDED");
  await happens(cancelled, second.topupId, "SUCCEEDED");
  for (let day = 0; day < 4; day += 1) {
    await job("catch-up-events");
    await job("process-payment-events");
    await job("finish-topups");
    world.runtime.clock.advance(DAY);
  }
  expect([await balanceOf(pending), await balanceOf(cancelled)]).toEqual(["0.00", "0.00"]);
  world.switchOff("PAYMENTS", false);
  world.runtime.clock.advance(HOUR);
  await job("process-payment-events");
  expect([await balanceOf(pending), await balanceOf(cancelled)]).toEqual(["5.00", "5.00"]);
});

it("PMT-21 without a callback and with payments off for four days, a dispute is booked within an hour, and a refund begun there is taken once", async () => {
  const [disputed, refunded] = [uuid(), uuid()];
  const paid = async (userId: string) => {
    const { topupId } = await start(userId);
    expect(await world.as(userId)(confirmTopUp, { topupId })).toMatchObject({ status: "SUCCEEDED" });
    return topupId;
  };
  const [first, second] = [await paid(disputed), await paid(refunded)];
  const chargebacks = (topupId: string) => world.documents("chargebacks", { topupId });
  world.switchOff("PAYMENTS", true);
  await happens(disputed, first, "DISPUTED");
  await happens(refunded, second, "REFUNDED_ELSEWHERE", "2.00");
  for (let hour = 0; hour <= 4 * 24; hour += 1) {
    world.runtime.clock.advance(HOUR);
    await job("catch-up-events");
    await job("process-payment-events");
    if (hour > 0) continue;
    expect(await world.as(disputed)(getWallet, {})).toMatchObject({ balance: "0.00", frozen: true, disputed: true });
    expect(await world.as(refunded)(getWallet, {})).toMatchObject({ balance: "3.00", frozen: false });
  }
  expect(await chargebacks(first)).toMatchObject([{ status: "OPEN", amount: 500n }]);
  expect(await chargebacks(second)).toMatchObject([{ status: "LOST", reason: "PROVIDER_REFUND", amount: 200n }]);
  await happens(disputed, first, "DISPUTE_WON");
  world.runtime.clock.advance(HOUR);
  await job("catch-up-events");
  expect([await balanceOf(disputed), await balanceOf(refunded)]).toEqual(["5.00", "3.00"]);
  world.switchOff("PAYMENTS", false);
  world.runtime.clock.advance(HOUR);
  await job("catch-up-events");
  await job("process-payment-events");
  expect([await balanceOf(disputed), await balanceOf(refunded)]).toEqual(["5.00", "3.00"]);
  expect([(await chargebacks(first)).length, (await chargebacks(second)).length]).toEqual([1, 1]);
});

it("PMT-21 while payments are off, a confirmation and a callback are answered and leave the top-up PENDING", async () => {
  const userId = uuid();
  const { topupId } = await start(userId);
  await happens(userId, topupId, "SUCCEEDED");
  world.switchOff("PAYMENTS", true);
  expect(await world.as(userId)(confirmTopUp, { topupId })).toMatchObject({ status: "PENDING" });
  expect(await callBack(changed(topupId))).toEqual({ received: true });
  expect([await statusOf(userId, topupId), await balanceOf(userId)]).toEqual(["PENDING", "0.00"]);
  world.switchOff("PAYMENTS", false);
  world.runtime.clock.advance(MINUTE);
  await job("process-payment-events");
  expect(await balanceOf(userId)).toBe("5.00");
});

it("PMT-21 an event that could not be processed is processed again, later each time, until the provider answers", async () => {
  const userId = uuid();
  const { topupId } = await start(userId);
  await happens(userId, topupId, "SUCCEEDED");
  world.runtime.faults.arm({ point: "wallet.confirm.credited", mode: "error", times: 2 });
  const event = changed(topupId);
  expect(await callBack(event)).toEqual({ received: true });
  const row = async () => (await world.documents("payment_events", { _id: `sandbox:${event.id}` }))[0];
  expect(await row()).toMatchObject({ status: "NEW", attempts: 0 });
  world.runtime.clock.advance(11 * SECOND);
  await job("process-payment-events");
  expect(await row()).toMatchObject({ status: "NEW", attempts: 1 });
  await job("process-payment-events");
  expect(await row()).toMatchObject({ status: "NEW", attempts: 1 });
  world.runtime.clock.advance(21 * SECOND);
  await job("process-payment-events");
  expect(await row()).toMatchObject({ status: "DONE" });
  expect(await balanceOf(userId)).toBe("5.00");
});
