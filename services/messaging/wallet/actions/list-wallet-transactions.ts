import { implement } from "#libs/contract-kit/implement.ts";
import { listWalletTransactions } from "#libs/contracts/wallet/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { accountOf } from "../domain/ledger.ts";
import { movementView } from "../views/ledger-view.ts";

/** GET /wallet/transactions */
export const listWalletTransactionsAction = ({ ledger, escrows }: Pick<Deps, "ledger" | "escrows">) =>
  implement(listWalletTransactions, async (ctx) => {
    const { rows, total } = await ledger.listOfAccount(accountOf(ctx.caller.userId, "FAN"), ctx.params);
    const about = rows.flatMap(({ reference: { type, id } }) => (type === "message" ? [id] : []));
    const escrowOf = await escrows.findByMessage([...new Set(about)]);
    return pageOf(
      rows.map((row) => movementView(row, escrowOf.get(row.reference.id))),
      total,
      ctx.params,
    );
  });
