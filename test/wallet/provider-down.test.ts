import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createTopUp } from "#libs/contracts/wallet/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { vitalsReader } from "#libs/platform/operations/read-vitals.ts";
import { ALARMS } from "#libs/policies/alarms.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { outcomeOf } from "../support/act-as.ts";
import { stubPayment } from "../support/stub-payment.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let isDown = false;
const { start, changes, ...provider } = stubPayment({});
const answers =
  <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
  async (...args: Args): Promise<T> => {
    if (isDown) throw new ProviderFailure("payment", "UNREACHABLE", "UNRESOLVED");
    return call(...args);
  };
let world: WalletWorld;
beforeAll(async () => {
  const sandbox = { ...provider, start: answers(start), changes: answers(changes) };
  world = await walletWorld({ deps: (live) => ({ ...live, payment: paymentSlot(live, { sandbox }) }) });
});
afterAll(() => world.stop());

/** The value of the alarm, as the process reports it. */
async function value(): Promise<number | undefined> {
  await world.runtime.jobs.runNow("wallet.gauge-provider");
  const vitals = await vitalsReader(world.runtime.metrics, () => world.runtime.clock.now().getTime() / 1_000)();
  return vitals.find(({ alarm }) => alarm === "ProviderDown")?.value;
}
const isRaised = async () => ((await value()) ?? Number.NaN) > ALARMS.ProviderDown.threshold;

it("TEL-07 a payment provider that answers no call in a row is an alarm, which ends by itself when it answers", async () => {
  const fan = world.as(uuid());
  const add = () => outcomeOf(fan(createTopUp, { amount: "5.00", idempotencyKey: uuid() }));
  expect(await value()).toBe(0);
  isDown = true;
  expect(await add()).toBe("payment.topup.provider_unavailable");
  expect(await isRaised()).toBe(false);
  expect(await isRaised()).toBe(true);
  for (const _ of "four") expect(await isRaised()).toBe(true);
  expect(world.runtime.config.read("provider.payment")).toBe("sandbox");
  isDown = false;
  expect(await isRaised()).toBe(true);
  world.runtime.clock.advance(MINUTE);
  expect(await value()).toBe(0);
});
