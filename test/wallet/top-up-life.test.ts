import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import {
  cancelTopUp,
  confirmTopUp,
  createTopUp,
  decideSandboxPayment,
  getTopUp,
  getWallet,
  listAdminTopUps,
  listWalletTransactions,
  resolveTopUp,
} from "#libs/contracts/wallet/index.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterEach(() => world.runtime.clock.reset());
afterAll(async () => {
  expect(await auditLedger(world.deps.database)).toEqual([]);
  await world.stop();
});

const start = (userId: string, amount = "5.00", key: string = uuid()) => world.as(userId)(createTopUp, { amount, idempotencyKey: key });
const read = (userId: string, topupId: string) => world.as(userId)(getTopUp, { topupId });
const confirm = (userId: string, topupId: string) => world.as(userId)(confirmTopUp, { topupId });
const cancel = (userId: string, topupId: string) => world.as(userId)(cancelTopUp, { topupId });
/** What happens at the provider, without a callback. */
const happens = (userId: string, topupId: string, outcome: Parameters<typeof decide>[2], more = {}) =>
  decide(userId, topupId, outcome, { notify: false, ...more });
const decide = (userId: string, topupId: string, outcome: "SUCCEEDED" | "FAILED" | "CANCELLED" | "REFUNDS_FAIL", more = {}) =>
  world.as(userId)(decideSandboxPayment, { reference: `sandbox:${topupId}`, outcome, ...more });
const balanceOf = async (userId: string) => (await world.as(userId)(getWallet, {})).balance;
const job = (name = "wallet.finish-topups") => world.runtime.jobs.runNow(name);
const finance = () => world.as(uuid(), ["FINANCE"]);
const resolve = (topupId: string, decision: "CREDIT" | "RETURN", by = finance()) =>
  by(resolveTopUp, { topupId, decision, reason: "checked with the provider" });

/** A top-up of 5.00 for which another sum was paid. */
async function inReview(paid: { amount?: string; currency?: string } = { amount: "3.00" }) {
  const userId = uuid();
  const { topupId } = await start(userId);
  await decide(userId, topupId, "SUCCEEDED", paid);
  return { userId, topupId };
}

it("PMT-01 a top-up is PENDING with the action of the provider, and its owner alone reads it", async () => {
  const userId = uuid();
  const topUp = await start(userId);
  expect(topUp).toMatchObject({
    ...{ status: "PENDING", reason: null, amount: "5.00", currency: "EUR", refunded: "0.00", disputed: "0.00", number: null },
    action: { kind: "REDIRECT", value: `/sandbox/pay/${topUp.topupId}` },
    settledAt: null,
  });
  expect(Date.parse(topUp.expiresAt ?? "") - Date.parse(topUp.createdAt)).toBe(HOUR);
  expect(await read(userId, topUp.topupId)).toEqual(topUp);
  await expect(read(uuid(), topUp.topupId)).rejects.toMatchObject({ key: "payment.topup.not_found" });
});

it.each(["JPY", "eur", "", "EURO"])("PMT-01 a top-up in another currency is refused: %j", async (currency) => {
  const call = world.as(uuid());
  await expect(call(createTopUp, { amount: "5.00", currency, idempotencyKey: uuid() })).rejects.toMatchObject({
    ...{ key: "payment.topup.currency_unsupported", code: 400 },
  });
});

it("PMT-02 money that was paid is credited once by the job when no browser comes back", async () => {
  const userId = uuid();
  const { topupId } = await start(userId);
  await happens(userId, topupId, "SUCCEEDED");
  await job();
  expect(await read(userId, topupId)).toMatchObject({ status: "PENDING" });
  world.runtime.clock.advance(31 * SECOND);
  await Promise.all([job(), job()]);
  expect(await read(userId, topupId)).toMatchObject({
    status: "SUCCEEDED",
    action: null,
    number: expect.stringMatching(/^R-\d{8}-[0-9A-F]{8}$/),
  });
  world.runtime.clock.advance(DAY);
  await job();
  expect(await balanceOf(userId)).toBe("5.00");
});

it("PMT-02 the job asks after 30 s, 1, 2, 5, 10 and 30 min, then hourly", async () => {
  const userId = uuid();
  world.configure({ "payment.topup_expiry_minutes": 1_440 });
  const { topupId, createdAt } = await start(userId);
  const waits: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const due = (await world.deps.topUps.find(topupId))?.checkAt ?? new Date(0);
    waits.push((due.getTime() - Date.parse(createdAt)) / SECOND);
    world.runtime.clock.set(due);
    await job();
  }
  world.configure({ "payment.topup_expiry_minutes": 60 });
  const minutes = [0.5, 1, 2, 5, 10, 30, 90, 150, 210];
  expect(waits.map((wait) => Math.floor(wait / 30) / 2)).toEqual(minutes);
});

