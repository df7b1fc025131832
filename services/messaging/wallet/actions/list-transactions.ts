import { implement } from "#libs/contract-kit/implement.ts";
import { listWalletTransactions } from "#libs/contracts/wallet.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { LedgerDocument } from "../data/ledger.model.ts";
import type { WalletDeps } from "../deps.ts";
import { accountOf } from "../domain/ledger.ts";

export const listTransactionsAction = ({ ledger }: Pick<WalletDeps, "ledger">) =>
  implement(listWalletTransactions, async (ctx) => {
    const { rows, total } = await ledger.pageOfAccount(accountOf(ctx.caller.userId, "FAN"), ctx.params);
    return pageOf(rows.map(transactionView), total, ctx.params);
  });

function transactionView({ _id, kind, reference, movement, createdAt }: LedgerDocument) {
  return {
    id: _id,
    kind,
    amount: formatMoney(movement.amount),
    balanceAfter: formatMoney(movement.balanceAfter),
    reference: { type: reference.type, id: reference.id },
    createdAt: createdAt.toISOString(),
  };
}
