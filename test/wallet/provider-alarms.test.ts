import { afterAll, beforeAll, expect, it } from "@jest/globals";
import {
  approvePayout,
  createRefund,
  createTopUp,
  getPayout,
  getTopUp,
  getWallet,
  requestPayout,
  resolveTopUp,
  startPayee,
} from "#libs/contracts/wallet/index.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { vitalsReader } from "#libs/platform/operations/read-vitals.ts";
import { ALARMS } from "#libs/policies/alarms.ts";
import { FUNDS_MISSING, type Outgoing } from "#libs/providers/payment/payment-provider.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { outgoing, stubPayment } from "../support/stub-payment.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let answer: Outgoing;
let isKnown = true;
/** How often the provider was asked to pay. */
let asked = 0;
const { charge, ...provider } = stubPayment({
  async pay() {
    asked += 1;
    return answer;
  },
  startPayee: async ({ userId }) => `payee:${userId}`,
  onboard: async () => ({ kind: "REDIRECT", value: "/payouts", expiresAt: new Date(8.64e15) }),
});

/** Answers unless the provider does not know what is asked about. */
function ifKnown<Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) {
  return async (...args: Args): Promise<Answer> => {
    if (!isKnown) throw new ProviderFailure("payment", "UNKNOWN_REFERENCE");
    return call(...args);
  };
}
const known = {
  charge: ifKnown(charge),
  expire: ifKnown(charge),
  refund: ifKnown(async () => outgoing("SUCCEEDED")),
  payee: ifKnown(async () => ({ status: "ENABLED" as const, requirementsDue: [], instrument: null })),
};
let world: WalletWorld;
beforeAll(async () => {
  const sandbox = { ...provider, ...known };
  world = await walletWorld({ deps: (live) => ({ ...live, payment: paymentSlot(live, { sandbox }) }) });
});
afterAll(() => world.stop());

type Alarm = "ProviderUnknownReference" | "ProviderFundsLow";

/** The value of an alarm, as the process reports it. */
async function valueOfAlarm(alarm: Alarm): Promise<number | undefined> {
  await world.runtime.jobs.runNow("wallet.gauge-provider");
  const vitals = await vitalsReader(world.runtime.metrics, () => world.runtime.clock.now().getTime() / 1_000)();
  return vitals.find((each) => each.alarm === alarm)?.value;
}
const isRaised = async (alarm: Alarm) => ((await valueOfAlarm(alarm)) ?? Number.NaN) > ALARMS[alarm].threshold;
const later = async (ms: number, job: string) => {
  world.runtime.clock.advance(ms);
  await world.runtime.jobs.runNow(job);
};

it("PMT-08 TEL-07 a payment that its provider does not know stays as it is, is asked about hourly, and is an alarm until it is known", async () => {
  const fan = world.as(uuid());
  isKnown = false;
  expect(await isRaised("ProviderUnknownReference")).toBe(false);
  const { topupId } = await fan(createTopUp, { amount: "5.00", idempotencyKey: uuid() });
  for (const wait of [MINUTE, 2 * HOUR, HOUR]) {
    await later(wait, "wallet.finish-topups");
    expect([await valueOfAlarm("ProviderUnknownReference"), (await fan(getTopUp, { topupId })).status]).toEqual([1, "PENDING"]);
  }
  isKnown = true;
  await later(2 * HOUR, "wallet.finish-topups");
  expect([await isRaised("ProviderUnknownReference"), (await fan(getTopUp, { topupId })).status]).toEqual([false, "SUCCEEDED"]);
});

it("PYO-08 TEL-07 too little money at the provider is an alarm while a payout waits for it, not while another answer is out", async () => {
  const creator = await world.newCreator("50.00");
  const own = world.as(creator.userId, ["CREATOR"]);
  const { payoutId } = await own(requestPayout, { amount: "50.00", methodId: creator.methodId, idempotencyKey: uuid() });
  const is = async () => [await isRaised("ProviderFundsLow"), (await own(getPayout, { payoutId })).status];
  answer = outgoing("PENDING", FUNDS_MISSING);
  await world.as(uuid(), ["FINANCE"])(approvePayout, { payoutId });
  expect(await is()).toEqual([true, "PROCESSING"]);
  for (const [pause, next, isLow, status] of [
    [HOUR, outgoing("PENDING", FUNDS_MISSING), true, "PROCESSING"],
    [HOUR, outgoing("PENDING"), false, "PROCESSING"],
    [MINUTE, outgoing("PENDING", FUNDS_MISSING), true, "PROCESSING"],
    [HOUR, outgoing("SUCCEEDED"), false, "PAID"],
  ] as const) {
    answer = next;
    await later(pause, "wallet.finish-payouts");
    expect(await is()).toEqual([isLow, status]);
  }
});

