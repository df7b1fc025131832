import type { Books, Events } from "./books.ts";
import { feeOf } from "./books.ts";
import { invalid, mapIn, type Params, refused, refuseUnknown, required, sumIn, textIn } from "./params.ts";
import type { Item, Store } from "./store.ts";

export interface Account {
  readonly store: Store;
  readonly books: Books;
  readonly events: Events;
}

const DAY_SECONDS = 86_400;
const SESSION_PARAMS = [
  "mode",
  "client_reference_id",
  "line_items",
  "success_url",
  "cancel_url",
  "allowed_payment_method_types",
  "payment_method_options",
  "payment_intent_data",
  "adaptive_pricing",
  "allow_promotion_codes",
  "expand",
];
const MIN_LIFE_SECONDS = 1_800;

/** POST /v1/checkout/sessions: a payment page. */
export function createSession({ store }: Account, params: Params): Item {
  refuseUnknown(params, [...SESSION_PARAMS, "expires_at"]);
  if (required(params, "mode") !== "payment") throw invalid("mode");
  for (const name of ["success_url", "cancel_url"]) if (!URL.canParse(required(params, name))) throw invalid(name, "url_invalid");
  const expiresAt = Number(textIn(params, "expires_at") ?? store.seconds() + DAY_SECONDS);
  if (expiresAt < store.seconds() + MIN_LIFE_SECONDS || expiresAt > store.seconds() + DAY_SECONDS) throw invalid("expires_at");
  required(params, "line_items", "0", "price_data", "product_data", "name");
  const price = ["line_items", "0", "price_data"];
  const amount = sumIn(params, ...price, "unit_amount") * sumIn(params, "line_items", "0", "quantity");
  const session = store.add("cs_test", "checkout.session", {
    status: "open",
    payment_status: "unpaid",
    amount_total: amount,
    currency: required(params, ...price, "currency").toLowerCase(),
    client_reference_id: textIn(params, "client_reference_id"),
    payment_intent: null,
    expires_at: expiresAt,
    intent_metadata: mapIn(params.payment_intent_data as Params | undefined, "metadata"),
  });
  session.url = `https://pay.example/c/${session.id}`;
  return session;
}

/** What a payer does on the page. */
export interface Payment {
  /** Other than what the page asks. */
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  /** The fingerprint of the card. */
  readonly card?: string | undefined;
  /** Whether the money is still on its way. */
  readonly processing?: boolean | undefined;
}

/** The payer pays. */
export function paySession(
  account: Account,
  session: Item,
  { amount, currency, card = "fp0123456789abcd", processing }: Payment = {},
): void {
  const { store, books, events } = account;
  session.amount_total = amount ?? session.amount_total;
  session.currency = currency ?? session.currency;
  const sum = { amount: Number(session.amount_total), currency: String(session.currency) };
  const metadata = session.intent_metadata;
  const intent = store.add("pi", "payment_intent", {
    ...sum,
    status: processing ? "processing" : "succeeded",
    metadata,
    latest_charge: null,
  });
  Object.assign(session, { status: "complete", payment_intent: intent.id, payment_status: processing ? "unpaid" : "paid" });
  const details = { type: "card", card: { brand: "visa", last4: "4242", fingerprint: card } };
  const fields = { ...sum, payment_intent: intent.id, metadata, amount_refunded: 0, disputed: false, payment_method_details: details };
  const charge = store.add("ch", "charge", { ...fields, paid: !processing });
  intent.latest_charge = charge.id;
  if (!processing) books.move({ type: "charge", ...sum, fee: feeOf(sum.amount), source: charge.id });
  events.add("charge.succeeded", charge);
  events.add("checkout.session.completed", session);
}

/** A payment that was on its way arrives, or does not. */
export function settleSession({ store, books, events }: Account, session: Item, succeeds: boolean): void {
  const intent = store.get(session.payment_intent, "payment_intent");
  const charge = store.get(intent.latest_charge, "charge");
  intent.status = succeeds ? "succeeded" : "requires_payment_method";
  session.payment_status = succeeds ? "paid" : "unpaid";
  const [amount, currency] = [Number(charge.amount), String(charge.currency)];
  if (succeeds) books.move({ type: "charge", amount, currency, fee: feeOf(amount), source: charge.id });
  events.add(succeeds ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed", session);
}

/** POST /v1/checkout/sessions/{id}/expire */
export function expireSession({ events }: Account, session: Item): Item {
  if (session.status !== "open") throw refused("checkout_session_not_open");
  session.status = "expired";
  session.url = null;
  events.add("checkout.session.expired", session);
  return session;
}

export type RefundStatus = "succeeded" | "pending" | "failed";

/** A refund of a charge that is there. */
export function addRefund(account: Account, charge: Item, fields: { amount: number; metadata: object; status: RefundStatus }): Item {
  const { store, books, events } = account;
  const { amount, status, metadata } = fields;
  if (amount > Number(charge.amount) - Number(charge.amount_refunded)) throw refused("charge_already_refunded");
  if (charge.disputed) throw refused("charge_disputed");
  charge.amount_refunded = Number(charge.amount_refunded) + amount;
  const currency = String(charge.currency);
  const about = { charge: charge.id, payment_intent: charge.payment_intent, amount, currency, metadata, status: "pending" };
  const refund = store.add("re", "refund", about);
  books.move({ type: "refund", amount: -amount, currency, source: refund.id });
  events.add("refund.created", refund);
  if (status !== "pending") settleRefund(account, refund, status);
  return refund;
}

/** The bank has taken a refund, or sends it back, even after it had succeeded. */
export function settleRefund({ store, books, events }: Account, refund: Item, status: RefundStatus): void {
  refund.status = status;
  if (status === "failed") {
    const charge = store.get(refund.charge, "charge");
    charge.amount_refunded = Number(charge.amount_refunded) - Number(refund.amount);
    refund.failure_reason = "lost_or_stolen_card";
    books.move({ type: "refund_failure", amount: Number(refund.amount), currency: String(refund.currency), source: refund.id });
  }
  events.add(status === "failed" ? "refund.failed" : "refund.updated", refund);
}

/** POST /v1/refunds */
export function createRefund(account: Account, params: Params, status: RefundStatus): Item {
  refuseUnknown(params, ["payment_intent", "amount", "metadata", "expand"]);
  const intent = account.store.get(required(params, "payment_intent"), "payment_intent", "payment_intent");
  const amount = sumIn(params, "amount");
  const charge = account.store.find(intent.latest_charge, "charge");
  if (!charge || intent.status !== "succeeded") throw refused("payment_intent_unexpected_state");
  return addRefund(account, charge, { amount, metadata: mapIn(params, "metadata"), status });
}
