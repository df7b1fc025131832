import { formatMoney } from "#libs/kernel/money.ts";
import type { LedgerDoc } from "../data/ledger.model.ts";
import type { AccountTotals } from "../data/ledger.store.ts";

/** A movement of an account as its user sees it. */
export function movementView({ _id, kind, reference, movement, createdAt }: LedgerDoc) {
  return {
    id: _id,
    kind,
    amount: formatMoney(movement.amount),
    balanceAfter: formatMoney(movement.balanceAfter),
    reference: { type: reference.type, id: reference.id },
    createdAt: createdAt.toISOString(),
  };
}

/** A row of the trial balance. */
export function accountTotalsView({ account, debit, credit }: AccountTotals) {
  return { account, debit: formatMoney(debit), credit: formatMoney(credit), balance: formatMoney(credit - debit) };
}
