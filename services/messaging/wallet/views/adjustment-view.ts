import { formatMoney } from "#libs/kernel/money.ts";
import type { Adjustment } from "../domain/adjustment.ts";

/** An adjustment as an administrator sees it. */
export function adjustmentView({ _id, amount, proposedAt, decidedAt, ...adjustment }: Adjustment) {
  const { userId, kind, currency, reason, status, proposedBy, decidedBy, refusal } = adjustment;
  return {
    adjustmentId: _id,
    userId,
    kind,
    amount: formatMoney(amount),
    currency,
    reason,
    status,
    proposedBy,
    proposedAt: proposedAt.toISOString(),
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    refusal,
  };
}
