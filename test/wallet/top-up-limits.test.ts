import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { confirmTopUp, createTopUp, decideSandboxPayment, getWallet, listTopUps } from "#libs/contracts/wallet/index.ts";
import type { AppError } from "#libs/errors/app-error.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

const LIMITS = { "payment.topup_daily_max": 100, "payment.topup_monthly_max": 250, "payment.wallet_max": 200 };

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
  world.configure(LIMITS);
});
afterEach(() => {
  world.configure(LIMITS);
  world.runtime.clock.reset();
});
afterAll(() => world.stop());

const start = (userId: string, amount: string) => world.as(userId)(createTopUp, { amount, idempotencyKey: uuid() });
const pay = async (userId: string, amount: string) => {
  const { topupId } = await start(userId, amount);
  await world.as(userId)(confirmTopUp, { topupId });
};
const decide = (userId: string, topupId: string, outcome: "FAILED" | "CANCELLED" | "SUCCEEDED") =>
  world.as(userId)(decideSandboxPayment, { reference: `sandbox:${topupId}`, outcome });
const above = (kind: string, limit: string, remaining: string) => ({
  ...{ key: "payment.topup.limit", code: 400, vars: expect.objectContaining({ kind, limit, remaining, currency: "EUR" }) },
});

it("PMT-23 the sum of 24 hours has a maximum, which ends a day after the first of them", async () => {
  const userId = uuid();
  const began = world.runtime.clock.now().getTime();
  await pay(userId, "60.00");
  world.runtime.clock.advance(HOUR);
  await expect(start(userId, "40.01")).rejects.toMatchObject(above("DAILY", "100.00", "40.00"));
  const refusal: unknown = await start(userId, "40.01").catch((error: unknown) => error);
  const { resetsAt } = (refusal as AppError).vars;
  expect(Math.abs(Date.parse(String(resetsAt)) - began - DAY)).toBeLessThan(HOUR);
  await pay(userId, "40.00");
  await expect(start(userId, "1.00")).rejects.toMatchObject(above("DAILY", "100.00", "0.00"));
  world.runtime.clock.advance(DAY - HOUR + 1);
  await start(userId, "60.00");
});

it("PMT-23 the sum of 30 days has a maximum", async () => {
  const userId = uuid();
  world.configure({ "payment.wallet_max": 1_000 });
  for (const _day of [1, 2]) {
    await pay(userId, "100.00");
    world.runtime.clock.advance(DAY + 1);
  }
  await expect(start(userId, "50.01")).rejects.toMatchObject(above("MONTHLY", "250.00", "50.00"));
  await pay(userId, "50.00");
  world.runtime.clock.advance(28 * DAY + 1);
  await start(userId, "50.01");
});

it("PMT-23 the balance has a maximum, with what may still be credited", async () => {
  const userId = uuid();
  world.configure({ "payment.wallet_max": 80 });
  await pay(userId, "50.00");
  await start(userId, "20.00");
  await expect(start(userId, "10.01")).rejects.toMatchObject(above("WALLET", "80.00", "10.00"));
  await start(userId, "10.00");
});

it("PMT-23 what failed or was cancelled does not count", async () => {
  const userId = uuid();
  for (const outcome of ["FAILED", "CANCELLED"] as const) await decide(userId, (await start(userId, "100.00")).topupId, outcome);
  await pay(userId, "100.00");
});

it("PMT-23 of ten top-ups at once as many begin as the limit allows", async () => {
  for (let round = 0; round < 5; round += 1) {
    const userId = uuid();
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => start(userId, "30.00")));
    expect([accepted, new Set(refusals)]).toEqual([3, new Set(["payment.topup.limit"])]);
    expect((await world.as(userId)(listTopUps, {})).total).toBe(3);
  }
});

it("PMT-23 ten failed payments in a day block further top-ups until the next", async () => {
  const userId = uuid();
  for (let failed = 0; failed < 10; failed += 1) await decide(userId, (await start(userId, "1.00")).topupId, "FAILED");
  await expect(start(userId, "1.00")).rejects.toMatchObject({ key: "payment.topup.blocked", code: 403 });
  world.runtime.clock.advance(DAY + HOUR);
  await pay(userId, "1.00");
  expect((await world.as(userId)(getWallet, {})).balance).toBe("1.00");
});

it("PMT-23 an account whose address is not verified adds no money", async () => {
  const userId = uuid();
  world.setUnverified(userId);
  await expect(start(userId, "1.00")).rejects.toMatchObject({ key: "auth.account.email_unverified", code: 403 });
  expect(await world.documents("topups", { userId })).toEqual([]);
});
