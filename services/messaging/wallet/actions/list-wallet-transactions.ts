import { implement } from "#libs/contract-kit/implement.ts";
import { listWalletTransactions } from "#libs/contracts/wallet/index.ts";
import type { Deps } from "../deps.ts";
import { accountOf } from "../domain/ledger.ts";
import { listMovements } from "../ledger/list-movements.ts";

/** GET /wallet/transactions */
export const listWalletTransactionsAction = (deps: Pick<Deps, "ledger" | "escrows">) =>
  implement(listWalletTransactions, ({ caller, params: page }) => listMovements(deps, { account: accountOf(caller.userId, "FAN") }, page));
