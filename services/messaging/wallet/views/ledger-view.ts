import { formatMoney } from "#libs/kernel/money.ts";
import type { LedgerDoc } from "../data/ledger.model.ts";
import type { AccountSums } from "../domain/chain.ts";
import { reversedOf } from "../domain/earning-reversal.ts";
import type { Escrow } from "../domain/escrow.ts";

/** A movement of an account as its user sees it. @param escrow of the movement's message; undefined when it has none */
export function movementView({ _id, kind, reference, movement, createdAt }: LedgerDoc, escrow: Escrow | undefined) {
  return {
    id: _id,
    kind,
    amount: formatMoney(movement.amount),
    balanceAfter: formatMoney(movement.balanceAfter),
    reference: { type: reference.type, id: reference.id },
    escrow: escrow ? { status: escrow.status, receiverId: escrow.creatorId, reversed: formatMoney(reversedOf(escrow)) } : null,
    createdAt: createdAt.toISOString(),
  };
}

/** A row of the trial balance. */
export function accountTotalsView({ account, ...totals }: AccountSums) {
  return { account, ...totalsView(totals) };
}

export function totalsView({ debit, credit }: Omit<AccountSums, "account">) {
  return { debit: formatMoney(debit), credit: formatMoney(credit), balance: formatMoney(credit - debit) };
}
