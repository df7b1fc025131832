import type { AppRoute } from "../ui/app-route.ts";

/** Conversations and their threads. */
export const routes: readonly AppRoute[] = [
  {
    path: "/messages",
    title: "page.messages.title",
    signedIn: true,
    place: "/messages",
    load: () => import("./conversations.tsx"),
  },
  {
    path: "/messages/{sessionId}",
    title: "page.messages.title",
    signedIn: true,
    place: "/messages",
    load: () => import("./conversations.tsx"),
  },
];

/** Groups of texts that these pages use. */
export const texts = [
  "page.answer",
  "page.creator",
  "page.dialog",
  "page.home",
  "page.inbox",
  "page.list",
  "page.messages",
  "page.numbers",
  "page.privacy",
  "page.receipt",
  "page.report",
  "page.state",
  "page.statement",
  "page.support",
  "page.thread",
  "page.wallet",
];

/** Contracts that these pages call. */
export const calls = [
  "blockUser",
  "getMessage",
  "listBlocks",
  "listInbox",
  "listNotifications",
  "markNotificationRead",
  "rejectMessage",
  "replyToMessage",
  "reportMessage",
  "unblockUser",
];
