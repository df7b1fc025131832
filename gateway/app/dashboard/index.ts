import type { AppRoute } from "../ui/app-route.ts";

/** Statistics of a creator. */
export const routes: readonly AppRoute[] = [
  { path: "/dashboard", title: "page.numbers.title", signedIn: true, load: () => import("./dashboard.tsx") },
];

/** Groups of texts that these pages use. */
export const texts = ["page.list", "page.numbers", "page.payouts", "page.time"];

/** Contracts that these pages call. */
export const calls = ["exportPageViews", "getBreakdown", "getEarnings", "getFunnel", "getOverview", "getTimeseries", "listLinks"];