it("PYO-08 a payout without funds is asked about hourly, with the alarm up meanwhile, while others are paid at their own pace", async () => {
  const newPayout = async () => {
    const creator = await world.newCreator("50.00");
    const wanted = { amount: "50.00", methodId: creator.methodId, idempotencyKey: uuid() };
    const { payoutId } = await world.as(creator.userId, ["CREATOR"])(requestPayout, wanted);
    await world.as(uuid(), ["FINANCE"])(approvePayout, { payoutId });
    return async () => (await world.deps.payouts.find(payoutId))?.status;
  };
  answer = outgoing("PENDING", FUNDS_MISSING);
  const waits = await newPayout();
  answer = outgoing("PENDING");
  const goesOn = await newPayout();
  asked = 0;
  for (let minute = 1; minute <= 58; minute += 1) {
    await later(MINUTE, "wallet.finish-payouts");
    expect(await valueOfAlarm("ProviderFundsLow")).toBe(1);
  }
  expect([asked, await waits(), await goesOn()]).toEqual([58, "PROCESSING", "PROCESSING"]);
  answer = outgoing("SUCCEEDED");
  await later(MINUTE, "wallet.finish-payouts");
  expect([await waits(), await goesOn()]).toEqual(["PROCESSING", "PAID"]);
  await later(MINUTE, "wallet.finish-payouts");
  expect([await waits(), await valueOfAlarm("ProviderFundsLow")]).toEqual(["PAID", 0]);
});

it("PMT-13 TEL-07 a refund whose payment the provider does not know stays PENDING, and is an alarm until it is known", async () => {
  const userId = await world.newFan("5.00");
  const fan = world.as(userId);
  isKnown = false;
  const { refunds } = await fan(createRefund, { amount: "5.00", idempotencyKey: uuid() });
  const status = async () => (await world.deps.refunds.find(refunds[0]?.refundId ?? ""))?.status;
  for (const wait of [0, MINUTE, HOUR]) {
    await later(wait, "wallet.finish-refunds");
    expect([await valueOfAlarm("ProviderUnknownReference"), await status()]).toEqual([1, "PENDING"]);
  }
  isKnown = true;
  await later(2 * HOUR, "wallet.finish-refunds");
  expect([await valueOfAlarm("ProviderUnknownReference"), await status()]).toEqual([0, "SUCCEEDED"]);
  expect((await fan(getWallet, {})).balance).toBe("0.00");
});

it("PYO-05 TEL-07 a payee whom the provider does not know stays as it is, is asked about hourly, and is an alarm until it is known", async () => {
  const { userId } = await world.newCreator("50.00");
  await world.as(userId, ["CREATOR"])(startPayee, { country: "DE" });
  const status = async () => (await world.deps.payees.find("sandbox", userId))?.status;
  await later(2 * HOUR, "wallet.check-payees");
  expect([await valueOfAlarm("ProviderUnknownReference"), await status()]).toEqual([0, "ENABLED"]);
  isKnown = false;
  for (const wait of [25 * HOUR, HOUR]) {
    await later(wait, "wallet.check-payees");
    expect([await valueOfAlarm("ProviderUnknownReference"), await status()]).toEqual([1, "ENABLED"]);
  }
  isKnown = true;
  await later(HOUR, "wallet.check-payees");
  expect([await valueOfAlarm("ProviderUnknownReference"), await status()]).toEqual([0, "ENABLED"]);
});

it("PMT-09 TEL-07 the return of a payment in review that the provider does not know is an alarm until it is known", async () => {
  const fan = world.as(uuid());
  const { topupId } = await fan(createTopUp, { amount: "5.00", idempotencyKey: uuid() });
  await world.connection.collection<{ _id: string }>("topups").updateOne({ _id: topupId }, { $set: { status: "REVIEW" } });
  isKnown = false;
  await world.as(uuid(), ["FINANCE"])(resolveTopUp, { topupId, decision: "RETURN", reason: "another sum" });
  expect(await valueOfAlarm("ProviderUnknownReference")).toBe(1);
  isKnown = true;
  await later(2 * HOUR, "wallet.finish-topups");
  expect([await valueOfAlarm("ProviderUnknownReference"), (await fan(getTopUp, { topupId })).status]).toEqual([0, "RETURNED"]);
});
