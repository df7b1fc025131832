import { formatMoney, type Money } from "#libs/kernel/money.ts";
import { reversedOf } from "../domain/earning-reversal.ts";
import type { Escrow } from "../domain/escrow.ts";
import { approvalView } from "./approval-view.ts";

/** An escrow as an administrator sees it. @param reversible what of its price can go back now, in minor units */
export function escrowView(escrow: Escrow, reversible: Money) {
  const { _id, messageId, fanId, creatorId, amount, status, heldAt, resolvedAt, availableOn, stopped, approval } = escrow;
  return {
    id: _id,
    messageId,
    fanId,
    creatorId,
    amount: formatMoney(amount),
    status,
    heldAt: heldAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    availableOn: availableOn ?? null,
    stopped: stopped ?? false,
    reversed: formatMoney(reversedOf(escrow)),
    reversible: formatMoney(reversible),
    approval: approval ? { ...approvalView(approval), amount: formatMoney(approval.amount) } : null,
  };
}
