import { implement } from "#libs/contract-kit/implement.ts";
import { getOwnTicket } from "#libs/contracts/content/index.ts";
import type { Deps } from "../deps.ts";
import { requireTicket } from "../support/require-ticket.ts";
import { ticketView } from "../views/ticket-view.ts";

/** GET /support/tickets/{ticketId}: another user's ticket is 404. */
export const getOwnTicketAction = (deps: Pick<Deps, "tickets">) =>
  implement(getOwnTicket, async (ctx) => ticketView(await requireTicket(deps, ctx.params.ticketId, ctx.caller.userId)));
