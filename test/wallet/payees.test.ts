import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  approvePayout,
  createPayoutMethod,
  decideSandboxPayment,
  getEarnings,
  getPayee,
  listAdminPayouts,
  requestPayout,
  startPayee,
} from "#libs/contracts/wallet/index.ts";
import { closeMoney } from "#libs/contracts/wallet/leaving.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { eraseBatch } from "#libs/platform/personal-data/erase-batch.ts";
import { erasureLedger } from "#libs/platform/personal-data/erasure-ledger.ts";
import { payeeReference } from "#libs/providers/payment/sandbox/references.ts";
import type { SandboxOutcome } from "#libs/providers/payment/sandbox/sandbox-outcomes.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { moneyRows } from "#services/messaging/wallet/personal-data.ts";
import { type Api, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  world.configure({ "provider.payment": "sandbox" });
  expect(await auditLedger(world.deps.database)).toEqual([]);
});

interface Creator {
  readonly userId: string;
  readonly creatorId: string;
}

const REQUIRED = "payout.error.payee_required";
const COOLING = "payout.error.cooling";
const finance: Api = (contract, params) => world.as(uuid(), ["FINANCE"])(contract, params);
const start = ({ userId }: Pick<Creator, "userId">, country = "DE") => world.as(userId)(startPayee, { country });
const payeeOf = ({ userId }: Pick<Creator, "userId">) => world.as(userId)(getPayee, {});
const decide = ({ userId }: Pick<Creator, "userId">, outcome: SandboxOutcome, more: { notify?: boolean; instrument?: string } = {}) =>
  world.as(userId)(decideSandboxPayment, { reference: payeeReference(userId), outcome, ...more });
const request = ({ userId }: Pick<Creator, "userId">, more: { methodId?: string } = {}) =>
  world.as(userId)(requestPayout, { amount: "20.00", idempotencyKey: uuid(), ...more });
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: { key: string }) => error.key,
  );
const payoutRow = async (payoutId: string) => (await finance(listAdminPayouts, { id: payoutId })).items[0];
const factsOf = async (event: string, userId: string) =>
  (await world.documents("outbox", { event, "payload.userId": userId })).map(({ payload }) => payload as Record<string, unknown>);
const statusesOf = async (userId: string) => (await factsOf("payee.changed", userId)).map(({ from, status }) => `${from} ${status}`).sort();
const runCheck = () => world.runtime.jobs.runNow("wallet.check-payees");

/** A creator with earnings and no payout method. */
async function newCreator(earned = "100.00"): Promise<Creator> {
  const { userId, creatorId, methodId } = await world.newCreator(earned);
  await world.connection.collection<{ _id: string }>("payout_methods").deleteOne({ _id: methodId });
  await world.connection.collection<{ _id: string }>("payout_destinations").deleteOne({ _id: userId });
  return { userId, creatorId };
}

async function enabledCreator(earned?: string): Promise<Creator> {
  const creator = await newCreator(earned);
  await start(creator);
  await decide(creator, "ENABLED");
  return creator;
}

