import { getUserSummaries, listStaffIds, sharesDevice } from "#libs/contracts/account/index.ts";
import { tripKillSwitch } from "#libs/contracts/config/internal.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { closeOpenMessages } from "#libs/contracts/messaging/index.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { defineService, type PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";
import { sandboxPayments } from "#libs/providers/payment/sandbox/sandbox.model.ts";
import { approveAdjustmentAction } from "./actions/approve-adjustment.ts";
import { approvePayoutAction } from "./actions/approve-payout.ts";
import { approvePayoutBatchAction } from "./actions/approve-payout-batch.ts";
import { cancelPayoutAction } from "./actions/cancel-payout.ts";
import { cancelTopUpAction } from "./actions/cancel-top-up.ts";
import { claimMoneyAction } from "./actions/claim-money.ts";
import { closeMoneyAction } from "./actions/close-money.ts";
import { confirmTopUpAction } from "./actions/confirm-top-up.ts";
import { createPayoutMethodAction } from "./actions/create-payout-method.ts";
import { createRefundAction } from "./actions/create-refund.ts";
import { createTopUpAction } from "./actions/create-top-up.ts";
import { decideSandboxPaymentAction } from "./actions/decide-sandbox-payment.ts";
import { exportLedgerAction } from "./actions/export-ledger.ts";
import { failPayoutAction } from "./actions/fail-payout.ts";
import { findObjectAction } from "./actions/find-object.ts";
import { freeEarningsAction } from "./actions/free-earnings.ts";
import { getBacklogAction } from "./actions/get-backlog.ts";
import { getChargebackAction } from "./actions/get-chargeback.ts";
import { getClosingAction } from "./actions/get-closing.ts";
import { getEarningsAction } from "./actions/get-earnings.ts";
import { getLedgerAuditAction } from "./actions/get-ledger-audit.ts";
import { getPayeeAction } from "./actions/get-payee.ts";
import { getPayoutAction } from "./actions/get-payout.ts";
import { getStatementAction } from "./actions/get-statement.ts";
import { getTopUpAction } from "./actions/get-top-up.ts";
import { getTrialBalanceAction } from "./actions/get-trial-balance.ts";
import { getWalletAction } from "./actions/get-wallet.ts";
import { listAdjustmentsAction } from "./actions/list-adjustments.ts";
import { listAdminPayoutsAction } from "./actions/list-admin-payouts.ts";
import { listAdminRefundsAction } from "./actions/list-admin-refunds.ts";
import { listAdminTopUpsAction } from "./actions/list-admin-top-ups.ts";
import { listAdminTransactionsAction } from "./actions/list-admin-transactions.ts";
import { listAdminWalletsAction } from "./actions/list-admin-wallets.ts";
import { listChargebacksAction } from "./actions/list-chargebacks.ts";
import { listEscrowsAction } from "./actions/list-escrows.ts";
import { listHeldEarningsAction } from "./actions/list-held-earnings.ts";
import { listPayoutMethodsAction } from "./actions/list-payout-methods.ts";
import { listPayoutsAction } from "./actions/list-payouts.ts";
import { listRefundsAction } from "./actions/list-refunds.ts";
import { listTopUpsAction } from "./actions/list-top-ups.ts";
import { listUnclaimedAction } from "./actions/list-unclaimed.ts";
import { listWalletTransactionsAction } from "./actions/list-wallet-transactions.ts";
import { proposeAdjustmentAction } from "./actions/propose-adjustment.ts";
import { receivePaymentCallbackAction } from "./actions/receive-payment-callback.ts";
import { refundEscrowAction } from "./actions/refund-escrow.ts";
import { refundWalletAction } from "./actions/refund-wallet.ts";
import { rejectAdjustmentAction } from "./actions/reject-adjustment.ts";
import { rejectEscrowRefundAction } from "./actions/reject-escrow-refund.ts";
import { rejectSettlementAction } from "./actions/reject-settlement.ts";
import { rejectWriteOffAction } from "./actions/reject-write-off.ts";
import { removePayoutMethodAction } from "./actions/remove-payout-method.ts";
import { requestPayoutAction } from "./actions/request-payout.ts";
import { resolveTopUpAction } from "./actions/resolve-top-up.ts";
import { runLedgerAuditAction } from "./actions/run-ledger-audit.ts";
import { setWalletFrozenAction } from "./actions/set-wallet-frozen.ts";
import { settlePayoutAction } from "./actions/settle-payout.ts";
import { settleRefundAction } from "./actions/settle-refund.ts";
import { settleTopUpAction } from "./actions/settle-top-up.ts";
import { settleUnclaimedAction } from "./actions/settle-unclaimed.ts";
import { startPayeeAction } from "./actions/start-payee.ts";
import { withdrawPayoutApprovalAction } from "./actions/withdraw-payout-approval.ts";
import { writeOffChargebackAction } from "./actions/write-off-chargeback.ts";
import { adjustments } from "./data/adjustment.store.ts";
import { chargebacks } from "./data/chargeback.store.ts";
import { earningReversals } from "./data/earning-reversal.store.ts";
import { escrows } from "./data/escrow.model.ts";
import { ledgerFindings } from "./data/finding.store.ts";
import { ledgerTransactions } from "./data/ledger.model.ts";
import { ledgerAudits } from "./data/ledger-audit.store.ts";
import { ledgerTotals } from "./data/ledger-total.model.ts";
import { payees } from "./data/payee.store.ts";
import { paymentCursors, paymentEvents } from "./data/payment-event.store.ts";
import { payouts } from "./data/payout.model.ts";
import { payoutDestinations } from "./data/payout-destination.store.ts";
import { payoutMethods } from "./data/payout-method.store.ts";
import { providerBooks, providerMovements } from "./data/provider-movement.model.ts";
import { refunds } from "./data/refund.store.ts";
import { topUps } from "./data/top-up.store.ts";
import { unclaimed } from "./data/unclaimed.store.ts";
import { wallets } from "./data/wallet.model.ts";
import { type Deps, liveDeps } from "./deps.ts";
import { onUserDeletionRequested } from "./events/on-user-deletion-requested.ts";
import { onUserRegistered } from "./events/on-user-registered.ts";
import { onUserSecurityEvent } from "./events/on-user-security-event.ts";
import { walletJobs } from "./jobs.ts";

