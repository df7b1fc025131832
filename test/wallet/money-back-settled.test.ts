import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  confirmTopUp,
  createRefund,
  createTopUp,
  listAdminRefunds,
  listAdminTopUps,
  resolveTopUp,
  settleRefund,
  settleTopUp,
} from "#libs/contracts/wallet/index.ts";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { CheckoutServer } from "../providers/checkout-server/server.ts";
import { PRIVATE_ADDRESSES } from "../providers/host.ts";
import { type MoneyBack, moneyBack } from "./money-back-fixture.ts";
import { type Api, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
let back: MoneyBack;
let server: CheckoutServer;
beforeAll(async () => {
  world = await walletWorld({ env: { configOverrides: new Map(Object.entries(PRIVATE_ADDRESSES)) } });
  server = await CheckoutServer.start({ now: () => world.runtime.clock.now() });
  back = moneyBack(world);
});
afterAll(async () => {
  await world.stop();
  await server.close();
});
afterEach(async () => {
  server.behave();
  world.runtime.clock.reset();
  await back.expectBalanced();
});

const removed = () => world.configure({ "provider.payment": "sandbox", "provider.payment_secret": null });
const staff =
  (userId = uuid()): Api =>
  (contract, params) =>
    world.as(userId, ["FINANCE"])(contract, params);
const [annaId, ben] = [uuid(), staff()];
const anna = staff(annaId);
const shown = async (refundId: string) => (await anna(listAdminRefunds, { id: refundId })).items[0];
const settle = (by: Api, refundId: string, outcome: "SUCCEEDED" | "FAILED") =>
  by(settleRefund, { refundId, outcome, reason: "their books say so" });

/** A top-up of 20.00 over the provider that is removed later. */
async function paidTopUp(amount = 2_000) {
  const userId = uuid();
  world.configure({ ...server.settings, "provider.payment": "checkout", "site.public_host": "https://creators.example.org" });
  const { topupId } = await world.as(userId)(createTopUp, { amount: "20.00", idempotencyKey: uuid() });
  server.pay(server.all("checkout.session").find(({ client_reference_id: id }) => id === topupId)?.id ?? "", { amount });
  await world.as(userId)(confirmTopUp, { topupId });
  return { userId, topupId };
}

/** A refund of 20.00 at a provider that does not answer. */
async function underWay() {
  const { userId, topupId } = await paidTopUp();
  server.misbehave("DOWN", /refunds/, 1_000);
  const { refunds } = await world.as(userId)(createRefund, { idempotencyKey: uuid() });
  return { userId, topupId, refundId: refunds[0]?.refundId ?? "" };
}

describe("PMT-15 a refund whose provider is gone", () => {
  it("PMT-15 PMT-20 is settled by two people who say the same, once, with the postings of an answer of the provider", async () => {
    const { userId, topupId, refundId } = await underWay();
    await expect(settle(anna, refundId, "FAILED")).rejects.toMatchObject({ key: "payment.refund.invalid_status", code: 409 });
    await expect(settle(anna, uuid(), "FAILED")).rejects.toMatchObject({ key: "payment.refund.not_found" });
    expect(await shown(refundId)).toMatchObject({ status: "PENDING", providerGone: false, settlement: null });
    removed();
    world.runtime.clock.advance(HOUR);
    await world.runtime.jobs.runNow("wallet.finish-refunds");
    expect(await shown(refundId)).toMatchObject({ status: "PENDING", providerGone: true });
    expect(await settle(anna, refundId, "FAILED")).toEqual({ refundId, status: "PENDING", approvals: 1 });
    expect(await shown(refundId)).toMatchObject({ settlement: { by: annaId, reason: "their books say so", outcome: "FAILED" } });
    await expect(settle(anna, refundId, "FAILED")).rejects.toMatchObject({ key: "payment.error.same_admin" });
    await expect(settle(staff(userId), refundId, "FAILED")).rejects.toMatchObject({ key: "payment.error.own_money" });
    expect(await settle(ben, refundId, "SUCCEEDED")).toMatchObject({ approvals: 1 });
    expect(await settle(anna, refundId, "FAILED")).toMatchObject({ approvals: 1 });
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => settle(staff(), refundId, "FAILED")));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["payment.refund.invalid_status"])]);
    expect(await shown(refundId)).toMatchObject({ status: "FAILED", reason: null, providerGone: false, settlement: { by: annaId } });
    expect(await back.kindsOf(userId)).toEqual(["TOPUP 20.00", "REFUND_TO_SOURCE -20.00", "REFUND_RETURN 20.00"]);
    expect(await back.topUpRow(topupId)).toMatchObject({ refunded: 0n, refusesRefunds: true });
    expect(await back.facts("wallet.refunded", { "payload.refundId": refundId })).toMatchObject([{ status: "FAILED" }]);
    const lines = (await world.documents("audit_log", { target: refundId })).map(({ action }) => action);
    expect(lines).toEqual([...Array(3).fill("refund.propose_settle"), "refund.settle"]);
  });

  it("PMT-15 ends as sent when ten people say so at once, and the wallet stays without the money", async () => {
    const { userId, refundId } = await underWay();
    removed();
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => settle(staff(), refundId, "SUCCEEDED")));
    expect([accepted, new Set(refusals)]).toEqual([2, new Set(["payment.refund.invalid_status"])]);
    expect(await shown(refundId)).toMatchObject({ status: "SUCCEEDED" });
    expect(await back.kindsOf(userId)).toEqual(["TOPUP 20.00", "REFUND_TO_SOURCE -20.00"]);
    expect(await back.facts("wallet.refunded", { "payload.refundId": refundId })).toMatchObject([{ status: "SUCCEEDED" }]);
  });

  it("PMT-15 is ended by its provider alone when that is connected again between the two", async () => {
    const { refundId } = await underWay();
    removed();
    await settle(anna, refundId, "FAILED");
    server.behave();
    world.configure({ ...server.settings, "provider.payment": "sandbox" });
    await expect(settle(ben, refundId, "FAILED")).rejects.toMatchObject({ key: "payment.refund.invalid_status" });
    world.runtime.clock.advance(HOUR);
    await world.runtime.jobs.runNow("wallet.finish-refunds");
    expect(await shown(refundId)).toMatchObject({ status: "SUCCEEDED", providerGone: false, settlement: null });
  });
});

