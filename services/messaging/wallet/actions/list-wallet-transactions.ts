import { implement } from "#libs/contract-kit/implement.ts";
import { listWalletTransactions } from "#libs/contracts/wallet/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { accountOf } from "../domain/ledger.ts";
import { movementView } from "../views/ledger-view.ts";

/** GET /wallet/transactions */
export const listWalletTransactionsAction = ({ ledger }: Pick<Deps, "ledger">) =>
  implement(listWalletTransactions, async (ctx) => {
    const { rows, total } = await ledger.listOfAccount(accountOf(ctx.caller.userId, "FAN"), ctx.params);
    return pageOf(rows.map(movementView), total, ctx.params);
  });
