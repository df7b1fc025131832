import { adminLogin, adminLogout, getAdmin, getCsrfToken, listAdminSessions, revokeAdminSession } from "#libs/contracts/account/admin.ts";
import { askForPasskey } from "#libs/contracts/account/passkeys.ts";
import { adminVerifySecondFactor } from "#libs/contracts/account/second-factors.ts";
import { adminStepUp } from "#libs/contracts/account/step-up.ts";
import { listNames } from "#libs/contracts/account/users.ts";
import { listAlarms } from "#libs/contracts/config/alarms.ts";
import { getOverview, lookUp, streamOverview } from "#libs/contracts/config/console.ts";
import { getLocaleTexts } from "#libs/contracts/content/index.ts";
import * as content from "./content/index.ts";
import * as money from "./money/index.ts";
import * as people from "./people/index.ts";
import * as privacy from "./privacy/index.ts";
import * as safety from "./safety/index.ts";
import type { StaffRoute } from "./staff-route.ts";
import * as system from "./system/index.ts";

/** What every page of the console calls, by its frame and its parts. */
export const FRAME_ACTIONS = [
  getAdmin,
  adminLogout,
  getCsrfToken,
  listNames,
  getOverview,
  streamOverview,
  lookUp,
  getLocaleTexts,
  adminStepUp,
] as const;

/** The pages that belong to no group. */
const ownRoutes: readonly StaffRoute[] = [
  {
    path: "/admin/login",
    title: "page.console.signIn",
    group: null,
    actions: [adminLogin, askForPasskey, adminVerifySecondFactor],
    signedOut: true,
    load: () => import("./staff-login.tsx"),
  },
  {
    path: "/admin",
    title: "page.console.today",
    group: "today",
    actions: [getAdmin, listAlarms, listAdminSessions, revokeAdminSession],
    texts: "alarms",
    load: () => import("./today.tsx"),
  },
];

/**
 * The table of staff pages, in the order of the side. The console has a session of its own: the server sends the frame, and `console.tsx`
 * renders the pages.
 */
export const routes: readonly StaffRoute[] = [
  ...ownRoutes,
  ...people.routes,
  ...money.routes,
  ...safety.routes,
  ...privacy.routes,
  ...content.routes,
  ...system.routes,
];
