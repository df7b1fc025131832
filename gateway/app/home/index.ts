import type { AppRoute } from "../ui/app-route.ts";

/** The home of a user; visitors get the front page. */
export const routes: readonly AppRoute[] = [
  { path: "/", title: "page.start.title", signedIn: true, isShared: true, saysUnconfirmed: true, load: () => import("./home.tsx") },
];

/** Groups of texts that these pages use. */
export const texts = ["page.home", "page.inbox", "page.payouts", "page.start", "page.verify", "page.wallet"];

/** Contracts that these pages call. */
export const calls = ["getEarnings", "getWallet"];
