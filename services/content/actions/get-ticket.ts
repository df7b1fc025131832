import { implement } from "#libs/contract-kit/implement.ts";
import { getTicket } from "#libs/contracts/content.ts";
import type { Deps } from "../deps.ts";
import { foundTicket } from "../found-ticket.ts";
import { conversationView } from "../ticket-view.ts";

/** GET /admin/support/tickets/{ticketId} */
export const getTicketAction = (deps: Pick<Deps, "tickets">) =>
  implement(getTicket, async ({ params }) => {
    const ticket = await foundTicket(deps, params.ticketId);
    return { userId: ticket.userId, ...conversationView(ticket) };
  });
