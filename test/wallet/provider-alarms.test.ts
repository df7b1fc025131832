import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { approvePayout, createTopUp, getPayout, getTopUp, requestPayout } from "#libs/contracts/wallet/index.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { vitalsReader } from "#libs/platform/operations/read-vitals.ts";
import { ALARMS } from "#libs/policies/alarms.ts";
import { FUNDS_MISSING, type Outgoing } from "#libs/providers/payment/payment-provider.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { outcomeOf } from "../support/act-as.ts";
import { outgoing, stubPayment } from "../support/stub-payment.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let answer: Outgoing;
let isKnown = false;
let isDown = false;
const { charge, ...provider } = stubPayment({ pay: async () => answer });
const answers =
  <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
  async (...args: Args): Promise<T> => {
    if (isDown) throw new ProviderFailure("payment", "UNREACHABLE", "UNRESOLVED");
    return call(...args);
  };
const asked: typeof charge = async (key) => {
  if (!isKnown) throw new ProviderFailure("payment", "UNKNOWN_REFERENCE");
  return charge(key);
};
let world: WalletWorld;
beforeAll(async () => {
  const { start, changes } = provider;
  const sandbox = { ...provider, start: answers(start), changes: answers(changes), charge: asked, expire: asked };
  world = await walletWorld({ deps: (live) => ({ ...live, payment: paymentSlot(live, { sandbox }) }) });
});
afterAll(() => world.stop());

type Alarm = "ProviderDown" | "ProviderUnknownReference" | "ProviderFundsLow";

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
  for (const [next, isLow, status] of [
    [outgoing("PENDING", FUNDS_MISSING), true, "PROCESSING"],
    [outgoing("PENDING"), false, "PROCESSING"],
    [outgoing("PENDING", FUNDS_MISSING), true, "PROCESSING"],
    [outgoing("SUCCEEDED"), false, "PAID"],
  ] as const) {
    answer = next;
    await later(MINUTE, "wallet.finish-payouts");
    expect(await is()).toEqual([isLow, status]);
  }
});

it("TEL-07 a payment provider that answers no call in a row is an alarm, which ends by itself when it answers", async () => {
  const fan = world.as(uuid());
  const add = () => outcomeOf(fan(createTopUp, { amount: "5.00", idempotencyKey: uuid() }));
  expect(await valueOfAlarm("ProviderDown")).toBe(0);
  isDown = true;
  expect(await add()).toBe("payment.topup.provider_unavailable");
  expect(await isRaised("ProviderDown")).toBe(false);
  expect(await isRaised("ProviderDown")).toBe(true);
  for (const _ of "four") expect(await isRaised("ProviderDown")).toBe(true);
  expect(world.runtime.config.read("provider.payment")).toBe("sandbox");
  isDown = false;
  expect(await isRaised("ProviderDown")).toBe(true);
  world.runtime.clock.advance(MINUTE);
  expect(await valueOfAlarm("ProviderDown")).toBe(0);
});
