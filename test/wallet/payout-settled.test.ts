import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { approvePayout, getEarnings, listAdminPayouts, requestPayout, settlePayout, startPayee } from "#libs/contracts/wallet/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { CheckoutServer } from "../providers/checkout-server/server.ts";
import { PRIVATE_ADDRESSES } from "../providers/host.ts";
import { type Api, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
let server: CheckoutServer;
beforeAll(async () => {
  world = await walletWorld({ env: { configOverrides: new Map(Object.entries(PRIVATE_ADDRESSES)) } });
  server = await CheckoutServer.start({ now: () => world.runtime.clock.now() });
});
afterAll(async () => {
  await world.stop();
  await server.close();
});
afterEach(async () => {
  world.runtime.clock.reset();
  expect(await auditLedger(world.deps.database)).toEqual([]);
});

const REMOVED = { "provider.payment": "sandbox", "provider.payment_secret": null };
const staff =
  (userId = uuid()): Api =>
  (contract, params) =>
    world.as(userId, ["FINANCE"])(contract, params);
const [annaId, ben] = [uuid(), staff()];
const anna = staff(annaId);
const shown = async (payoutId: string) => (await anna(listAdminPayouts, { id: payoutId })).items[0];

/** A payout that is on its way at a provider, which does not answer. */
async function underWay() {
  world.configure(REMOVED);
  const creator = await world.newCreator("30.00");
  world.configure({ ...server.settings, "provider.payment": "checkout", "site.public_host": "https://creators.example.org" });
  await world.as(creator.userId)(startPayee, { country: "DE" });
  const [payee] = await world.documents("payees", { userId: creator.userId });
  server.changePayee(String(payee?.reference), "ENABLED");
  world.runtime.clock.advance(61 * MINUTE);
  await world.runtime.jobs.runNow("wallet.check-payees");
  world.runtime.clock.advance(73 * 60 * MINUTE);
  const { payoutId } = await world.as(creator.userId)(requestPayout, { amount: "30.00", idempotencyKey: uuid() });
  server.misbehave("DOWN", /transfers/, 1_000);
  expect(await anna(approvePayout, { payoutId })).toMatchObject({ status: "PROCESSING" });
  return { creator, payoutId };
}

describe("PYO-03 a payout whose provider is gone", () => {
  it("PYO-03 is settled by two people who say the same, once; while the provider is connected it alone decides", async () => {
    const { creator, payoutId } = await underWay();
    const settle = (by: Api, outcome: "PAID" | "FAILED") => by(settlePayout, { payoutId, outcome, reason: "their books say so" });
    await expect(settle(anna, "FAILED")).rejects.toMatchObject({ key: "payout.error.invalid_status", code: 409 });
    expect(await shown(payoutId)).toMatchObject({ providerGone: false, settlement: null });
    world.configure(REMOVED);
    world.runtime.clock.advance(MINUTE);
    await world.runtime.jobs.runNow("wallet.finish-payouts");
    expect(await shown(payoutId)).toMatchObject({ status: "PROCESSING", providerGone: true });
    expect(await settle(anna, "FAILED")).toEqual({ payoutId, status: "PROCESSING", approvals: 1 });
    expect(await shown(payoutId)).toMatchObject({ settlement: { by: annaId, outcome: "FAILED" } });
    await expect(settle(anna, "FAILED")).rejects.toMatchObject({ key: "payout.error.same_admin" });
    await expect(settle(staff(creator.userId), "FAILED")).rejects.toMatchObject({ key: "payout.error.own_payout" });
    expect(await settle(ben, "PAID")).toMatchObject({ approvals: 1 });
    expect(await settle(anna, "FAILED")).toMatchObject({ approvals: 1 });
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 5 }, () => settle(staff(), "FAILED")));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["payout.error.invalid_status"])]);
    expect(await shown(payoutId)).toMatchObject({ status: "FAILED", reason: "their books say so", providerGone: false });
    expect(await world.as(creator.userId)(getEarnings, { creatorId: creator.creatorId })).toMatchObject({ available: "30.00" });
    expect(await world.documents("outbox", { event: "payout.processed", "payload.payoutId": payoutId })).toHaveLength(1);
    const lines = (await world.documents("audit_log", { target: payoutId })).map(({ action }) => action);
    expect(lines).toEqual(["payout.approve", ...Array(3).fill("payout.propose_settle"), "payout.settle"]);
  });

  it("PYO-03 ends as paid when that is what they say, and is finished by the provider when that is connected again", async () => {
    const { creator, payoutId } = await underWay();
    world.configure(REMOVED);
    await anna(settlePayout, { payoutId, outcome: "PAID", reason: "it is in their books" });
    expect(await ben(settlePayout, { payoutId, outcome: "PAID", reason: "I saw it as well" })).toMatchObject({
      status: "PAID",
      approvals: 2,
    });
    expect(await world.as(creator.userId)(getEarnings, { creatorId: creator.creatorId })).toMatchObject({
      available: "0.00",
      requested: "0.00",
    });
    server.behave();
    const other = await underWay();
    world.configure(REMOVED);
    await anna(settlePayout, { payoutId: other.payoutId, outcome: "FAILED", reason: "not in their books" });
    server.behave();
    server.moveMoney("topup", 100_000);
    world.configure({ ...server.settings, "provider.payment": "sandbox" });
    world.runtime.clock.advance(MINUTE);
    await world.runtime.jobs.runNow("wallet.finish-payouts");
    expect(await shown(other.payoutId)).toMatchObject({ status: "PAID", providerGone: false, settlement: null });
  });
});
