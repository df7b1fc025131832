import type { AppRoute } from "../ui/app-route.ts";

/** Support requests and their replies. */
export const routes: readonly AppRoute[] = [
  { path: "/support", title: "page.support.title", signedIn: true, load: () => import("./support.tsx") },
  { path: "/support/{ticketId}", title: "page.support.title", signedIn: true, load: () => import("./ticket.tsx") },
];

/** Groups of texts that these pages use. */
export const texts = ["page.compose", "page.support"];

/** Contracts that these pages call. */
export const calls = ["getOwnTicket", "listOwnTickets", "openTicket", "writeToTicket"];
