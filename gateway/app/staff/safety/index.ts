import { createModerationRule, decideModeration, listModerationRules, updateModerationRule } from "#libs/contracts/messaging/moderation.ts";
import { decideAppeal, listAppeals } from "#libs/contracts/messaging/moderation-appeals.ts";
import { getModeratedMessage, listModerationQueue } from "#libs/contracts/messaging/moderation-queue.ts";
import { listReports, resolveReport } from "#libs/contracts/messaging/moderation-reports.ts";
import type { StaffRoute } from "../staff-route.ts";

const held = {
  title: "page.console.moderation",
  actions: [listModerationQueue, listModerationRules, getModeratedMessage, decideModeration],
  place: "/admin/moderation",
  texts: "safety",
  load: () => import("./held-list.tsx"),
} as const satisfies Partial<StaffRoute>;

const reports = {
  title: "page.console.reports",
  actions: [listReports, listModerationRules, getModeratedMessage, resolveReport],
  place: "/admin/moderation/reports",
  texts: "safety",
  load: () => import("./report-list.tsx"),
} as const satisfies Partial<StaffRoute>;

const appeals = {
  title: "page.console.appeals",
  actions: [listAppeals, listModerationRules, getModeratedMessage, decideAppeal],
  place: "/admin/moderation/appeals",
  texts: "safety",
  load: () => import("./appeal-list.tsx"),
} as const satisfies Partial<StaffRoute>;

const rules = {
  title: "page.console.rules",
  place: "/admin/moderation/rules",
  texts: "safety",
} as const satisfies Partial<StaffRoute>;
const listed = { ...rules, actions: [listModerationRules, updateModerationRule], load: () => import("./rule-list.tsx") } as const;

/** Messages that are held back or reported, appeals, and the rules that hold back. */
export const routes: readonly StaffRoute[] = [
  { path: "/admin/moderation", group: "safety", queue: "moderation", ...held },
  { path: "/admin/moderation/messages/{messageId}", group: null, kinds: ["MESSAGE"], ...held },
  { path: "/admin/moderation/reports", group: "safety", queue: "reports", ...reports },
  { path: "/admin/moderation/reports/{reportId}", group: null, kinds: ["REPORT"], ...reports },
  { path: "/admin/moderation/appeals", group: "safety", queue: "appeals", ...appeals },
  { path: "/admin/moderation/appeals/{appealId}", group: null, kinds: ["APPEAL"], ...appeals },
  { path: "/admin/moderation/rules", group: "safety", ...listed },
  { path: "/admin/moderation/rules/new", group: null, ...rules, actions: [createModerationRule], load: () => import("./new-rule.tsx") },
  { path: "/admin/moderation/rules/{ruleId}", group: null, kinds: ["RULE"], ...listed },
];
