import { listAdminWallets } from "#libs/contracts/wallet/index.ts";
import { approvePayout, failPayout, listAdminPayouts } from "#libs/contracts/wallet/payouts.ts";
import type { StaffRoute } from "../staff-route.ts";

const payouts = {
  title: "page.console.payouts",
  actions: [listAdminPayouts, listAdminWallets, approvePayout, failPayout],
  place: "/admin/payouts",
  texts: "money",
  load: () => import("./payout-list.tsx"),
} as const satisfies Partial<StaffRoute>;

/** Money of other people that staff decide about. */
export const routes: readonly StaffRoute[] = [
  { path: "/admin/payouts", group: "money", queue: "payouts", ...payouts },
  { path: "/admin/payouts/{payoutId}", group: null, kinds: ["PAYOUT"], ...payouts },
];
