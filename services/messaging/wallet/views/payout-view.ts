import { formatMoney, type Money } from "#libs/kernel/money.ts";
import { approvalsOf, type Hindrance, type Payout, type PayoutMethod } from "../domain/payout.ts";
import { settlementView } from "./settlement-view.ts";

/** A payout as its creator sees it. @param numbers of paid payouts, by payout */
export function payoutView(payout: Payout, numbers: ReadonlyMap<string, string>) {
  const { _id, status, amount, currency, methodId, methodKind, methodLabel, reason, requestedAt, settledAt } = payout;
  return {
    payoutId: _id,
    status,
    number: numbers.get(_id) ?? null,
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

/**
 * A payout as an administrator sees it.
 * @param threshold minor units from which on two people approve
 * @param providerGone it was sent to a provider that cannot be asked any more
 */
export function adminPayoutView(
  payout: Payout,
  numbers: ReadonlyMap<string, string>,
  threshold: Money,
  { frozen, coolingUntil }: Hindrance,
  providerGone: boolean,
) {
  const { userId, creatorId, amount, weekSum = amount, approval, decidedBy } = payout;
  return {
    ...payoutView(payout, numbers),
    userId,
    creatorId,
    weekSum: formatMoney(weekSum),
    approvals: approvalsOf(payout, threshold),
    approval: approval ? { by: approval.by, at: approval.at.toISOString() } : null,
    decidedBy,
    ...settlementView(payout, providerGone),
    frozen,
    coolingUntil: coolingUntil?.toISOString() ?? null,
  };
}

/** The answer to a request that creates or changes a payout. */
export function payoutStateView({ _id, status }: Payout) {
  return { payoutId: _id, status };
}

/** What the events about a payout say of it. */
export function payoutFactOf({ _id: payoutId, creatorId, userId, amount, currency }: Payout) {
  return { payoutId, creatorId, userId, amount: formatMoney(amount), currency };
}

export function payoutMethodView({ _id, kind, label, createdAt }: PayoutMethod) {
  return { methodId: _id, kind, label, createdAt: createdAt.toISOString() };
}
