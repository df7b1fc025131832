import type { AppRoute } from "../ui/app-route.ts";

/** Settings, notifications, followed creators and decisions about the account. */
export const routes: readonly AppRoute[] = [
  { path: "/settings/profile", title: "page.settings.profile", signedIn: true, load: () => import("./settings-profile.tsx") },
  { path: "/settings/security", title: "page.settings.security", signedIn: true, load: () => import("./settings-security.tsx") },
  { path: "/statements", title: "page.statement.title", signedIn: true, load: () => import("./statements.tsx") },
  { path: "/statements/{messageId}", title: "page.statement.one", signedIn: true, load: () => import("./statement.tsx") },
  { path: "/notifications", title: "page.notifications.title", signedIn: true, load: () => import("./notifications.tsx") },
  { path: "/following", title: "page.following.title", signedIn: true, load: () => import("./following.tsx") },
  { path: "/settings/messages", title: "page.settings.messages", signedIn: true, load: () => import("./message-settings.tsx") },
  { path: "/settings/vacation", title: "page.settings.vacation", signedIn: true, load: () => import("./vacation.tsx") },
  { path: "/settings/identity", title: "page.identity.title", signedIn: true, load: () => import("./identity.tsx") },
  {
    path: "/settings/notifications",
    title: "page.notifications.title",
    signedIn: true,
    load: () => import("./notification-settings.tsx"),
  },
  { path: "/settings/privacy", title: "page.settings.privacy", signedIn: true, load: () => import("./privacy.tsx") },
];

/** Groups of texts that these pages use. */
export const texts = [
  "page.dialog",
  "page.following",
  "page.frame",
  "page.home",
  "page.identity",
  "page.login",
  "page.messages",
  "page.notice",
  "page.notifications",
  "page.payouts",
  "page.privacy",
  "page.register",
  "page.reset",
  "page.settings",
  "page.statement",
  "page.support",
  "page.topup",
  "page.vacation",
];

/** Contracts that these pages call. */
export const calls = [
  "abandonKyc",
  "appealModeration",
  "changePassword",
  "getKyc",
  "getMe",
  "getMyProfile",
  "getPreferences",
  "getStatementOfReasons",
  "getWallet",
  "listBlocks",
  "listFollows",
  "listGdprRequests",
  "listInbox",
  "listNotifications",
  "listSessions",
  "markAllNotificationsRead",
  "markNotificationRead",
  "requestDeletion",
  "requestExport",
  "revokeSession",
  "setPreferences",
  "setVacation",
  "startKyc",
  "submitKyc",
  "unblockUser",
  "unfollowCreator",
  "updateMe",
];
