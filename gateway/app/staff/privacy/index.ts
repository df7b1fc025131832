import { listAllGdprRequests } from "#libs/contracts/account/gdpr.ts";
import type { StaffRoute } from "../staff-route.ts";

const requests = {
  title: "page.console.privacyRequests",
  actions: [listAllGdprRequests],
  place: "/admin/privacy",
  texts: "privacy",
  load: () => import("./requests.tsx"),
} as const satisfies Partial<StaffRoute>;

/** What became of the requests of people about their data. */
export const routes: readonly StaffRoute[] = [
  { path: "/admin/privacy", group: "safety", ...requests },
  { path: "/admin/privacy/{requestId}", group: null, kinds: ["PRIVACY_REQUEST"], ...requests },
];