const topUpShown = async (id: string) => (await anna(listAdminTopUps, { id })).items[0];
const resolve = (topupId: string, decision: "CREDIT" | "RETURN") => anna(resolveTopUp, { topupId, decision, reason: "not asked for" });
const settleReturn = (by: Api, topupId: string, outcome: "RETURNED" | "REVIEW") =>
  by(settleTopUp, { topupId, outcome, reason: "their books say so" });

/** A payment of 7.00 that goes back, at a provider that does not answer. */
async function returning() {
  const paid = await paidTopUp(700);
  server.misbehave("DOWN", /refunds/, 1_000);
  expect(await resolve(paid.topupId, "RETURN")).toMatchObject({ status: "RETURNING", providerGone: false });
  return paid;
}

describe("PMT-09 a return whose provider is gone", () => {
  it("PMT-09 is settled by two people who say the same, once, and what was said of it does not count for the next return", async () => {
    const { userId, topupId } = await returning();
    await expect(settleReturn(anna, topupId, "REVIEW")).rejects.toMatchObject({ key: "payment.topup.invalid_status", code: 409 });
    await expect(settleReturn(anna, uuid(), "REVIEW")).rejects.toMatchObject({ key: "payment.topup.not_found" });
    removed();
    expect(await topUpShown(topupId)).toMatchObject({ status: "RETURNING", providerGone: true, settlement: null });
    expect(await settleReturn(anna, topupId, "REVIEW")).toEqual({ topupId, status: "RETURNING", approvals: 1 });
    expect(await topUpShown(topupId)).toMatchObject({ settlement: { by: annaId, outcome: "REVIEW" } });
    await expect(settleReturn(anna, topupId, "REVIEW")).rejects.toMatchObject({ key: "payment.error.same_admin" });
    await expect(settleReturn(staff(userId), topupId, "REVIEW")).rejects.toMatchObject({ key: "payment.error.own_money" });
    const again = await outcomesOf(Array.from({ length: 10 }, () => settleReturn(staff(), topupId, "REVIEW")));
    expect([again.accepted, new Set(again.refusals)]).toEqual([1, new Set(["payment.topup.invalid_status"])]);
    expect(await topUpShown(topupId)).toMatchObject({ status: "REVIEW", reason: "RETURN_FAILED", providerGone: false });
    expect(await resolve(topupId, "RETURN")).toMatchObject({ status: "RETURNING", providerGone: true, settlement: null });
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => settleReturn(staff(), topupId, "RETURNED")));
    expect([accepted, new Set(refusals)]).toEqual([2, new Set(["payment.topup.invalid_status"])]);
    expect(await topUpShown(topupId)).toMatchObject({ status: "RETURNED", providerGone: false });
    expect(await back.kindsOf(userId)).toEqual([]);
    const told = await back.facts("wallet.topup_changed", { "payload.topupId": topupId });
    expect(told.map(({ status }) => status)).toEqual(["REVIEW", "RETURNED"]);
    const lines = (await world.documents("audit_log", { target: topupId })).map(({ action }) => action);
    expect(lines).toEqual([
      "topup.resolve",
      "topup.propose_settle",
      "topup.settle",
      "topup.resolve",
      "topup.propose_settle",
      "topup.settle",
    ]);
  });

  it("PMT-09 is ended by its provider alone when that is connected again between the two; one in review can be credited", async () => {
    const { topupId } = await returning();
    const other = await returning();
    removed();
    await settleReturn(anna, topupId, "REVIEW");
    for (const by of [anna, ben]) await settleReturn(by, other.topupId, "REVIEW");
    expect(await resolve(other.topupId, "CREDIT")).toMatchObject({ status: "SUCCEEDED", settlement: null });
    expect(await back.balance(other.userId)).toBe("7.00");
    server.behave();
    world.configure({ ...server.settings, "provider.payment": "sandbox" });
    await expect(settleReturn(ben, topupId, "REVIEW")).rejects.toMatchObject({ key: "payment.topup.invalid_status" });
    world.runtime.clock.advance(HOUR);
    await world.runtime.jobs.runNow("wallet.finish-topups");
    expect(await topUpShown(topupId)).toMatchObject({ status: "RETURNED", providerGone: false, settlement: null });
  });
});
