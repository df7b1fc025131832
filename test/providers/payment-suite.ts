import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Clock, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { CallbackHeaders, Change, Changes, NewCharge, PaymentProvider, Subject } from "#libs/providers/payment/payment-provider.ts";

interface Paid {
  readonly amount?: Money;
  readonly currency?: string;
  readonly instrument?: string;
}

/** A provider, and what the suite lets happen there. */
export interface PaymentHarness {
  readonly provider: PaymentProvider;
  readonly clock: Clock;
  /** The payer pays a charge. */
  pay(reference: string, paid?: Paid): Promise<void>;
  /** The next refunds of a charge are refused. */
  refuseRefunds(reference: string): Promise<void>;
  refundElsewhere(reference: string, amount: Money): Promise<void>;
  openDispute(chargeReference: string): Promise<void>;
  closeDispute(chargeReference: string, state: "WON" | "LOST"): Promise<void>;
  enablePayee(reference: string): Promise<void>;
  restrictPayee(reference: string): Promise<void>;
  /** Whether there is money for transfers to a payee. */
  setFunds(payee: string, areHere: boolean): Promise<void>;
  /** A callback about something, signed as the provider does at an instant. */
  callback(subject: Subject, reference: string, at: Date): { readonly raw: Buffer; readonly headers: CallbackHeaders };
  stop(): Promise<void>;
}

