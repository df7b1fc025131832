import { implement } from "#libs/contract-kit/implement.ts";
import { getTicket } from "#libs/contracts/content/index.ts";
import type { Deps } from "../deps.ts";
import { requireTicket } from "../support/require-ticket.ts";
import { ticketView } from "../views/ticket-view.ts";

/** GET /admin/support/tickets/{ticketId} */
export const getTicketAction = (deps: Pick<Deps, "tickets">) =>
  implement(getTicket, async ({ params }) => {
    const ticket = await requireTicket(deps, params.ticketId);
    return { userId: ticket.userId, ...ticketView(ticket) };
  });
