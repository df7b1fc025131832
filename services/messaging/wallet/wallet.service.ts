import type { ServiceSchema } from "moleculer";
import { userRegistered } from "#libs/contracts/account.ts";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import { on } from "#libs/events/on.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { approveAdjustmentAction } from "./actions/approve-adjustment.ts";
import { approvePayoutAction } from "./actions/approve-payout.ts";
import { confirmTopUpAction } from "./actions/confirm-top-up.ts";
import { createPayoutMethodAction } from "./actions/create-payout-method.ts";
import { createTopUpAction } from "./actions/create-top-up.ts";
import { failPayoutAction } from "./actions/fail-payout.ts";
import { getEarningsAction } from "./actions/get-earnings.ts";
import { getPayoutAction } from "./actions/get-payout.ts";
import { getTrialBalanceAction } from "./actions/get-trial-balance.ts";
import { getWalletAction } from "./actions/get-wallet.ts";
import { listAdjustmentsAction } from "./actions/list-adjustments.ts";
import { listAdminPayoutsAction } from "./actions/list-admin-payouts.ts";
import { listAdminWalletsAction } from "./actions/list-admin-wallets.ts";
import { listEscrowsAction } from "./actions/list-escrows.ts";
import { listPayoutMethodsAction } from "./actions/list-payout-methods.ts";
import { listPayoutsAction } from "./actions/list-payouts.ts";
import { listTransactionsAction } from "./actions/list-transactions.ts";
import { proposeAdjustmentAction } from "./actions/propose-adjustment.ts";
import { rejectAdjustmentAction } from "./actions/reject-adjustment.ts";
import { removePayoutMethodAction } from "./actions/remove-payout-method.ts";
import { requestPayoutAction } from "./actions/request-payout.ts";
import { setFrozenAction } from "./actions/set-frozen.ts";
import { type WalletDeps, walletDeps } from "./deps.ts";
import { walletJobs } from "./jobs.ts";

/** Wallets, top-ups, escrows, payouts and the ledger (spec 2.6, 3.4, 4.10); shares process and database with messaging. */
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
      getEarnings: getEarningsAction(deps),
      createPayoutMethod: createPayoutMethodAction(deps),
      listPayoutMethods: listPayoutMethodsAction(deps),
      removePayoutMethod: removePayoutMethodAction(deps),
      requestPayout: requestPayoutAction(deps),
      listPayouts: listPayoutsAction(deps),
      getPayout: getPayoutAction(deps),
      listAdminPayouts: listAdminPayoutsAction(deps),
      approvePayout: approvePayoutAction(deps),
      failPayout: failPayoutAction(deps),
      proposeAdjustment: proposeAdjustmentAction(deps),
      approveAdjustment: approveAdjustmentAction(deps),
      rejectAdjustment: rejectAdjustmentAction(deps),
      listAdjustments: listAdjustmentsAction(deps),
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
