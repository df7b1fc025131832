import type { Stripe } from "stripe";
import { ProviderFailure } from "../../provider-failure.ts";
import { type Movements, type ProviderMovement, unreadableMovement } from "../payment-provider.ts";
import { sessionOf } from "./charges.ts";
import type { Client } from "./client.ts";
import { readSince } from "./pages.ts";
import { dateOf, idOf, moneyOf } from "./values.ts";

type Line = Stripe.BalanceTransaction;
type Kind = ProviderMovement["kind"];

/** Each payment of a page is looked up by a request of its own. */
const PAGE = 25;

/** Type of a line → what it is. A dispute is an adjustment that names one. */
const KIND_BY_TYPE: Readonly<Record<string, Kind>> = {
  charge: "CHARGE",
  payment: "CHARGE",
  refund: "REFUND",
  payment_refund: "REFUND",
  refund_failure: "REFUND_RETURN",
  payment_failure_refund: "REFUND_RETURN",
  transfer: "TRANSFER",
  transfer_refund: "TRANSFER_RETURN",
  transfer_cancel: "TRANSFER_RETURN",
  transfer_failure: "TRANSFER_RETURN",
  // Between the balance and the bank account of the operator, and within the balance.
  payout: "OWN",
  payout_cancel: "OWN",
  payout_failure: "OWN",
  payout_minimum_balance_hold: "OWN",
  payout_minimum_balance_release: "OWN",
  topup: "OWN",
  topup_reversal: "OWN",
  reserve_hold: "OWN",
  reserve_release: "OWN",
  reserve_transaction: "OWN",
  reserved_funds: "OWN",
};

/** Lines that are a cost and nothing else. */
const COST = /(^|_)fee(_|$)/;

/** The movements of the balance, one page at a time. */
export async function readMovements(client: Client, cursor: string | null): Promise<Movements> {
  const page = await readSince((range) => client.balanceTransactions.list({ limit: PAGE, expand: ["data.source"], ...range }), cursor);
  return { items: await Promise.all(page.items.map((line) => readableMovementOf(client, line))), cursor: page.cursor };
}

/** A line that cannot be read must not hide the others. */
async function readableMovementOf(client: Client, line: Line): Promise<ProviderMovement> {
  try {
    return await movementOf(client, line);
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === "BAD_ANSWER") return unreadableMovement(line.id);
    throw error;
  }
}

async function movementOf(client: Client, line: Line): Promise<ProviderMovement> {
  const source = typeof line.source === "object" ? line.source : null;
  const base = { id: line.id, at: dateOf(line.created) };
  const { amount, currency } = moneyOf(line.amount, line.currency);
  const fee = moneyOf(line.fee, line.currency).amount;
  if (COST.test(line.type)) return { ...base, kind: "OTHER", reference: null, ownId: null, amount: 0n, currency, cost: fee - amount };
  const dispute = amount < 0n ? ("DISPUTE" as const) : ("DISPUTE_RETURN" as const);
  const kind = source?.object === "dispute" ? dispute : (KIND_BY_TYPE[line.type] ?? "OTHER");
  return { ...base, kind, reference: await referenceOf(client, kind, line), ownId: ownIdIn(source), amount, currency, cost: fee };
}

/** The reference in the port of what a line is about. */
async function referenceOf(client: Client, kind: Kind, { source }: Line): Promise<string | null> {
  if (kind === "OTHER" || kind === "OWN") return null;
  if (kind === "CHARGE") return typeof source === "object" && source?.object === "charge" ? sessionOf(client, source.payment_intent) : null;
  if (kind === "TRANSFER_RETURN" && typeof source === "object" && source?.object === "transfer_reversal") return idOf(source.transfer);
  return idOf(source);
}

/** Our id in the metadata with which this platform has made an object. */
function ownIdIn(source: Exclude<Line["source"], string>): string | null {
  if (source?.object === "charge") return source.metadata.topUpId ?? null;
  if (source?.object === "refund") return source.metadata?.refundId ?? null;
  return source?.object === "transfer" ? (source.metadata.payoutId ?? null) : null;
}
