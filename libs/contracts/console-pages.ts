import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import type { RoutePermission } from "#libs/policies/permissions.ts";
import { listAllGdprRequests, listUsers } from "./account/index.ts";
import { getConfigDomain, listFlags, listKillSwitches, type StaffKind, type StaffQueue } from "./config/index.ts";
import { listEditedArticles, listEditedCategories, listTickets } from "./content/index.ts";
import { getCreator, getIdentityCheck } from "./creator/index.ts";
import { listAppeals, listModerationQueue, listModerationRules, listReports } from "./messaging/index.ts";
import {
  listAdjustments,
  listAdminPayouts,
  listAdminRefunds,
  listAdminTopUps,
  listAdminWallets,
  listChargebacks,
  listEscrows,
  listHeldEarnings,
  listUnclaimed,
} from "./wallet/index.ts";
import { listEndpoints } from "./webhook/index.ts";

interface KindPage {
  /** The page of one; `{id}` is its id. A kind without pages of its own has its list, whose rows carry the id. */
  readonly path: string;
  /** Reads what the page shows: its permission is that of the kind. */
  readonly reads: RoutedAction;
}

/** Where the console shows each kind. */
export const KIND_PAGES: Readonly<Record<StaffKind, KindPage>> = {
  USER: { path: "/admin/users/{id}", reads: listUsers },
  CREATOR: { path: "/admin/creators/{id}", reads: getCreator },
  TICKET: { path: "/admin/support/{id}", reads: listTickets },
  MESSAGE: { path: "/admin/moderation/messages/{id}", reads: listModerationQueue },
  REPORT: { path: "/admin/moderation/reports/{id}", reads: listReports },
  APPEAL: { path: "/admin/moderation/appeals/{id}", reads: listAppeals },
  RULE: { path: "/admin/moderation/rules/{id}", reads: listModerationRules },
  PAYOUT: { path: "/admin/payouts/{id}", reads: listAdminPayouts },
  ADJUSTMENT: { path: "/admin/ledger/adjustments/{id}", reads: listAdjustments },
  TOPUP: { path: "/admin/topups/{id}", reads: listAdminTopUps },
  REFUND: { path: "/admin/refunds/{id}", reads: listAdminRefunds },
  CHARGEBACK: { path: "/admin/chargebacks/{id}", reads: listChargebacks },
  UNCLAIMED: { path: "/admin/unclaimed/{id}", reads: listUnclaimed },
  WALLET: { path: "/admin/wallets/{id}", reads: listAdminWallets },
  ESCROW: { path: "/admin/escrows?messageId={id}", reads: listEscrows },
  ARTICLE: { path: "/admin/content/articles/{id}", reads: listEditedArticles },
  CATEGORY: { path: "/admin/content/categories", reads: listEditedCategories },
  PRIVACY_REQUEST: { path: "/admin/privacy/{id}", reads: listAllGdprRequests },
  ENDPOINT: { path: "/admin/webhooks/{id}", reads: listEndpoints },
  SETTING: { path: "/admin/settings/{id}", reads: getConfigDomain },
  FLAG: { path: "/admin/flags", reads: listFlags },
  SWITCH: { path: "/admin/switches", reads: listKillSwitches },
};

/** The list of each queue, or what is decided from it: its permission is that of the queue. */
export const QUEUE_LISTS: Readonly<Record<StaffQueue, RoutedAction>> = {
  moderation: listModerationQueue,
  appeals: listAppeals,
  reports: listReports,
  payouts: listAdminPayouts,
  adjustments: listAdjustments,
  topupsInReview: listAdminTopUps,
  chargebacks: listChargebacks,
  proposedRefunds: listEscrows,
  proposedWriteOffs: listChargebacks,
  unclaimed: listUnclaimed,
  proposedSettlements: listUnclaimed,
  heldEarnings: listHeldEarnings,
  tickets: listTickets,
  kyc: getIdentityCheck,
};

/** The page of one object. */
export function pathOf(kind: StaffKind, id: string): string {
  return KIND_PAGES[kind].path.replace("{id}", encodeURIComponent(id));
}

/** The permission that a route of the console names. */
export function permissionOf({ name, http }: RoutedAction): RoutePermission {
  if (!http.permission) throw new Error(`${name} names no permission`);
  return http.permission;
}
