import type { AppRoute } from "../ui/app-route.ts";

/** Numbers of a creator. */
export const routes: readonly AppRoute[] = [
  { path: "/dashboard", title: "page.numbers.title", signedIn: true, load: () => import("./dashboard.tsx") },
];

/** Groups of its texts. */
export const texts = ["page.first", "page.links", "page.list", "page.numbers", "page.payouts", "page.time"];

/** Contracts of its calls. */
export const calls = [
  "exportPageViews",
  "getBioPage",
  "getBreakdown",
  "getEarnings",
  "getFunnel",
  "getOverview",
  "getTimeseries",
  "listLinks",
];
