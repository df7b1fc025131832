import { DISPUTE_FEE } from "./books.ts";
import type { Account } from "./payments.ts";
import type { Item } from "./store.ts";

const WEEK_SECONDS = 604_800;

/** The bank of the payer takes a payment back. */
export function openDispute(
  { store, books, events }: Account,
  charge: Item,
  { amount = Number(charge.amount), reason = "fraudulent" } = {},
): Item {
  charge.disputed = true;
  const currency = String(charge.currency);
  const about = { charge: charge.id, payment_intent: charge.payment_intent, amount, currency, reason, status: "needs_response" };
  const dispute = store.add("du", "dispute", {
    ...about,
    evidence_details: { due_by: store.seconds() + WEEK_SECONDS, has_evidence: false },
  });
  books.move({ type: "adjustment", amount: -amount, fee: DISPUTE_FEE, currency, source: dispute.id });
  events.add("charge.dispute.created", dispute);
  events.add("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** The bank only asks: no money moves. */
export function openInquiry({ store, events }: Account, charge: Item): Item {
  const about = { charge: charge.id, payment_intent: charge.payment_intent, amount: charge.amount, currency: charge.currency };
  const fields = { ...about, reason: "general", status: "warning_needs_response", evidence_details: { due_by: null } };
  const dispute = store.add("du", "dispute", fields);
  events.add("charge.dispute.created", dispute);
  return dispute;
}

/** The bank decides. */
export function closeDispute({ books, events }: Account, dispute: Item, status: "won" | "lost"): void {
  dispute.status = status;
  const [amount, currency] = [Number(dispute.amount), String(dispute.currency)];
  if (status === "won") {
    books.move({ type: "adjustment", amount, currency, source: dispute.id });
    events.add("charge.dispute.funds_reinstated", dispute);
  }
  events.add("charge.dispute.closed", dispute);
}
