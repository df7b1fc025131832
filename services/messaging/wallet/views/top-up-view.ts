import { formatMoney } from "#libs/kernel/money.ts";
import type { TopUp } from "../domain/top-up.ts";
import { settlementView } from "./settlement-view.ts";

/** A top-up as its user sees it. */
export function topUpView(topUp: TopUp) {
  const { _id, status, amount, currency, action, createdAt, expiresAt, settledAt } = topUp;
  return {
    topupId: _id,
    status,
    reason: topUp.reason ?? null,
    amount: formatMoney(amount),
    currency,
    refunded: formatMoney(topUp.refunded ?? 0n),
    disputed: formatMoney(topUp.disputed ?? 0n),
    number: topUp.number ?? null,
    action: status === "PENDING" && action ? { ...action, expiresAt: action.expiresAt.toISOString() } : null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/** A top-up as an administrator sees it. @param providerGone its provider cannot be asked any more */
export function adminTopUpView(topUp: TopUp, providerGone: boolean) {
  const { userId, provider, paid, asked, reviewedFor, note, decidedBy } = topUp;
  return {
    ...topUpView(topUp),
    userId,
    provider,
    paid: paid ? { amount: formatMoney(paid.amount), currency: paid.currency } : null,
    asked: asked === undefined ? null : formatMoney(asked),
    reviewedFor: reviewedFor ?? null,
    note: note ?? null,
    decidedBy: decidedBy ?? null,
    ...settlementView(topUp, providerGone),
  };
}
