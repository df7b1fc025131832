import { listUsers } from "#libs/contracts/account/users.ts";
import { approveAdjustment, listAdjustments, proposeAdjustment, rejectAdjustment } from "#libs/contracts/wallet/adjustments.ts";
import {
  getChargeback,
  listChargebacks,
  refundEscrow,
  rejectEscrowRefund,
  rejectWriteOff,
  writeOffChargeback,
} from "#libs/contracts/wallet/chargebacks.ts";
import { freeEarnings, listHeldEarnings } from "#libs/contracts/wallet/held-earnings.ts";
import { getTrialBalance, listAdminTransactions, listAdminWallets, listEscrows, setWalletFrozen } from "#libs/contracts/wallet/index.ts";
import { listUnclaimed, rejectSettlement, settleUnclaimed } from "#libs/contracts/wallet/leaving.ts";
import { exportLedger, getLedgerAudit, runLedgerAudit } from "#libs/contracts/wallet/ledger-audit.ts";
import { approvePayout, approvePayoutBatch, failPayout, listAdminPayouts, withdrawPayoutApproval } from "#libs/contracts/wallet/payouts.ts";
import { listAdminRefunds, refundWallet } from "#libs/contracts/wallet/refunds.ts";
import { settlePayout, settleRefund, settleTopUp } from "#libs/contracts/wallet/settlements.ts";
import { listAdminTopUps, resolveTopUp } from "#libs/contracts/wallet/top-ups.ts";
import type { StaffRoute } from "../staff-route.ts";

const payouts = {
  title: "page.console.payouts",
  actions: [listAdminPayouts, listAdminWallets, approvePayout, approvePayoutBatch, failPayout, withdrawPayoutApproval, settlePayout],
  place: "/admin/payouts",
  texts: "money",
  load: () => import("./payouts/payout-list.tsx"),
} as const satisfies Partial<StaffRoute>;

const corrections = {
  title: "page.console.corrections",
  actions: [listAdjustments, listAdminWallets, approveAdjustment, rejectAdjustment],
  place: "/admin/ledger/adjustments",
  texts: "money",
  load: () => import("./correction-list.tsx"),
} as const satisfies Partial<StaffRoute>;

const topUps = {
  title: "page.console.topups",
  actions: [listAdminTopUps, resolveTopUp, settleTopUp],
  place: "/admin/topups",
  texts: "money",
  load: () => import("./top-up-list.tsx"),
} as const satisfies Partial<StaffRoute>;

const unclaimed = {
  title: "page.console.unclaimed",
  actions: [listUnclaimed, settleUnclaimed, rejectSettlement],
  place: "/admin/unclaimed",
  texts: "money",
  load: () => import("./unclaimed/unclaimed-list.tsx"),
} as const satisfies Partial<StaffRoute>;

const refunds = {
  title: "page.console.refunds",
  actions: [listAdminRefunds, settleRefund],
  place: "/admin/refunds",
  texts: "money",
  load: () => import("./refunds/refund-list.tsx"),
} as const satisfies Partial<StaffRoute>;

const chargebacks = {
  title: "page.console.chargebacks",
  actions: [listChargebacks, getChargeback, writeOffChargeback, rejectWriteOff],
  place: "/admin/chargebacks",
  texts: "money",
  load: () => import("./chargebacks/chargeback-list.tsx"),
} as const satisfies Partial<StaffRoute>;

const wallets = { title: "page.console.wallets", texts: "money" } as const satisfies Partial<StaffRoute>;

/** Money of other people that staff decide about. */
export const routes: readonly StaffRoute[] = [
  { path: "/admin/payouts", group: "money", queue: "payouts", ...payouts },
  { path: "/admin/payouts/{payoutId}", group: null, kinds: ["PAYOUT"], ...payouts },
  { path: "/admin/ledger/adjustments", group: "money", queue: "adjustments", ...corrections },
  { path: "/admin/ledger/adjustments/{adjustmentId}", group: null, kinds: ["ADJUSTMENT"], ...corrections },
  { path: "/admin/topups", group: "money", queue: "topupsInReview", ...topUps },
  { path: "/admin/topups/{topupId}", group: null, kinds: ["TOPUP"], ...topUps },
  { path: "/admin/wallets", group: "money", ...wallets, actions: [listAdminWallets, listUsers], load: () => import("./find-wallet.tsx") },
  {
    path: "/admin/wallets/{userId}",
    group: null,
    kinds: ["WALLET"],
    ...wallets,
    actions: [listAdminWallets, listAdminTransactions, setWalletFrozen, proposeAdjustment, refundWallet],
    load: () => import("./wallet-page.tsx"),
  },
  {
    path: "/admin/escrows",
    title: "page.console.escrows",
    group: "money",
    actions: [listEscrows, refundEscrow, rejectEscrowRefund],
    texts: "money",
    load: () => import("./escrows.tsx"),
  },
  {
    path: "/admin/escrows?status=PROPOSED",
    title: "page.console.proposedRefunds",
    group: "money",
    queue: "proposedRefunds",
    actions: [listEscrows, refundEscrow, rejectEscrowRefund],
    texts: "money",
    load: () => import("./escrows.tsx"),
  },
  { path: "/admin/refunds", group: "money", ...refunds },
  { path: "/admin/refunds/{refundId}", group: null, kinds: ["REFUND"], ...refunds },
  { path: "/admin/chargebacks", group: "money", queue: "chargebacks", ...chargebacks },
  {
    path: "/admin/chargebacks?status=PROPOSED",
    group: "money",
    queue: "proposedWriteOffs",
    ...chargebacks,
    title: "page.console.proposedWriteOffs",
  },
  { path: "/admin/chargebacks/{chargebackId}", group: null, kinds: ["CHARGEBACK"], ...chargebacks },
  { path: "/admin/unclaimed", group: "money", queue: "unclaimed", ...unclaimed },
  {
    path: "/admin/unclaimed?status=PROPOSED",
    group: "money",
    queue: "proposedSettlements",
    ...unclaimed,
    title: "page.console.proposedSettlements",
  },
  { path: "/admin/unclaimed/{unclaimedId}", group: null, kinds: ["UNCLAIMED"], ...unclaimed },
  {
    path: "/admin/held-earnings",
    title: "page.console.heldEarnings",
    group: "money",
    queue: "heldEarnings",
    actions: [listHeldEarnings, freeEarnings],
    texts: "money",
    load: () => import("./held-list.tsx"),
  },
  {
    path: "/admin/ledger",
    title: "page.console.books",
    group: "money",
    actions: [getTrialBalance, getLedgerAudit, runLedgerAudit, exportLedger],
    texts: "money",
    load: () => import("./ledger.tsx"),
  },
];
