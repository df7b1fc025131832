import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { checkout } from "#libs/providers/payment/checkout/checkout.ts";
import type { NewCharge } from "#libs/providers/payment/payment-provider.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import type { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { type CheckoutHarness, checkoutHarness } from "./checkout-harness.ts";
import { type CheckoutServer, LIVE_SECRET, TRIAL_SECRET } from "./checkout-server/server.ts";
import { PRIVATE_ADDRESSES, testHost } from "./host.ts";
import { paymentSuite } from "./payment-suite.ts";

paymentSuite("checkout", checkoutHarness);

const DAY_AND_HOUR_MS = 25 * HOUR;
const RETURN_URL = "https://creators.example.org/wallet/topups/1";

describe("the payment provider checkout", () => {
  let at: CheckoutHarness;
  beforeAll(async () => {
    at = await checkoutHarness();
  });
  afterEach(() => {
    at.server.behave();
    at.host.configure(at.server.settings);
  });
  afterAll(() => at.stop());

  const newCharge = (): NewCharge => ({
    ...{ topUpId: uuid(), amount: 500n, currency: "EUR", returnUrl: RETURN_URL },
    expiresAt: new Date(at.clock.now().getTime() + HOUR),
  });
  const start = async () => {
    const charge = newCharge();
    return { topUpId: charge.topUpId, reference: (await at.provider.start(charge)).reference };
  };
  const paid = async () => {
    const key = await start();
    at.server.pay(key.reference);
    return key;
  };
  const refundOf = (chargeReference: string, amount = 100n) => ({ refundId: uuid(), chargeReference, amount, currency: "EUR" });
  const transfer = async () => {
    const payee = await at.provider.startPayee({ userId: uuid(), country: "DE" });
    at.server.changePayee(payee, "ENABLED");
    return { payoutId: uuid(), amount: 2_000n, currency: "EUR", payee, methodKind: null, methodLabel: null };
  };
  const reasonOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      ({ reason }: ProviderFailure) => reason,
    );
  const creations = (path: string) => at.server.seen.filter(({ method, path: seen }) => method === "POST" && seen === path);

  it("PMT-11 starts one page for an id, also when answers are lost, and leads to it", async () => {
    const charge = newCharge();
    at.server.misbehave("LOST", /POST .*sessions/, 2);
    expect([await reasonOf(at.provider.start(charge)), await reasonOf(at.provider.start(charge))]).toEqual(["UNREACHABLE", "UNREACHABLE"]);
    const { reference, action } = await at.provider.start(charge);
    const mine = at.server.all("checkout.session").filter(({ client_reference_id: id }) => id === charge.topUpId);
    expect(mine).toMatchObject([{ id: reference, url: action.value, amount_total: 500, currency: "eur" }]);
    expect(creations("/v1/checkout/sessions").filter(({ key }) => key?.includes(charge.topUpId))).toHaveLength(3);
    expect(action.expiresAt).toEqual(charge.expiresAt);
  });

  it("PMT-11 sends no description of the machine, no name and no address, and prints no notice of the provider", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on("warning", note);
    await at.provider.pay(await transfer());
    await at.provider.refund(refundOf((await paid()).reference));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings).toEqual([]);
    const headers = at.server.seen.flatMap((request) => Object.keys(request.headers));
    expect([...new Set(headers)].filter((name) => /telemetry|client/.test(name))).toEqual([]);
    expect(JSON.stringify(at.server.seen.map(({ params }) => params))).not.toMatch(/email|individual|first_name|@/);
    expect(at.host.logged()).toBe("");
  });

  it("PYO-06 pays and refunds once when the answer was lost and the provider has forgotten the key a day later", async () => {
    const [payout, { reference }] = [await transfer(), await paid()];
    const refund = refundOf(reference);
    at.server.misbehave("LOST", /POST .*(transfers|refunds)/, 2);
    expect([await reasonOf(at.provider.pay(payout)), await reasonOf(at.provider.refund(refund))]).toEqual(["UNREACHABLE", "UNREACHABLE"]);
    at.clock.advance(DAY_AND_HOUR_MS);
    at.server.forgetKeys();
    expect(await at.provider.pay(payout)).toMatchObject({ state: "SUCCEEDED" });
    expect(await at.provider.refund(refund)).toMatchObject({ state: "SUCCEEDED" });
    expect(at.server.all("transfer").filter(({ transfer_group: group }) => group === payout.payoutId)).toHaveLength(1);
    expect(
      at.server.all("refund").filter(({ payment_intent: intent }) => intent === at.server.session(reference).payment_intent),
    ).toHaveLength(1);
  });

  it("PYO-06 finds the refund of an id behind a hundred others of the same payment", async () => {
    const { reference } = await paid();
    const refund = refundOf(reference, 1n);
    const first = await at.provider.refund(refund);
    for (let index = 0; index < 120; index += 1) at.server.refundElsewhere(reference, 1);
    at.server.forgetKeys();
    expect(await at.provider.refund(refund)).toEqual(first);
  });

  it("PYO-08 pays once when the money comes, however often it was missing and whether or not keys are forgotten", async () => {
    const payout = await transfer();
    await at.setFunds(payout.payee, false);
    for (let hour = 0; hour < 30; hour += 1) {
      expect(await at.provider.pay(payout)).toEqual({ reference: null, state: "PENDING", reason: "FUNDS_MISSING" });
      at.clock.advance(HOUR);
      if (hour === 24) at.server.forgetKeys();
    }
    await at.setFunds(payout.payee, true);
    const both = await Promise.all([at.provider.pay(payout), at.provider.pay(payout)]);
    expect(both).toMatchObject([{ state: "SUCCEEDED" }, { state: "SUCCEEDED" }]);
    expect(at.server.all("transfer").filter(({ transfer_group: group }) => group === payout.payoutId)).toHaveLength(1);
  });

  it.each([
    ["DOWN", "UNREACHABLE"],
    ["ERROR", "UNREACHABLE"],
    ["LOST", "UNREACHABLE"],
    ["GARBAGE", "BAD_ANSWER"],
  ] as const)("answers a server that is %s with %s, and does the work once afterwards", async (fault, reason) => {
    const { reference } = await paid();
    const refund = refundOf(reference);
    at.server.misbehave(fault, /refunds/, 1);
    expect(await reasonOf(at.provider.refund(refund))).toBe(reason);
    expect(await at.provider.refund(refund)).toMatchObject({ state: "SUCCEEDED" });
    const { payment_intent: intent } = at.server.session(reference);
    expect(at.server.all("refund").filter((each) => each.payment_intent === intent)).toHaveLength(1);
  });

  it("is not configured without a secret that counts, with a wrong one, or at a private address that is closed", async () => {
    const charge = newCharge();
    const reasonWith = async (settings: object, host = at.host) => {
      host.configure({ ...at.server.settings, ...settings });
      return reasonOf(checkout(host).start(charge));
    };
    expect(await reasonWith({ "provider.payment_secret": null })).toBe("NOT_CONFIGURED");
    expect(await reasonWith({ "provider.payment_secret": "wrong" })).toBe("NOT_CONFIGURED");
    expect(await reasonWith({}, testHost())).toBe("NOT_CONFIGURED");
    expect(await reasonWith({}, testHost({ production: true }, PRIVATE_ADDRESSES))).toBe("NOT_CONFIGURED");
    expect(await reasonWith({})).toBe("done");
  });

  it("PMT-12 is off in production with a secret for trials or without one, and on with a real one", () => {
    const host = testHost({ production: true }, PRIVATE_ADDRESSES);
    const active = (secret: string | null) => {
      host.configure({ ...at.server.settings, "provider.payment_secret": secret });
      return paymentSlot(host, { sandbox: at.provider, checkout: at.provider }).activeName();
    };
    expect([active(TRIAL_SECRET), active(null), active(LIVE_SECRET)]).toEqual([null, null, "checkout"]);
  });

  it("waits for a payment that is on its way, and says when it has failed", async () => {
    const [arrives, fails] = [await start(), await start()];
    for (const { reference } of [arrives, fails]) at.server.pay(reference, { processing: true });
    expect(await at.provider.charge(arrives)).toMatchObject({ state: "PENDING" });
    at.server.settle(arrives.reference, true);
    at.server.settle(fails.reference, false);
    expect(await at.provider.charge(arrives)).toMatchObject({ state: "SUCCEEDED" });
    expect(await at.provider.charge(fails)).toMatchObject({ state: "FAILED" });
  });

  it("refuses an answer about another top-up", async () => {
    const [one, other] = [await paid(), await paid()];
    expect(await reasonOf(at.provider.charge({ ...one, topUpId: other.topUpId }))).toBe("BAD_ANSWER");
  });

  it("knows what a payee lacks, a bank account that refuses money, and a payee who was rejected", async () => {
    const { payee } = await transfer();
    const status = async (change: Parameters<CheckoutServer["changePayee"]>[1]) => {
      at.server.changePayee(payee, change);
      return at.provider.payee(payee);
    };
    const enabled = await at.provider.payee(payee);
    const changed = await status("BANK_CHANGED");
    expect([changed.status, changed.instrument === enabled.instrument]).toEqual(["ENABLED", false]);
    expect(await status("PAYOUT_FAILED")).toMatchObject({ status: "RESTRICTED" });
    expect(await status("RESTRICTED")).toMatchObject({ status: "RESTRICTED", requirementsDue: ["individual.verification.document"] });
    expect(await status("DISABLED")).toMatchObject({ status: "DISABLED" });
  });
});
