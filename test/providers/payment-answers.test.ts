import { describe, expect, it } from "@jest/globals";
import { checkedPayment } from "#libs/providers/payment/checked-payment.ts";
import type { PaymentProvider } from "#libs/providers/payment/payment-provider.ts";
import { stubPayment } from "../support/stub-payment.ts";

/** Methods whose answers break the types of the port. */
const answering = (answer: unknown): PaymentProvider => {
  const method = async () => answer as never;
  return Object.fromEntries(Object.keys(stubPayment()).map((name) => [name, method])) as unknown as PaymentProvider;
};

const key = { reference: "r", topUpId: "t" };
const charge = { topUpId: "t", amount: 500n, currency: "EUR", expiresAt: new Date(), returnUrl: "https://example.org/" };
const transfer = { payoutId: "p", amount: 500n, currency: "EUR", payee: null, methodKind: "BANK", methodLabel: "…1234" };
const refund = { refundId: "f", chargeReference: "r", amount: 500n, currency: "EUR" };

/** Each call of the port, with an answer that fits. */
const CALLS: readonly [string, (provider: PaymentProvider) => Promise<unknown>, object][] = [
  [
    "start",
    (at) => at.start(charge),
    { reference: "r", action: { kind: "REDIRECT", value: "https://pay.example/1", expiresAt: new Date() } },
  ],
  ["charge", (at) => at.charge(key), { state: "PENDING", amount: 500n, currency: "EUR", topUpId: "t", instrument: null }],
  ["expire", (at) => at.expire(key), { state: "CANCELLED", amount: 500n, currency: "EUR", topUpId: "t", instrument: "card" }],
  ["refund", (at) => at.refund(refund), { reference: "re", state: "FAILED", reason: "DECLINED" }],
  [
    "findRefund",
    (at) => at.findRefund("re"),
    { ...{ reference: "re", refundId: null, chargeReference: "r", amount: 1n, currency: "EUR" }, state: "PENDING", reason: null },
  ],
  ["pay", (at) => at.pay(transfer), { reference: null, state: "PENDING", reason: null }],
  [
    "dispute",
    (at) => at.dispute("d"),
    { state: "OPEN", chargeReference: "r", amount: 1n, currency: "EUR", reason: null, answerBy: new Date() },
  ],
  ["payee", (at) => at.payee("a"), { status: "ENABLED", requirementsDue: ["identity"], instrument: null }],
  ["onboard", (at) => at.onboard({ reference: "a", returnUrl: "" }), { kind: "REDIRECT", value: "/payouts", expiresAt: new Date() }],
  ["changes", (at) => at.changes(null), { events: [{ eventId: "e", subject: "OTHER", reference: null }], cursor: "e" }],
  [
    "movements",
    (at) => at.movements(null),
    {
      items: [{ id: "m", kind: "OTHER", reference: null, ownId: null, amount: -1n, currency: "EUR", cost: 2n, at: new Date() }],
      cursor: null,
    },
  ],
  ["readCallback", (at) => at.readCallback(Buffer.from(""), {}, new Date()), { eventId: "e", subject: "CHARGE", reference: "r" }],
];

const badAnswer = { name: "ProviderFailure", reason: "BAD_ANSWER" };

describe("API10 answers of a payment provider", () => {
  it.each(CALLS)("that fit the port are returned: %s", async (_, call, answer) => {
    expect(await call(checkedPayment(answering({ ...answer, more: "than the port" })))).toEqual(answer);
  });

  it.each(CALLS)("with any field missing or of another kind are BAD_ANSWER: %s", async (_, call, answer) => {
    for (const field of Object.keys(answer)) {
      for (const wrong of [undefined, 7, "", "x".repeat(2_001), "<html>\n</html>", {}, [{}], { $ne: null }, "succeeded\n"]) {
        const outcome = call(checkedPayment(answering({ ...answer, [field]: wrong })));
        await expect(outcome).rejects.toMatchObject(badAnswer);
      }
    }
  });

  it.each(CALLS)("that are no object are BAD_ANSWER: %s", async (_, call) => {
    for (const answer of ["", "SUCCEEDED", null, undefined, 7, []]) {
      await expect(call(checkedPayment(answering(answer)))).rejects.toMatchObject(badAnswer);
    }
  });

  it("about another top-up or refund are BAD_ANSWER", async () => {
    const other = { state: "SUCCEEDED", amount: 500n, currency: "EUR", topUpId: "another", instrument: null };
    await expect(checkedPayment(answering(other)).charge(key)).rejects.toMatchObject(badAnswer);
    await expect(checkedPayment(answering(other)).expire(key)).rejects.toMatchObject(badAnswer);
    await expect(checkedPayment(answering({ reference: "re2" })).findRefund("re")).rejects.toMatchObject(badAnswer);
  });

  it("API10 PMT-21 a change or movement that cannot be read is UNREADABLE, and those beside it are read", async () => {
    const [good, wrong] = [
      { eventId: "e", subject: "DISPUTE", reference: "d" },
      { eventId: "w", subject: "DISPUTE", reference: "two words" },
    ];
    const changes = await checkedPayment(answering({ events: [wrong, good], cursor: "e" })).changes(null);
    expect(changes).toEqual({ events: [{ eventId: "w", subject: "UNREADABLE", reference: null }, good], cursor: "e" });
    const movement = { id: "m", kind: "OTHER", reference: null, ownId: null, amount: -1n, currency: "EUR", cost: 2n, at: new Date() };
    const unread = { ...movement, id: "w", amount: "many" };
    const { items } = await checkedPayment(answering({ items: [unread, movement], cursor: "m" })).movements(null);
    expect(items).toEqual([expect.objectContaining({ id: "w", kind: "UNREADABLE", amount: 0n, cost: 0n }), movement]);
  });

  it.each([-1n, 10n ** 16n])("with an impossible sum are BAD_ANSWER: %s", async (amount) => {
    const charge = { state: "SUCCEEDED", amount, currency: "EUR", topUpId: "t", instrument: null };
    await expect(checkedPayment(answering(charge)).charge(key)).rejects.toMatchObject(badAnswer);
  });

  it.each(["javascript:alert(1)", "http://pay.example", "//pay.example/1", "/\\pay.example", "nowhere"])(
    "with an action that leads elsewhere are BAD_ANSWER: %s",
    async (value) => {
      const started = { reference: "r", action: { kind: "REDIRECT", value, expiresAt: new Date() } };
      await expect(checkedPayment(answering(started)).start(charge)).rejects.toMatchObject(badAnswer);
    },
  );
});