it("PMT-03 a top-up that is not paid in time is CANCELLED as EXPIRED, and a late payment is credited", async () => {
  const userId = uuid();
  const { topupId } = await start(userId);
  world.runtime.clock.advance(59 * MINUTE);
  await job();
  expect(await read(userId, topupId)).toMatchObject({ status: "PENDING" });
  world.runtime.clock.advance(2 * MINUTE);
  await job();
  expect(await read(userId, topupId)).toMatchObject({ status: "CANCELLED", reason: "EXPIRED", action: null });
  await decide(userId, topupId, "SUCCEEDED");
  expect(await read(userId, topupId)).toMatchObject({ status: "SUCCEEDED", reason: null });
  expect(await balanceOf(userId)).toBe("5.00");
});

it("PMT-03 a payment in the last moment wins against the end of its time", async () => {
  const userId = uuid();
  const { topupId } = await start(userId);
  await happens(userId, topupId, "SUCCEEDED");
  world.runtime.clock.advance(2 * HOUR);
  await job();
  expect(await read(userId, topupId)).toMatchObject({ status: "SUCCEEDED" });
});

it("PMT-04 the payer cancels a top-up, again without effect; one that was paid is credited, and stays so", async () => {
  const userId = uuid();
  const first = await start(userId);
  for (const _attempt of [1, 2]) {
    expect(await cancel(userId, first.topupId)).toMatchObject({ status: "CANCELLED", reason: "BY_PAYER", action: null });
  }
  const paid = await start(userId);
  await happens(userId, paid.topupId, "SUCCEEDED");
  for (const _attempt of [1, 2]) expect(await cancel(userId, paid.topupId)).toMatchObject({ status: "SUCCEEDED", reason: null });
  await expect(cancel(uuid(), first.topupId)).rejects.toMatchObject({ key: "payment.topup.not_found" });
  expect(await balanceOf(userId)).toBe("5.00");
});

it("PMT-04 PMT-05 cancellation, confirmation, callback and job at once end a top-up once", async () => {
  for (let round = 0; round < 10; round += 1) {
    const userId = uuid();
    const { topupId } = await start(userId);
    world.runtime.clock.advance(31 * SECOND);
    await Promise.all([
      cancel(userId, topupId),
      confirm(userId, topupId),
      decide(userId, topupId, "SUCCEEDED"),
      job(),
      cancel(userId, topupId),
    ]);
    expect(await read(userId, topupId)).toMatchObject({ status: "SUCCEEDED" });
    const { items } = await world.as(userId)(listWalletTransactions, {});
    expect(items).toMatchObject([{ kind: "TOPUP", amount: "5.00", balanceAfter: "5.00" }]);
  }
});

it.each([
  [{ amount: "3.00" }, "AMOUNT_DIFFERS", "3.00"],
  [{ amount: "5.01" }, "AMOUNT_DIFFERS", "5.01"],
] as const)("PMT-09 another sum is in review and credits nothing until staff credit what came: %j", async (paid, reason, credited) => {
  const { userId, topupId } = await inReview(paid);
  expect(await read(userId, topupId)).toMatchObject({ status: "REVIEW", reason, amount: "5.00", number: null });
  expect(await balanceOf(userId)).toBe("0.00");
  const { items } = await finance()(listAdminTopUps, { status: "REVIEW", userId });
  expect(items).toMatchObject([{ topupId, userId, provider: "sandbox", paid: { amount: paid.amount, currency: "EUR" }, decidedBy: null }]);
  expect(await resolve(topupId, "CREDIT")).toMatchObject({ status: "SUCCEEDED", amount: credited, reason: null });
  const [decided] = (await finance()(listAdminTopUps, { id: topupId })).items;
  expect(decided).toMatchObject({ asked: "5.00", reviewedFor: reason, note: "checked with the provider" });
  expect(await balanceOf(userId)).toBe(credited);
  for (const decision of ["CREDIT", "RETURN"] as const) {
    await expect(resolve(topupId, decision)).rejects.toMatchObject({ key: "payment.topup.invalid_status", code: 409 });
  }
  expect(await confirm(userId, topupId)).toMatchObject({ status: "SUCCEEDED", amount: credited });
  const trail = await world.documents("audit_log", { action: "topup.resolve", target: topupId });
  expect(trail).toMatchObject([
    { details: { decision: "CREDIT", reason: "checked with the provider", amount: credited, currency: "EUR" } },
  ]);
});