/** Wallets, top-ups, escrows, payouts and the ledger (spec 2.6, 3.4, 4.10). Runs in the process and on the database of messaging. */
export function walletService(runtime: Runtime): PlatformServiceSchema {
  return walletServiceOver(liveDeps(runtime));
}

/** The service over given dependencies; tests replace some of them. */
export function walletServiceOver(deps: Deps): PlatformServiceSchema {
  return defineService(deps, {
    actions: {
      ...walletActions(deps),
      ...payoutActions(deps),
      ...ledgerActions(deps),
      ...moneyBackActions(deps),
    },
    calls: [getUserSummaries, listStaffIds, sharesDevice, getPayoutStanding, tripKillSwitch, closeOpenMessages],
    consumes: [onUserRegistered(deps), onUserDeletionRequested(deps), onUserSecurityEvent(deps)],
    jobs: walletJobs(deps),
    figures: ["escrowHeld", "ledgerImbalance", "ledgerAuditLastSuccess", "payoutsWithoutFunds", "providerOutages", "referencesUnknown"],
    collections: [
      ...[wallets, topUps, escrows, ledgerTransactions, payouts, payoutMethods, payoutDestinations, payees, adjustments],
      ...[refunds, chargebacks, earningReversals, unclaimed, providerMovements, providerBooks, sandboxPayments],
      ...[paymentEvents, paymentCursors, ledgerTotals, ledgerAudits, ledgerFindings],
    ],
    // The messaging service answers for these collections as well.
    personalData: null,
    background: [deps.payoutHints],
  });
}

