import type { AppRoute } from "../ui/app-route.ts";

/** Requests to the support and their answers. */
export const routes: readonly AppRoute[] = [
  { path: "/support", title: "page.support.title", signedIn: true, load: () => import("./support.tsx") },
  { path: "/support/{ticketId}", title: "page.support.title", signedIn: true, load: () => import("./ticket.tsx") },
];

/** Groups of its texts. */
export const texts = ["page.compose", "page.support"];

/** Contracts of its calls. */
export const calls = ["getOwnTicket", "listOwnTickets", "openTicket", "writeToTicket"];
