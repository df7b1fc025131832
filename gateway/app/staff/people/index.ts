import { setUserStatus } from "#libs/contracts/account/admin.ts";
import { listAllGdprRequests } from "#libs/contracts/account/gdpr.ts";
import { adminRemoveAvatar } from "#libs/contracts/account/pictures.ts";
import { inviteStaff, listInvitations, listStaff, removeStaff, revokeInvitation, setStaffRoles } from "#libs/contracts/account/staff.ts";
import { getUser, listUserSessions, listUsers, requestFactorReset, revokeUserSessions } from "#libs/contracts/account/users.ts";
import { listAdminTrail } from "#libs/contracts/config/trail.ts";
import { answerTicket, closeTicket, getTicket, listTickets } from "#libs/contracts/content/support.ts";
import { getCreator, listCreators } from "#libs/contracts/creator/creators.ts";
import { getIdentityCheck, getIdentityFile } from "#libs/contracts/creator/identity-review.ts";
import { setKycStatus } from "#libs/contracts/creator/kyc.ts";
import { setLevel } from "#libs/contracts/creator/level.ts";
import { setCreatorStatus } from "#libs/contracts/creator/profile.ts";
import { adminVerifySocial } from "#libs/contracts/creator/socials.ts";
import { listReports } from "#libs/contracts/messaging/moderation-reports.ts";
import { listAdminWallets, listEscrows } from "#libs/contracts/wallet/index.ts";
import { listAdminPayouts } from "#libs/contracts/wallet/payouts.ts";
import type { StaffRoute } from "../staff-route.ts";

const support = {
  title: "page.support.title",
  actions: [listTickets, getTicket, answerTicket, closeTicket, getUser],
  place: "/admin/support",
  texts: "people",
  load: () => import("./tickets.tsx"),
} as const satisfies Partial<StaffRoute>;

const users = {
  title: "page.console.users",
  actions: [
    ...([
      listUsers,
      getUser,
      setUserStatus,
      adminRemoveAvatar,
      listUserSessions,
      revokeUserSessions,
      requestFactorReset,
      listAdminWallets,
      listAdminPayouts,
      listEscrows,
    ] as const),
    ...([listTickets, listReports, listAllGdprRequests, listAdminTrail, setStaffRoles, removeStaff] as const),
  ],
  place: "/admin/users",
  texts: "people",
  load: () => import("./users.tsx"),
} as const satisfies Partial<StaffRoute>;

const staff = {
  title: "page.console.staff",
  actions: [listStaff, inviteStaff, listInvitations, revokeInvitation, setStaffRoles, removeStaff],
  texts: "people",
  load: () => import("./staff-list.tsx"),
} as const satisfies Partial<StaffRoute>;

/** Users are found by the beginning of an address that is typed into Go to. */
const byAddress = (typed: string) => (/.@/.test(typed) ? `/admin/users?email=${encodeURIComponent(typed)}` : null);

const creators = {
  title: "page.console.creators",
  actions: [
    ...([listCreators, getCreator, setCreatorStatus, setLevel, adminVerifySocial] as const),
    ...([getIdentityCheck, getIdentityFile, setKycStatus] as const),
  ],
  place: "/admin/creators",
  texts: "people",
  load: () => import("./creators.tsx"),
} as const satisfies Partial<StaffRoute>;

/** Identity checks that wait for staff, the longest waiting first. */
const checks = {
  ...creators,
  path: "/admin/creators?kycStatus=IN_REVIEW&sort=oldest",
  title: "page.console.identityChecks",
  queue: "kyc",
} as const;

/** People who ask for help, who use the site, and who earn with it. */
export const routes: readonly StaffRoute[] = [
  { path: "/admin/support", group: "people", queue: "tickets", ...support },
  { path: "/admin/support/{ticketId}", group: null, kinds: ["TICKET"], ...support },
  { path: "/admin/users", group: "people", finds: byAddress, ...users },
  { path: "/admin/users/{userId}", group: null, kinds: ["USER"], ...users },
  { path: "/admin/staff", group: "people", ...staff },
  { path: "/admin/creators", group: "people", ...creators },
  { ...checks, group: "people" },
  { path: "/admin/creators/{creatorId}", group: null, kinds: ["CREATOR"], ...creators },
];
