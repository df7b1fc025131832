import { formatMoney } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { ProviderMovement } from "../data/provider-movement.model.ts";
import type { Adjustment } from "../domain/adjustment.ts";
import type { Chargeback } from "../domain/chargeback.ts";
import type { Escrow } from "../domain/escrow.ts";
import {
  postingsOfAdjustment,
  postingsOfChargeback,
  postingsOfCost,
  postingsOfEscrow,
  postingsOfPayout,
  postingsOfRefund,
  postingsOfReversal,
  postingsOfTopUp,
  postingsOfUnclaimed,
} from "../domain/expected-postings.ts";
import { type ReferenceType, sumOf } from "../domain/ledger.ts";
import { INVARIANT_OF_ESCROW } from "../domain/ledger-invariants.ts";
import { checkReversed, checkWentBack, countsAsDisputed, countsAsRefunded } from "../domain/money-back-invariants.ts";
import type { TopUp } from "../domain/top-up.ts";
import { type Violation, violation } from "../domain/violation.ts";
import type { AuditedBooks } from "./audited-books.ts";
import { compareClosings, explainClosings } from "./closing-slices.ts";
import { type AuditedDocuments, auditedDocuments, each } from "./document-kind.ts";
import { compareMessages } from "./message-slices.ts";

/** The documents that each type of reference names: the one place that says how a document is audited. */
export const DOCUMENTS = {
  message: auditedDocuments({
    ...{ type: "message", name: "escrow of message", collection: ({ escrows }) => escrows, field: "messageId" },
    invariant: ({ status }) => INVARIANT_OF_ESCROW[status] ?? "M4",
    expect: each(postingsOfEscrow),
    check: checkEscrows,
  }),
  payout: auditedDocuments({
    ...{ type: "payout", name: "payout", collection: ({ payouts }) => payouts, field: "_id" },
    invariant: () => "M11",
    expect: each(postingsOfPayout),
  }),
  adjustment: auditedDocuments({
    ...{ type: "adjustment", name: "adjustment", collection: ({ adjustments }) => adjustments, field: "_id" },
    invariant: () => "M1",
    expect: each(postingsOfAdjustment),
    check: each(checkFourEyes),
  }),
  topup: auditedDocuments({
    ...{ type: "topup", name: "top-up", collection: ({ topUps }) => topUps, field: "_id" },
    invariant: () => "M1",
    expect: each(postingsOfTopUp),
    check: compareMoneyBack,
  }),
  refund: auditedDocuments({
    ...{ type: "refund", name: "refund", collection: ({ refunds }) => refunds, field: "_id" },
    invariant: () => "M10",
    expect: each(postingsOfRefund),
    check: requireTopUps,
  }),
  chargeback: auditedDocuments({
    ...{ type: "chargeback", name: "chargeback", collection: ({ chargebacks }) => chargebacks, field: "_id" },
    invariant: () => "M10",
    expect: expectOfChargebacks,
    check: requireTopUps,
  }),
  reversal: auditedDocuments({
    ...{ type: "reversal", name: "reversal", collection: ({ reversals }) => reversals, field: "_id" },
    invariant: () => "M10",
    expect: each(postingsOfReversal),
    check: requireEscrows,
  }),
  movement: auditedDocuments({
    ...{ type: "movement", name: "movement of the provider", collection: ({ movements }) => movements, field: "_id" },
    invariant: () => "M1",
    expect: each(({ status, cost }) => postingsOfCost(cost, status !== "NEW")),
    check: each(checkCause),
  }),
  unclaimed: auditedDocuments({
    ...{ type: "unclaimed", name: "unclaimed money", collection: ({ unclaimed }) => unclaimed, field: "_id" },
    invariant: () => "M1",
    expect: each(postingsOfUnclaimed),
    check: compareClosings,
  }),
  closing: { explain: explainClosings },
} as const satisfies Record<ReferenceType, Pick<AuditedDocuments, "explain">>;

