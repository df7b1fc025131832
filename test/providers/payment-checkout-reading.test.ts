import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Change, ProviderMovement } from "#libs/providers/payment/payment-provider.ts";
import { type CheckoutHarness, checkoutHarness } from "./checkout-harness.ts";
import { CALLBACK_SECRET, type Callback } from "./checkout-server/server.ts";

let at: CheckoutHarness;
beforeAll(async () => {
  at = await checkoutHarness();
});
afterEach(() => at.host.configure(at.server.settings));
afterAll(() => at.stop());

const paid = async (): Promise<string> => {
  const expiresAt = new Date(at.clock.now().getTime() + HOUR);
  const charge = { topUpId: uuid(), amount: 1_000n, currency: "EUR", returnUrl: "https://creators.example.org/", expiresAt };
  const { reference } = await at.provider.start(charge);
  at.server.pay(reference);
  return reference;
};

describe("callbacks of the payment provider checkout", () => {
  const read = ({ body, headers }: Callback) => at.provider.readCallback(Buffer.from(body), headers, at.clock.now());
  const forged = { name: "ProviderFailure", reason: "REFUSED" };

  it("PMT-06 takes any of its secrets, and none of another one, of a changed body or without a header", async () => {
    await paid();
    const { body } = at.server.takeCallbacks().at(-1) as Callback;
    const other = at.server.sign(body, { secret: "another-secret" });
    await expect(read(other)).rejects.toMatchObject(forged);
    at.host.configure({ ...at.server.settings, "provider.payment_callback_secret": `${CALLBACK_SECRET},another-secret` });
    expect(await read(other)).toEqual(await read(at.server.sign(body)));
    const serialised = JSON.stringify(JSON.parse(body));
    expect(serialised).not.toBe(body);
    await expect(read({ ...at.server.sign(body), body: serialised })).rejects.toMatchObject(forged);
    await expect(read({ body, headers: {} })).rejects.toMatchObject(forged);
    at.host.configure({ ...at.server.settings, "provider.payment_callback_secret": null });
    await expect(read(at.server.sign(body))).rejects.toMatchObject(forged);
  });

  it("PMT-06 reads what is signed and no event as BAD_ANSWER, and needs no connection", async () => {
    const before = at.server.seen.length;
    for (const body of ["", "{", "[]", "null", '{"id":7}', '{"id":"evt_1"}']) {
      await expect(read(at.server.sign(body))).rejects.toMatchObject({ reason: "BAD_ANSWER" });
    }
    expect(at.server.seen.length).toBe(before);
  });

  it("names what a callback is about, and no inquiry, page of another product or unknown type", async () => {
    const reference = await paid();
    const payee = await at.provider.startPayee({ userId: uuid(), country: "DE" });
    at.server.takeCallbacks();
    const refund = at.server.refundElsewhere(reference, 10);
    const inquiry = at.server.inquire(reference);
    const dispute = at.server.dispute(reference);
    at.server.changePayee(payee, "PAYOUT_FAILED");
    const changes: Change[] = [];
    for (const callback of at.server.takeCallbacks()) changes.push(await read(callback));
    const about = (subject: string) => [
      ...new Set(changes.filter((change) => change.subject === subject).map((change) => change.reference)),
    ];
    expect([about("REFUND"), about("DISPUTE"), about("PAYEE"), about("OTHER")]).toEqual([[refund.id], [dispute.id], [payee], [null]]);
    await expect(at.provider.dispute(inquiry.id)).rejects.toMatchObject({ reason: "DEFERRED" });
    const foreign = { id: "evt_9", type: "checkout.session.completed", data: { object: { id: "cs_9", client_reference_id: null } } };
    expect(await read(at.server.sign(JSON.stringify(foreign)))).toEqual({ eventId: "evt_9", subject: "OTHER", reference: null });
    const strange = { id: "evt_8", type: "constructor", data: { object: { id: "x" } } };
    expect(await read(at.server.sign(JSON.stringify(strange)))).toMatchObject({ subject: "OTHER" });
  });
});

