import { formatMoney } from "#libs/kernel/money.ts";
import type { Unclaimed } from "../domain/unclaimed.ts";

/** Unclaimed money as staff sees it. */
export function unclaimedView({ _id, amount, claimedAt, openedAt, approval, decidedAt, ...unclaimed }: Unclaimed) {
  const { requestId, userId, currency, status, claimantId, decision, decidedBy } = unclaimed;
  return {
    unclaimedId: _id,
    requestId,
    userId,
    amount: formatMoney(amount),
    currency,
    status,
    claimantId,
    claimedAt: claimedAt?.toISOString() ?? null,
    openedAt: openedAt.toISOString(),
    approval: approval ? { ...approval, at: approval.at.toISOString() } : null,
    decision,
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