/** Escrows agree with their messages, and with what went back of their prices. */
async function checkEscrows(books: AuditedBooks, tx: Tx, escrows: readonly Escrow[]): Promise<(escrow: Escrow) => Violation[]> {
  const ofMessages = await compareMessages(books, tx, escrows);
  const ids = escrows.map(({ messageId }) => messageId);
  const reversals = await books.reversals.find({ messageId: { $in: ids } }, { tx });
  const byMessage = Map.groupBy(reversals, ({ messageId }) => messageId);
  return (escrow) => {
    const amounts = (byMessage.get(escrow.messageId) ?? []).map(({ amount }) => amount);
    return [...ofMessages(escrow), ...checkReversed(escrow, sumOf(amounts))];
  };
}

/** What went back of top-ups is the sum of their refunds and chargebacks. */
async function compareMoneyBack({ refunds, chargebacks }: AuditedBooks, tx: Tx, topUps: readonly TopUp[]) {
  const filter = { topupId: { $in: topUps.map(({ _id }) => _id) } };
  const refundsOf = Map.groupBy(await refunds.find(filter, { tx }), ({ topupId }) => topupId);
  const chargebacksOf = Map.groupBy(await chargebacks.find(filter, { tx }), ({ topupId }) => topupId);
  return (topUp: TopUp): Violation[] => {
    const refunded = sumOf((refundsOf.get(topUp._id) ?? []).map(countsAsRefunded));
    return checkWentBack(topUp, refunded, sumOf((chargebacksOf.get(topUp._id) ?? []).map(countsAsDisputed)));
  };
}

type OfTopUp = { readonly topupId: string };

async function requireTopUps({ topUps }: AuditedBooks, tx: Tx, documents: readonly OfTopUp[]) {
  const ids = documents.map(({ topupId }) => topupId);
  const known = new Set((await topUps.find({ _id: { $in: ids } }, { tx, projection: { _id: 1 } })).map(({ _id }) => _id));
  return ({ topupId }: OfTopUp): Violation[] =>
    known.has(topupId)
      ? []
      : [violation("M10", `top-up ${topupId}`, "is missing, but went back", 1n, [{ collection: "topups", id: topupId }])];
}

type OfMessage = { readonly messageId: string };

async function requireEscrows({ escrows }: AuditedBooks, tx: Tx, documents: readonly OfMessage[]) {
  const ids = documents.map(({ messageId }) => messageId);
  const found = await escrows.find({ messageId: { $in: ids } }, { tx, projection: { messageId: 1 } });
  const known = new Set(found.map(({ messageId }) => messageId));
  return ({ messageId }: OfMessage): Violation[] =>
    known.has(messageId) ? [] : [violation("M10", `escrow of message ${messageId}`, "is missing, but was reversed")];
}

/** What a chargeback took of refunds that had failed has postings of these. */
async function expectOfChargebacks({ refunds }: AuditedBooks, tx: Tx, documents: readonly Chargeback[]) {
  const found = await refunds.find({ topupId: { $in: documents.map(({ topupId }) => topupId) } }, { tx });
  const taken = Map.groupBy(
    found.flatMap(({ chargedBack }) => chargedBack ?? []),
    ({ chargebackId }) => chargebackId,
  );
  return (chargeback: Chargeback) => {
    const ofFailed = sumOf((taken.get(chargeback._id) ?? []).map(({ amount }) => amount));
    return postingsOfChargeback(chargeback, ofFailed);
  };
}

function checkFourEyes({ _id, status, amount, proposedBy, decidedBy }: Adjustment): Violation[] {
  if (status !== "APPROVED" || decidedBy !== proposedBy) return [];
  const rows = [{ collection: "ledger_adjustments", id: _id }];
  return [violation("M1", `adjustment ${_id}`, "approved by the administrator who proposed it", amount, rows)];
}

/** The platform knows the cause of each movement of the provider. */
function checkCause({ _id, status, kind, amount }: ProviderMovement): Violation[] {
  if (status !== "UNEXPLAINED") return [];
  const rows = [{ collection: "provider_movements", id: _id }];
  return [
    violation("M12", `movement ${_id} of the provider`, `${kind} of ${formatMoney(amount)} that nothing here explains`, amount, rows),
  ];
}
