import type { ServiceSchema } from "moleculer";
import { userRegistered } from "#libs/contracts/account.ts";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import { on } from "#libs/events/on.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { confirmTopUpAction } from "./actions/confirm-top-up.ts";
import { createTopUpAction } from "./actions/create-top-up.ts";
import { getTrialBalanceAction } from "./actions/get-trial-balance.ts";
import { getWalletAction } from "./actions/get-wallet.ts";
import { listAdminWalletsAction } from "./actions/list-admin-wallets.ts";
import { listEscrowsAction } from "./actions/list-escrows.ts";
import { listTransactionsAction } from "./actions/list-transactions.ts";
import { setFrozenAction } from "./actions/set-frozen.ts";
import { type WalletDeps, walletDeps } from "./deps.ts";
import { walletJobs } from "./jobs.ts";

/** Wallets, top-ups, escrows and the ledger (spec 2.6, 3.4, 4.10); shares process and database with messaging. */
export function walletService(runtime: Runtime): ServiceSchema & DurableParts & JobParts {
  return walletServiceOver(walletDeps(runtime));
}

/** The service over given parts. */
export function walletServiceOver(deps: WalletDeps): ServiceSchema & DurableParts & JobParts {
  return {
    name: "wallet",
    actions: {
      getWallet: getWalletAction(deps),
      listTransactions: listTransactionsAction(deps),
      createTopUp: createTopUpAction(deps),
      confirmTopUp: confirmTopUpAction(deps),
      listAdminWallets: listAdminWalletsAction(deps),
      setFrozen: setFrozenAction(deps),
      getTrialBalance: getTrialBalanceAction(deps),
      listEscrows: listEscrowsAction(deps),
    },
    outbox: deps.outbox,
    durable: [
      on(userRegistered, deps, async ({ userId }, { tx }) => {
        await deps.wallets.ensure(userId, "FAN", tx);
      }),
    ],
    jobs: walletJobs(deps),
    started: () => ensureIndexes(deps.connection),
  };
}
