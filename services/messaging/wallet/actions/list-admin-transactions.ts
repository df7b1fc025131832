import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminTransactions } from "#libs/contracts/wallet/index.ts";
import type { Deps } from "../deps.ts";
import { accountOf } from "../domain/ledger.ts";
import { listMovements } from "../ledger/list-movements.ts";

/** GET /admin/wallets/{userId}/transactions. A look that could not be recorded does not happen. */
export const listAdminTransactionsAction = (deps: Pick<Deps, "ledger" | "escrows" | "audit" | "transaction">) =>
  implement(listAdminTransactions, async ({ params, caller, requestId }) => {
    const { userId, wallet, kind, format, ...page } = params;
    const details = { wallet, ...(format === "csv" && { format }) };
    const line = { actor: caller.userId, action: "wallet.listAdminTransactions", target: userId, details, requestId } as const;
    // A table is one look, though each of its parts is a call.
    if (page.after === undefined) await deps.transaction((tx) => deps.audit.add(tx, line));
    return listMovements(deps, { account: accountOf(userId, wallet), kind }, page);
  });