export default loadable(walletService);

const walletActions = (deps: Deps) => ({
  getWallet: getWalletAction(deps),
  listTransactions: listWalletTransactionsAction(deps),
  createTopUp: createTopUpAction(deps),
  listTopUps: listTopUpsAction(deps),
  getTopUp: getTopUpAction(deps),
  confirmTopUp: confirmTopUpAction(deps),
  cancelTopUp: cancelTopUpAction(deps),
  receivePaymentCallback: receivePaymentCallbackAction(deps),
  decideSandboxPayment: decideSandboxPaymentAction(deps),
  listAdminWallets: listAdminWalletsAction(deps),
  listAdminTransactions: listAdminTransactionsAction(deps),
  getClosing: getClosingAction(deps),
  closeMoney: closeMoneyAction(deps),
  claimMoney: claimMoneyAction(deps),
  listAdminTopUps: listAdminTopUpsAction(deps),
  settleTopUp: settleTopUpAction(deps),
  resolveTopUp: resolveTopUpAction(deps),
  setFrozen: setWalletFrozenAction(deps),
});

const payoutActions = (deps: Deps) => ({
  getEarnings: getEarningsAction(deps),
  getStatement: getStatementAction(deps),
  createPayoutMethod: createPayoutMethodAction(deps),
  listPayoutMethods: listPayoutMethodsAction(deps),
  removePayoutMethod: removePayoutMethodAction(deps),
  startPayee: startPayeeAction(deps),
  getPayee: getPayeeAction(deps),
  requestPayout: requestPayoutAction(deps),
  listPayouts: listPayoutsAction(deps),
  getPayout: getPayoutAction(deps),
  cancelPayout: cancelPayoutAction(deps),
  listAdminPayouts: listAdminPayoutsAction(deps),
  approvePayout: approvePayoutAction(deps),
  approvePayoutBatch: approvePayoutBatchAction(deps),
  failPayout: failPayoutAction(deps),
  withdrawPayoutApproval: withdrawPayoutApprovalAction(deps),
  settlePayout: settlePayoutAction(deps),
});

const ledgerActions = (deps: Deps) => ({
  getTrialBalance: getTrialBalanceAction(deps),
  getLedgerAudit: getLedgerAuditAction(deps),
  runLedgerAudit: runLedgerAuditAction(deps),
  exportLedger: exportLedgerAction(deps),
  listEscrows: listEscrowsAction(deps),
  proposeAdjustment: proposeAdjustmentAction(deps),
  approveAdjustment: approveAdjustmentAction(deps),
  rejectAdjustment: rejectAdjustmentAction(deps),
  listAdjustments: listAdjustmentsAction(deps),
  listUnclaimed: listUnclaimedAction(deps),
  settleUnclaimed: settleUnclaimedAction(deps),
  rejectSettlement: rejectSettlementAction(deps),
  getBacklog: getBacklogAction(deps),
  findObject: findObjectAction(deps),
});

const moneyBackActions = (deps: Deps) => ({
  createRefund: createRefundAction(deps),
  listRefunds: listRefundsAction(deps),
  refundWallet: refundWalletAction(deps),
  settleRefund: settleRefundAction(deps),
  listAdminRefunds: listAdminRefundsAction(deps),
  listChargebacks: listChargebacksAction(deps),
  getChargeback: getChargebackAction(deps),
  writeOffChargeback: writeOffChargebackAction(deps),
  rejectWriteOff: rejectWriteOffAction(deps),
  refundEscrow: refundEscrowAction(deps),
  rejectEscrowRefund: rejectEscrowRefundAction(deps),
  listHeldEarnings: listHeldEarningsAction(deps),
  freeEarnings: freeEarningsAction(deps),
});
