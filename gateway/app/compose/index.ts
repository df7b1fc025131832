import type { AppRoute } from "../ui/app-route.ts";

/** Pages where a message to a creator is written, paid and sent. */
export const routes: readonly AppRoute[] = [
  {
    path: "/{username}/message",
    title: "page.compose.heading",
    signedIn: false,
    isServed: true,
    load: () => import("./compose.tsx"),
  },
];

/** Groups of texts that these pages use. */
export const texts = ["page.compose", "page.frame", "page.home", "page.login", "page.refusal"];

/** Contracts that these pages call. */
export const calls = ["getMessage", "getWallet", "quoteMessage", "sendMessage"];
