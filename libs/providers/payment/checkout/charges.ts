import type { Stripe } from "stripe";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { ProviderFailure } from "../../provider-failure.ts";
import type {
  Charge,
  ChargeState,
  Dispute,
  NewCharge,
  NewRefund,
  Outgoing,
  Refund,
  StartedCharge,
  TransferState,
} from "../payment-provider.ts";
import type { Client } from "./client.ts";
import { findInPages } from "./pages.ts";
import { codeIn, refusalIn } from "./refusal.ts";
import { dateOf, idOf, moneyOf } from "./values.ts";

type Session = Stripe.Checkout.Session;

/** What a session says of its payment. */
const PAYMENT = { expand: ["payment_intent.latest_charge"] };
const PAGE = 100;

/**
 * Opens a payment page. It takes payments for a day unless it is expired before: with an end of its own, a repeated request would have to
 * name the same one, which the provider refuses once it is near.
 */
export async function startCharge(client: Client, config: Pick<ConfigReader, "read">, charge: NewCharge): Promise<StartedCharge> {
  const { topUpId, amount, currency, expiresAt, returnUrl } = charge;
  const price = { currency: currency.toLowerCase(), unit_amount: Number(amount), product_data: { name: config.read("siteName") } };
  const session = await client.checkout.sessions.create(
    {
      mode: "payment",
      client_reference_id: topUpId,
      line_items: [{ quantity: 1, price_data: price }],
      success_url: returnUrl,
      cancel_url: returnUrl,
      allowed_payment_method_types: ["card"],
      payment_method_options: { card: { request_three_d_secure: "any" } },
      payment_intent_data: { metadata: { topUpId } },
      adaptive_pricing: { enabled: false },
      allow_promotion_codes: false,
    },
    { idempotencyKey: `topup:${topUpId}` },
  );
  const end = Math.min(expiresAt.getTime(), dateOf(session.expires_at).getTime());
  return { reference: session.id, action: { kind: "REDIRECT", value: session.url ?? "", expiresAt: new Date(end) } };
}

export async function findCharge(client: Client, reference: string): Promise<Charge> {
  return chargeOf(await client.checkout.sessions.retrieve(reference, PAYMENT));
}

export async function expireCharge(client: Client, reference: string): Promise<Charge> {
  try {
    return chargeOf(await client.checkout.sessions.expire(reference, PAYMENT));
  } catch (error) {
    // It is no longer open: what it is instead is the answer.
    if (refusalIn(error)) return findCharge(client, reference);
    throw error;
  }
}

function chargeOf(session: Session): Charge {
  const intent = objectIn(session.payment_intent);
  return {
    state: stateOf(session, intent),
    ...moneyOf(session.amount_total, session.currency),
    topUpId: session.client_reference_id ?? "",
    instrument: objectIn(intent?.latest_charge)?.payment_method_details?.card?.fingerprint ?? null,
  };
}

function stateOf({ status, payment_status }: Session, intent: Stripe.PaymentIntent | null): ChargeState {
  if (payment_status === "paid") return "SUCCEEDED";
  if (status === "expired") return "CANCELLED";
  const hasFailed = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return status === "complete" && hasFailed ? "FAILED" : "PENDING";
}

/** An object that was asked for; null for its id alone. */
function objectIn<T extends object>(value: string | T | null | undefined): T | null {
  return typeof value === "object" ? value : null;
}

const REFUND_STATES: Readonly<Record<string, TransferState>> = { succeeded: "SUCCEEDED", failed: "FAILED", canceled: "FAILED" };

/** Refunds once for an id. Keys are forgotten after a day, so the refunds of the payment are read first. */
export async function refundCharge(client: Client, { refundId, chargeReference, amount }: NewRefund): Promise<Outgoing> {
  const session = await client.checkout.sessions.retrieve(chargeReference);
  const intent = idOf(session.payment_intent);
  if (intent === null) return { reference: null, state: "FAILED", reason: "not_paid" };
  const known = await findInPages(
    (range) => client.refunds.list({ payment_intent: intent, limit: PAGE, ...range }),
    ({ metadata }) => metadata?.refundId === refundId,
  );
  if (known) return outgoingOf(known);
  try {
    const sum = { payment_intent: intent, amount: Number(amount) };
    return outgoingOf(await client.refunds.create({ ...sum, metadata: { refundId } }, { idempotencyKey: `refund:${refundId}` }));
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal) return { reference: null, state: "FAILED", reason: refusal.code };
    throw error;
  }
}

function outgoingOf({ id, status, failure_reason: reason }: Stripe.Refund): Outgoing {
  const state = REFUND_STATES[status ?? ""] ?? "PENDING";
  return { reference: id, state, reason: codeIn(reason) };
}

export async function findRefund(client: Client, reference: string): Promise<Refund> {
  const refund = await client.refunds.retrieve(reference);
  return {
    ...outgoingOf(refund),
    reference: refund.id,
    refundId: refund.metadata?.refundId ?? null,
    chargeReference: await requireSession(client, refund.payment_intent),
    ...moneyOf(refund.amount, refund.currency),
  };
}

/** An appeal comes after a loss, and does not bring the money back by itself. */
const DISPUTE_STATES: Readonly<Record<string, Dispute["state"]>> = {
  won: "WON",
  prevented: "WON",
  warning_closed: "WON",
  lost: "LOST",
  appeal_needs_response: "LOST",
  appeal_under_review: "LOST",
};

export async function findDispute(client: Client, reference: string): Promise<Dispute> {
  const dispute = await client.disputes.retrieve(reference);
  const state = DISPUTE_STATES[dispute.status] ?? "OPEN";
  // An inquiry moves no money. It is asked about again, until it has become a dispute or was closed.
  if (state === "OPEN" && dispute.status.startsWith("warning_")) throw new ProviderFailure("payment", "DEFERRED", "INQUIRY");
  const dueBy = dispute.evidence_details.due_by;
  return {
    state,
    chargeReference: await requireSession(client, dispute.payment_intent),
    ...moneyOf(dispute.amount, dispute.currency),
    reason: codeIn(dispute.reason),
    answerBy: dueBy === null ? null : dateOf(dueBy),
  };
}

/** Our reference of a payment: the page on which it was paid; null for one that did not begin on a page. */
export async function sessionOf(client: Client, intent: string | { readonly id: string } | null): Promise<string | null> {
  const id = idOf(intent);
  if (id === null) return null;
  const { data } = await client.checkout.sessions.list({ payment_intent: id, limit: 1 });
  return data[0]?.id ?? null;
}

async function requireSession(client: Client, intent: string | { readonly id: string } | null): Promise<string> {
  const session = await sessionOf(client, intent);
  if (session === null) throw new ProviderFailure("payment", "UNKNOWN_REFERENCE", "PAYMENT");
  return session;
}