/** What every implementation of the port of payments has to do. */
export function paymentSuite(name: string, open: () => Promise<PaymentHarness>): void {
  describe(`the payment provider ${name}`, () => {
    let at: PaymentHarness;
    beforeAll(async () => {
      at = await open();
    });
    afterAll(() => at.stop());

    const newCharge = (amount = 500n): NewCharge => ({
      topUpId: uuid(),
      amount,
      currency: "EUR",
      expiresAt: new Date(at.clock.now().getTime() + HOUR),
      returnUrl: "https://creators.example.org/wallet/topups/1",
    });
    const started = async (amount?: Money) => {
      const charge = newCharge(amount);
      const { reference } = await at.provider.start(charge);
      return { reference, topUpId: charge.topUpId };
    };
    const paid = async (amount?: Money, how?: Paid) => {
      const key = await started(amount);
      await at.pay(key.reference, how);
      return key;
    };
    const refundOf = (chargeReference: string, amount: Money) => ({ refundId: uuid(), chargeReference, amount, currency: "EUR" });
    const enabledPayee = async () => {
      const payee = await at.provider.startPayee({ userId: uuid(), country: "DE" });
      await at.enablePayee(payee);
      return payee;
    };
    const transferTo = (payee: string) => ({
      ...{ payoutId: uuid(), amount: 2_000n, currency: "EUR", payee, methodKind: null, methodLabel: null },
    });
    const since = async (cursor: string | null): Promise<Changes> => {
      const page = await at.provider.changes(cursor);
      if (page.events.length === 0) return page;
      const rest = await since(page.cursor);
      return { events: [...page.events, ...rest.events], cursor: rest.cursor };
    };
    const unknown = { name: "ProviderFailure", reason: "UNKNOWN_REFERENCE" };

    it("PAY-03 starts one charge for an id, with an action and a reference of at most 200 characters", async () => {
      const charge = newCharge();
      const first = await at.provider.start(charge);
      expect(first.action).toMatchObject({ kind: "REDIRECT", value: expect.stringMatching(/^(https:\/)?\//) });
      expect((await at.provider.start(charge)).reference).toBe(first.reference);
      expect(first.reference.length).toBeLessThanOrEqual(200);
      const key = { reference: first.reference, topUpId: charge.topUpId };
      expect(await at.provider.charge(key)).toMatchObject({ state: "PENDING", amount: 500n, currency: "EUR", topUpId: charge.topUpId });
    });

    it("PAY-03 says what was paid, also when that is not what was asked for", async () => {
      const usual = await paid(500n, { instrument: "card_1" });
      expect(await at.provider.charge(usual)).toMatchObject({ state: "SUCCEEDED", amount: 500n, currency: "EUR", instrument: "card_1" });
      const other = await paid(500n, { amount: 300n, currency: "USD" });
      expect(await at.provider.charge(other)).toMatchObject({ state: "SUCCEEDED", amount: 300n, currency: "USD" });
    });

    it("PAY-03 expires a charge that is pending, and none that was paid", async () => {
      const open = await started();
      expect(await at.provider.expire(open)).toMatchObject({ state: "CANCELLED" });
      expect(await at.provider.expire(open)).toMatchObject({ state: "CANCELLED" });
      const done = await paid();
      expect(await at.provider.expire(done)).toMatchObject({ state: "SUCCEEDED" });
    });

    it("PAY-03 knows no reference that it has not given", async () => {
      const { reference, topUpId } = await started();
      await expect(at.provider.charge({ reference: `${reference}x`, topUpId })).rejects.toMatchObject(unknown);
      await expect(at.provider.dispute(reference)).rejects.toMatchObject(unknown);
      await expect(at.provider.findRefund("nothing")).rejects.toMatchObject(unknown);
      await expect(at.provider.payee("nothing")).rejects.toMatchObject(unknown);
      await expect(at.provider.refund(refundOf(`${reference}x`, 1n))).rejects.toMatchObject(unknown);
    });

    it("refunds once for an id, at most what was paid, and answers a refused one as FAILED", async () => {
      const { reference } = await paid(500n);
      const refund = refundOf(reference, 300n);
      const first = await at.provider.refund(refund);
      expect(first.state).toBe("SUCCEEDED");
      expect(await at.provider.refund(refund)).toEqual(first);
      expect(await at.provider.findRefund(first.reference ?? "")).toMatchObject({
        ...{ refundId: refund.refundId, chargeReference: reference, amount: 300n, state: "SUCCEEDED" },
      });
      expect((await at.provider.refund(refundOf(reference, 201n))).state).toBe("FAILED");
      expect((await at.provider.refund(refundOf(reference, 200n))).state).toBe("SUCCEEDED");
      const other = await paid();
      await at.refuseRefunds(other.reference);
      const refused = await at.provider.refund(refundOf(other.reference, 500n));
      expect(refused).toMatchObject({ state: "FAILED", reason: expect.any(String) });
    });

    it("refunds at most what was paid when ten refunds race", async () => {
      const { reference } = await paid(500n);
      const answers = await Promise.all(Array.from({ length: 10 }, () => at.provider.refund(refundOf(reference, 100n))));
      expect(answers.filter(({ state }) => state === "SUCCEEDED")).toHaveLength(5);
    });

    it("tells of a dispute, and how it ended", async () => {
      const { reference } = await paid();
      const { cursor } = await since(null);
      await at.openDispute(reference);
      const { events } = await since(cursor);
      const dispute = events.find(({ subject }) => subject === "DISPUTE")?.reference ?? "";
      expect(await at.provider.dispute(dispute)).toMatchObject({ state: "OPEN", chargeReference: reference, amount: 500n });
      await at.closeDispute(reference, "LOST");
      expect(await at.provider.dispute(dispute)).toMatchObject({ state: "LOST" });
    });

    it("reports each change once after a cursor, also a refund that began there", async () => {
      const { reference } = await paid();
      const before = await since(null);
      expect(before.events.map((event) => event.reference)).toContain(reference);
      expect(await at.provider.changes(before.cursor)).toEqual({ events: [], cursor: before.cursor });
      await at.refundElsewhere(reference, 200n);
      const { events } = await since(before.cursor);
      const refund = events.find(({ subject }) => subject === "REFUND")?.reference ?? "";
      expect(await at.provider.findRefund(refund)).toMatchObject({ refundId: null, chargeReference: reference, amount: 200n });
      expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
    });

    it("pays a payee once for an id, and one that is restricted not at all", async () => {
      const payee = await enabledPayee();
      expect(await at.provider.payee(payee)).toMatchObject({ status: "ENABLED", requirementsDue: [], instrument: expect.any(String) });
      const transfer = transferTo(payee);
      const first = await at.provider.pay(transfer);
      expect(first.state).toBe("SUCCEEDED");
      expect(await at.provider.pay(transfer)).toEqual(first);
      await at.restrictPayee(payee);
      expect(await at.provider.payee(payee)).toMatchObject({ status: "RESTRICTED" });
      expect(await at.provider.pay(transferTo(payee))).toMatchObject({ state: "FAILED" });
    });

    it("waits while there is too little money, and pays the same transfer later", async () => {
      const payee = await enabledPayee();
      await at.setFunds(payee, false);
      const transfer = transferTo(payee);
      expect(await at.provider.pay(transfer)).toMatchObject({ state: "PENDING", reason: "FUNDS_MISSING" });
      await at.setFunds(payee, true);
      expect(await at.provider.pay(transfer)).toMatchObject({ state: "SUCCEEDED" });
    });

    it("registers one payee for a user, and leads to what is missing", async () => {
      const user = { userId: uuid(), country: "DE" };
      const reference = await at.provider.startPayee(user);
      expect(await at.provider.startPayee(user)).toBe(reference);
      expect(await at.provider.payee(reference)).toMatchObject({ status: "ONBOARDING", instrument: null });
      const action = await at.provider.onboard({ reference, returnUrl: "https://creators.example.org/payouts" });
      expect(action).toMatchObject({ kind: "REDIRECT", value: expect.any(String) });
    });

    it("keeps books of what came in and went out", async () => {
      const { reference } = await paid(700n);
      const { reference: refund } = await at.provider.refund(refundOf(reference, 300n));
      const all: unknown[] = [];
      let cursor: string | null = null;
      for (;;) {
        const page = await at.provider.movements(cursor);
        if (page.items.length === 0) break;
        all.push(...page.items);
        cursor = page.cursor;
      }
      expect(all).toContainEqual(expect.objectContaining({ kind: "CHARGE", reference, amount: 700n, currency: "EUR" }));
      expect(all).toContainEqual(expect.objectContaining({ kind: "REFUND", reference: refund, amount: -300n, currency: "EUR" }));
    });

    it("PMT-06 reads a callback that is signed over its exact bytes, within 300 seconds", async () => {
      const { reference } = await started();
      const now = at.clock.now();
      const shifted = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
      const { raw, headers } = at.callback("CHARGE", reference, now);
      const change: Change = await at.provider.readCallback(raw, headers, now);
      expect(change).toMatchObject({ subject: "CHARGE", reference, eventId: expect.any(String) });
      for (const seconds of [-299, 299]) expect(await at.provider.readCallback(raw, headers, shifted(seconds))).toEqual(change);
      const forged = { name: "ProviderFailure", reason: "REFUSED" };
      for (const seconds of [-302, 302])
        await expect(at.provider.readCallback(raw, headers, shifted(seconds))).rejects.toMatchObject(forged);
      const spaced = Buffer.from(`${raw.toString()} `);
      await expect(at.provider.readCallback(spaced, headers, now)).rejects.toMatchObject(forged);
      await expect(at.provider.readCallback(raw, {}, now)).rejects.toMatchObject(forged);
    });
  });
}
