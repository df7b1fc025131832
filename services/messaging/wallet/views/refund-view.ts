import { formatMoney } from "#libs/kernel/money.ts";
import { sumOf } from "../domain/ledger.ts";
import type { Refund } from "../domain/refund.ts";
import { settlementView } from "./settlement-view.ts";

const partView = ({ _id, topupId, amount, status }: Refund) => ({ refundId: _id, topupId, amount: formatMoney(amount), status });

/** The answer to a request: its sum and its parts. */
export function refundRequestView(parts: readonly Refund[]) {
  return { amount: formatMoney(sumOf(parts.map(({ amount }) => amount))), refunds: parts.map(partView) };
}

/** A refund as its user sees it. */
export function refundView(refund: Refund) {
  const { currency, reason, createdAt, settledAt } = refund;
  return { ...partView(refund), currency, reason, createdAt: createdAt.toISOString(), settledAt: settledAt?.toISOString() ?? null };
}

/** A refund as staff sees it. @param providerGone its provider cannot be asked any more */
export function adminRefundView(refund: Refund, providerGone: boolean) {
  const { userId, requestedBy, note } = refund;
  return { ...refundView(refund), userId, requestedBy, note, ...settlementView(refund, providerGone) };
}
