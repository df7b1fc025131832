import { formatMoney } from "#libs/kernel/money.ts";
import type { Payout } from "../domain/payout.ts";

/** A payout as its creator sees it. */
export function payoutView(payout: Payout) {
  const { _id, status, amount, currency, methodId, methodKind, methodLabel, reason, requestedAt, settledAt } = payout;
  return {
    payoutId: _id,
    status,
    amount: formatMoney(amount),
    currency,
    methodId,
    methodKind,
    methodLabel,
    reason,
    requestedAt: requestedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/** As much of a payout as a change of it answers. */
export function payoutState({ _id, status }: Payout) {
  return { payoutId: _id, status };
}