describe("changes and books of the payment provider checkout", () => {
  const readAll = async <T>(
    read: (cursor: string | null) => Promise<{ items: readonly T[]; cursor: string | null }>,
    from: string | null = null,
  ) => {
    const items: T[] = [];
    let cursor = from;
    for (;;) {
      const page = await read(cursor);
      items.push(...page.items);
      if (page.cursor === cursor) return { items, cursor };
      cursor = page.cursor;
    }
  };
  const changes = (from: string | null = null) =>
    readAll(async (cursor) => {
      const { events, cursor: next } = await at.provider.changes(cursor);
      return { items: events, cursor: next };
    }, from);
  const movements = () => readAll<ProviderMovement>((cursor) => at.provider.movements(cursor));

  it("reads each of many events once, also those that come while it reads, and starts anew after a forgotten cursor", async () => {
    const reference = await paid();
    for (let index = 0; index < 250; index += 1) at.server.refundElsewhere(reference, 1);
    const first = await at.provider.changes(null);
    const late = at.server.refundElsewhere(reference, 1);
    const { items, cursor } = await changes(first.cursor);
    const ids = [...first.events, ...items].map(({ eventId }) => eventId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(items.map((change) => change.reference)).toContain(late.id);
    const all = at.server.all("refund").map(({ id }) => id);
    expect(new Set([...first.events, ...items].filter(({ subject }) => subject === "REFUND").map((each) => each.reference))).toEqual(
      new Set(all),
    );
    expect((await changes(cursor)).items).toEqual([]);
    expect((await changes("evt_forgotten")).items).toHaveLength(ids.length);
  });

  it("names the cause, sum and cost of each movement", async () => {
    const reference = await paid();
    const [won, lost] = [await paid(), await paid()];
    const refund = at.server.refundElsewhere(reference, 400);
    at.server.settleRefund(refund.id, "failed");
    const [first, second] = [at.server.dispute(won), at.server.dispute(lost)];
    at.server.decide(first.id, "won");
    const payee = await at.provider.startPayee({ userId: uuid(), country: "DE" });
    at.server.changePayee(payee, "ENABLED");
    const transfer = { payoutId: uuid(), amount: 700n, currency: "EUR", payee, methodKind: null, methodLabel: null };
    const { reference: paidOut } = await at.provider.pay(transfer);
    const ids = [
      at.server.moveMoney("stripe_fee", -99).id,
      at.server.moveMoney("payout", -5).id,
      at.server.moveMoney("contribution", -3).id,
    ];
    const { items } = await movements();
    const about = (id: string | null) =>
      items.filter((item) => item.reference === id).map(({ kind, amount, cost }) => [kind, amount, cost]);
    expect(about(reference)).toEqual([["CHARGE", 1_000n, 40n]]);
    expect(about(refund.id)).toEqual(
      expect.arrayContaining([
        ["REFUND", -400n, 0n],
        ["REFUND_RETURN", 400n, 0n],
      ]),
    );
    expect(about(first.id)).toEqual(
      expect.arrayContaining([
        ["DISPUTE", -1_000n, 1_500n],
        ["DISPUTE_RETURN", 1_000n, 0n],
      ]),
    );
    expect(about(second.id)).toEqual([["DISPUTE", -1_000n, 1_500n]]);
    expect(about(paidOut)).toEqual([["TRANSFER", -700n, 0n]]);
    const own = ids.map((id) => items.find((item) => item.id === id));
    expect(own).toMatchObject([
      { kind: "OTHER", amount: 0n, cost: 99n },
      { kind: "OWN", amount: -5n, cost: 0n },
      { kind: "OTHER", amount: -3n, cost: 0n },
    ]);
    const sum = items.reduce((total, { amount, cost }) => total + amount - cost, 0n);
    expect(sum).toBe(BigInt(at.server.balance));
  });
});
