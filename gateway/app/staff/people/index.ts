import { answerTicket, closeTicket, getTicket, listTickets } from "#libs/contracts/content/support.ts";
import type { StaffRoute } from "../staff-route.ts";

const support = {
  title: "page.support.title",
  actions: [listTickets, getTicket, answerTicket, closeTicket],
  place: "/admin/support",
  texts: "people",
  load: () => import("./tickets.tsx"),
} as const satisfies Partial<StaffRoute>;

/** People who ask for help. */
export const routes: readonly StaffRoute[] = [
  { path: "/admin/support", group: "people", queue: "tickets", ...support },
  { path: "/admin/support/{ticketId}", group: null, kinds: ["TICKET"], ...support },
];