it("PMT-09 a sum in another currency is not credited, only returned", async () => {
  const { userId, topupId } = await inReview({ currency: "USD" });
  expect(await read(userId, topupId)).toMatchObject({ status: "REVIEW", reason: "CURRENCY_DIFFERS" });
  await expect(resolve(topupId, "CREDIT")).rejects.toMatchObject({ key: "payment.topup.currency_differs", code: 409 });
  expect(await resolve(topupId, "RETURN")).toMatchObject({ status: "RETURNED" });
});

it("PMT-09 a returned top-up is final: confirmation, callback and job change nothing, and a second decision is 409", async () => {
  const { userId, topupId } = await inReview();
  const why = { reviewedFor: "AMOUNT_DIFFERS", note: "checked with the provider" };
  expect(await resolve(topupId, "RETURN")).toMatchObject({ status: "RETURNED", decidedBy: expect.any(String), ...why });
  const returned = await read(userId, topupId);
  expect(await confirm(userId, topupId)).toEqual(returned);
  expect(await cancel(userId, topupId)).toEqual(returned);
  await decide(userId, topupId, "SUCCEEDED");
  world.runtime.clock.advance(DAY);
  await job();
  expect(await read(userId, topupId)).toEqual(returned);
  await expect(resolve(topupId, "RETURN")).rejects.toMatchObject({ code: 409 });
  expect(await balanceOf(userId)).toBe("0.00");
  const { items } = await world.deps.sandbox.provider.movements(null);
  expect(items.filter(({ kind, amount }) => kind === "REFUND" && amount === -300n).length).toBeGreaterThan(0);
});

it("PMT-09 a return that the provider refuses is in review again, and may be tried again", async () => {
  const { userId, topupId } = await inReview();
  await happens(userId, topupId, "REFUNDS_FAIL");
  expect(await resolve(topupId, "RETURN")).toMatchObject({ status: "REVIEW", reason: "RETURN_FAILED" });
  await happens(userId, topupId, "SUCCEEDED");
  expect(await resolve(topupId, "RETURN")).toMatchObject({ status: "RETURNED", reason: null });
});

it("PMT-09 the payer is told once of a payment in review, and once of its return, not of a return that was refused", async () => {
  const { userId, topupId } = await inReview();
  const told = async () => {
    const rows = await world.documents("outbox", { event: "wallet.topup_changed", "payload.userId": userId });
    return rows.map(({ payload }) => payload);
  };
  await confirm(userId, topupId);
  await decide(userId, topupId, "SUCCEEDED");
  await job();
  expect(await told()).toEqual([{ topupId, userId, status: "REVIEW" }]);
  await happens(userId, topupId, "REFUNDS_FAIL");
  expect(await resolve(topupId, "RETURN")).toMatchObject({ status: "REVIEW" });
  expect(await told()).toHaveLength(1);
  await happens(userId, topupId, "SUCCEEDED");
  await resolve(topupId, "RETURN");
  expect(await told()).toEqual([
    { topupId, userId, status: "REVIEW" },
    { topupId, userId, status: "RETURNED" },
  ]);
});

it("PMT-09 of decisions at once, one counts", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { userId, topupId } = await inReview();
    const decisions = ["CREDIT", "RETURN", "CREDIT", "RETURN"] as const;
    const { accepted, refusals } = await outcomesOf(decisions.map((decision) => resolve(topupId, decision)));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["payment.topup.invalid_status"])]);
    const { status } = await read(userId, topupId);
    expect(await balanceOf(userId)).toBe(status === "SUCCEEDED" ? "3.00" : "0.00");
  }
});

it("PMT-09 staff decide neither about their own money nor without finance:write", async () => {
  const { userId, topupId } = await inReview();
  await expect(resolve(topupId, "CREDIT", world.as(userId, ["FINANCE"]))).rejects.toMatchObject({ key: "payment.error.own_money" });
  for (const role of ["MODERATOR", "SUPPORT", "ANALYST"]) {
    await expect(resolve(topupId, "CREDIT", world.as(uuid(), [role]))).rejects.toMatchObject({ key: "error.forbidden" });
  }
  await expect(resolve(uuid(), "CREDIT")).rejects.toMatchObject({ key: "payment.topup.not_found" });
  expect(await balanceOf(userId)).toBe("0.00");
});
