import { implement } from "#libs/contract-kit/implement.ts";
import { getOwnTicket } from "#libs/contracts/content.ts";
import type { Deps } from "../deps.ts";
import { foundTicket } from "../found-ticket.ts";
import { conversationView } from "../ticket-view.ts";

/** GET /support/tickets/{ticketId}: another user's ticket is an unknown one. */
export const getOwnTicketAction = (deps: Pick<Deps, "tickets">) =>
  implement(getOwnTicket, async (ctx) => conversationView(await foundTicket(deps, ctx.params.ticketId, ctx.caller.userId)));
