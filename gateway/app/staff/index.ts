import type { FunctionComponent } from "preact";
import type { TextKey } from "#gateway/ui/texts.ts";
import type { Permission } from "#libs/policies/permissions.ts";
import type { StaffPage } from "./staff-page.ts";

export interface StaffRoute {
  /** Parameters are written {name}. */
  readonly path: string;
  readonly title: TextKey;
  /** Null: all staff may open it. */
  readonly permission: Permission | null;
  /** The page is for signed-out users. */
  readonly signedOut?: true;
  load(): Promise<{ readonly default: FunctionComponent<StaffPage> }>;
}

/** The staff console with its own session. The server sends the frame, and `console.tsx` renders the pages. */
export const routes: readonly StaffRoute[] = [
  { path: "/admin/login", title: "page.console.signIn", permission: null, signedOut: true, load: () => import("./staff-login.tsx") },
  { path: "/admin", title: "page.console.today", permission: null, load: () => import("./today.tsx") },
  { path: "/admin/support", title: "page.support.title", permission: "support:write", load: () => import("./tickets.tsx") },
  { path: "/admin/support/{ticketId}", title: "page.support.title", permission: "support:write", load: () => import("./staff-ticket.tsx") },
  { path: "/admin/webhooks/{endpointId}", title: "page.console.endpoint", permission: "config:read", load: () => import("./endpoint.tsx") },
];

/** Groups of texts that these pages use. */
export const texts = ["page.console", "page.dialog", "page.error", "page.legal", "page.state", "page.support"];

/** Contracts that these pages call. */
export const calls = [
  "adminLogin",
  "adminLogout",
  "answerTicket",
  "closeTicket",
  "getAdmin",
  "getConfigKey",
  "getCsrfToken",
  "getEndpoint",
  "getTicket",
  "getTrialBalance",
  "listAdjustments",
  "listAdminPayouts",
  "listAlarms",
  "listAppeals",
  "listDeliveries",
  "listEndpoints",
  "listKillSwitches",
  "listModerationQueue",
  "listProviders",
  "listReports",
  "listTickets",
  "retryDelivery",
  "updateEndpoint",
];
