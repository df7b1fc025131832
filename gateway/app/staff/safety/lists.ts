import { listAppeals } from "#libs/contracts/messaging/moderation-appeals.ts";
import { listModerationQueue } from "#libs/contracts/messaging/moderation-queue.ts";
import { listReports } from "#libs/contracts/messaging/moderation-reports.ts";

/** The lists of moderation, which lead to each other. */
export const LISTS = {
  title: "page.console.moderation",
  of: [
    { path: "/admin/moderation", text: "page.console.heldBack", action: listModerationQueue, queue: "moderation" },
    { path: "/admin/moderation/reports", text: "page.console.reports", action: listReports, queue: "reports" },
    { path: "/admin/moderation/appeals", text: "page.console.appeals", action: listAppeals, queue: "appeals" },
  ],
} as const;

/** Maximum length of a reason that the interface accepts. */
export const MAX_REASON = 500;
