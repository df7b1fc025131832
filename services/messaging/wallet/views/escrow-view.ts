import { formatMoney } from "#libs/kernel/money.ts";
import type { Escrow } from "../domain/escrow.ts";

/** An escrow as an administrator sees it. */
export function escrowView({ _id, messageId, fanId, creatorId, amount, status, heldAt, resolvedAt }: Escrow) {
  return {
    id: _id,
    messageId,
    fanId,
    creatorId,
    amount: formatMoney(amount),
    status,
    heldAt: heldAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  };
}