describe("PYO-05 payee", () => {
  it("PYO-05 a creator gets a link, each time; payouts are refused until the provider can pay, and while it misses something", async () => {
    const creator = await newCreator();
    expect(await payeeOf(creator)).toEqual({ status: null, country: null, requirementsDue: [], isRequired: false, action: null });
    const begun = await start(creator);
    expect(begun).toMatchObject({ status: "ONBOARDING", country: "DE", requirementsDue: ["identity_document", "bank_account"] });
    expect(begun.action).toMatchObject({ kind: "REDIRECT", value: expect.stringMatching(/\/payouts$/), expiresAt: expect.any(String) });
    expect((await start(creator)).action).not.toBeNull();
    expect(await refusal(request(creator))).toBe(REQUIRED);
    await decide(creator, "ENABLED");
    expect(await payeeOf(creator)).toMatchObject({ status: "ENABLED", requirementsDue: [] });
    const { payoutId } = await request(creator);
    await decide(creator, "RESTRICTED");
    await expect(request(creator)).rejects.toMatchObject({ key: REQUIRED, code: 403 });
    expect(await refusal(finance(approvePayout, { payoutId }))).toBe(REQUIRED);
    await decide(creator, "ENABLED");
    expect(await finance(approvePayout, { payoutId })).toMatchObject({ status: "PAID" });
    expect(await payoutRow(payoutId)).toMatchObject({ methodId: null, methodKind: "PAYEE", methodLabel: "" });
    await decide(creator, "DISABLED");
    expect(await start(creator)).toMatchObject({ status: "DISABLED", action: null });
    await decide(creator, "ENABLED");
    expect([await payeeOf(creator), await refusal(request(creator))]).toMatchObject([{ status: "DISABLED" }, REQUIRED]);
  });

  it("PYO-05 a fan is refused, and a payee of another person cannot be decided about", async () => {
    const creator = await enabledCreator();
    const fan = { userId: await world.newFan("1.00") };
    for (const call of [start(fan), payeeOf(fan)]) await expect(call).rejects.toMatchObject({ key: "payout.error.not_creator", code: 403 });
    const foreign = world.as(fan.userId)(decideSandboxPayment, { reference: payeeReference(creator.userId), outcome: "DISABLED" });
    expect(await refusal(foreign)).toBe("payment.topup.not_found");
  });

  it("PYO-05 a transfer that the provider refuses is FAILED, with the money back; what pays the payee is told so", async () => {
    const creator = await enabledCreator("20.00");
    const { payoutId } = await request(creator);
    await decide(creator, "TRANSFERS_FAIL");
    expect(await finance(approvePayout, { payoutId })).toMatchObject({ status: "FAILED" });
    expect(await world.as(creator.userId)(getEarnings, creator)).toMatchObject({ available: "20.00", requested: "0.00" });
    await decide(creator, "FUNDS_HERE");
    const again = await request(creator);
    expect(await finance(approvePayout, again)).toMatchObject({ status: "PAID" });
    const [row] = await world.documents("payouts", { _id: again.payoutId });
    expect(row).toMatchObject({ provider: "sandbox", payee: { provider: "sandbox", reference: payeeReference(creator.userId) } });
  });

  it("PYO-05 each change is a fact once, from callbacks and the job alike, and a callback that was lost is made good", async () => {
    const creator = await newCreator();
    await start(creator);
    await decide(creator, "ENABLED", { notify: false });
    world.runtime.clock.advance(HOUR + 1_000);
    await runCheck();
    await Promise.all([runCheck(), decide(creator, "ENABLED"), payeeOf(creator)]);
    expect(await statusesOf(creator.userId)).toEqual(["ONBOARDING ENABLED", "null ONBOARDING"]);
    await decide(creator, "RESTRICTED", { notify: false });
    world.runtime.clock.advance(DAY);
    await runCheck();
    expect(await statusesOf(creator.userId)).toContain("ENABLED RESTRICTED");
    await decide(creator, "ENABLED", { notify: false });
    expect(await payeeOf(creator)).toMatchObject({ status: "ENABLED" });
  });

  it("PYO-05 of ten starts at once one payee comes, and another country counts until the provider has accepted it", async () => {
    const creator = await newCreator();
    const begun = await Promise.all(Array.from({ length: 10 }, () => start(creator)));
    expect(begun.every(({ status, action }) => status === "ONBOARDING" && action !== null)).toBe(true);
    expect(await world.documents("payees", { userId: creator.userId })).toHaveLength(1);
    expect(await start(creator, "FR")).toMatchObject({ country: "FR" });
    await decide(creator, "ENABLED");
    expect(await start(creator, "IT")).toMatchObject({ status: "ENABLED", country: "FR" });
  });

  it("PYO-05 PYO-07 another bank account at the provider cools payouts, also when no callback says so before the approval", async () => {
    const creator = await enabledCreator();
    expect(await factsOf("payout.destination_changed", creator.userId)).toEqual([]);
    const { payoutId } = await request(creator);
    await decide(creator, "BANK_CHANGED", { notify: false });
    expect(await refusal(finance(approvePayout, { payoutId }))).toBe(COOLING);
    expect(await factsOf("payout.destination_changed", creator.userId)).toHaveLength(1);
    expect(await refusal(request(creator))).toBe(COOLING);
    world.runtime.clock.advance(72 * HOUR + 1_000);
    expect(await finance(approvePayout, { payoutId })).toMatchObject({ status: "PAID" });
  });

  it("PYO-05 PYO-07 a payee after a payout method is a change of the destination", async () => {
    const creator = await world.newCreator("100.00");
    await start(creator);
    await decide(creator, "ENABLED");
    expect(await refusal(request(creator))).toBe(COOLING);
  });

  it("PYO-05 without a payee the test provider pays the method, and a method that was named must exist", async () => {
    const creator = await newCreator();
    expect(await refusal(request(creator))).toBe("payout.error.method_not_found");
    const payee = await enabledCreator();
    expect(await refusal(request(payee, { methodId: uuid() }))).toBe("payout.error.method_not_found");
    const { methodId } = await world.as(payee.userId)(createPayoutMethod, { kind: "BANK_ACCOUNT", label: "bank" });
    world.runtime.clock.advance(4 * DAY);
    const wanted = { amount: "20.00", methodId, idempotencyKey: uuid() };
    const [first, second] = [await world.as(payee.userId)(requestPayout, wanted), await world.as(payee.userId)(requestPayout, wanted)];
    expect(second).toEqual(first);
    expect(await payoutRow(first.payoutId)).toMatchObject({ methodId, methodKind: "PAYEE" });
  });

  it("PYO-05 where the provider pays payees only, a payout method is not enough; without a provider there is no payee", async () => {
    const creator = await world.newCreator("40.00");
    const open = await request(creator, creator);
    world.configure({
      "provider.payment": "checkout",
      "provider.payment_secret": "a secret",
      "provider.payment_callback_secret": "another secret",
    });
    expect(await payeeOf(creator)).toMatchObject({ status: null, isRequired: true });
    expect(await refusal(request(creator, creator))).toBe(REQUIRED);
    expect(await refusal(finance(approvePayout, open))).toBe(REQUIRED);
    world.configure({ "provider.payment": "off" });
    expect(await refusal(start(creator))).toBe("payout.error.provider_unavailable");
  });

  it("PYO-05 LVR-07 the last payout goes to the payee, whose row the purge takes; the payout keeps the reference until it is paid", async () => {
    const creator = await enabledCreator("60.00");
    const { paidOut } = await finance(closeMoney, { userId: creator.userId, requestId: uuid() });
    expect(paidOut).toBe("60.00");
    const subject = { userId: creator.userId, creatorId: null, bioPageIds: [], addressHash: null };
    const erasing = { transaction: world.transaction, ledger: erasureLedger(databaseOf(world.connection), world.runtime.clock) };
    await eraseBatch(erasing, { rows: moneyRows(world.deps.database), impersonal: {} }, subject);
    expect(await world.documents("payees", { userId: creator.userId })).toEqual([]);
    world.setStanding(creator.userId, null);
    const [payout] = await world.documents("payouts", { userId: creator.userId });
    expect(payout).toMatchObject({ payee: { reference: payeeReference(creator.userId) }, ownerGone: true });
    expect(await finance(approvePayout, { payoutId: String(payout?._id) })).toMatchObject({ status: "PAID" });
    expect((await world.documents("payouts", { userId: creator.userId }))[0]).not.toHaveProperty("payee");
  });
});
