import { formatMoney, type Money } from "#libs/kernel/money.ts";
import type { LedgerDoc } from "../data/ledger.model.ts";
import type { Chargeback } from "../domain/chargeback.ts";
import { approvalView } from "./approval-view.ts";

/** A chargeback as staff sees it. @param owed what a write-off would book now, in minor units */
export function chargebackView(chargeback: Chargeback, owed: Money) {
  const { _id, userId, topupId, source, status, reason, currency, claimed, amount, writtenOff, answerBy, openedAt, closedAt, approval } =
    chargeback;
  return {
    chargebackId: _id,
    userId,
    topupId,
    source,
    status,
    reason,
    claimed: formatMoney(claimed),
    amount: formatMoney(amount),
    writtenOff: formatMoney(writtenOff ?? 0n),
    owed: formatMoney(owed),
    currency,
    answerBy: answerBy?.toISOString() ?? null,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    approval: approval ? approvalView(approval) : null,
  };
}

/** A ledger transaction with whose accounts it moved. */
export function postingView({ _id: id, kind, entries, createdAt }: LedgerDoc) {
  const sums = entries.map(({ account, amount }) => ({ account, amount: formatMoney(amount) }));
  return { id, kind, createdAt: createdAt.toISOString(), entries: sums };
}
