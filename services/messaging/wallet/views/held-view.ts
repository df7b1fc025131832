import { CURRENCY } from "#libs/contracts/shared.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { netOf } from "../domain/earning-reversal.ts";
import type { Escrow } from "../domain/escrow.ts";

/** Earnings under review as staff sees them. */
export function heldView({ review, ...escrow }: Escrow) {
  const { messageId, fanId, creatorId, availableOn = "" } = escrow;
  if (!review) throw new Error(`the earnings of message ${messageId} are not under review`);
  const { status, reasons, heldAt, decidedBy, decidedAt, reason } = review;
  return {
    messageId,
    fanId,
    creatorId,
    amount: formatMoney(netOf(escrow)),
    currency: CURRENCY,
    status,
    reasons: [...reasons],
    heldAt: heldAt.toISOString(),
    availableOn,
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    reason,
  };
}
