import { implement } from "#libs/contract-kit/implement.ts";
import { writeToTicket } from "#libs/contracts/content/index.ts";
import type { Deps } from "../deps.ts";
import { appendMessage, requireTicket } from "../support/require-ticket.ts";
import { ticketView } from "../views/ticket-view.ts";

/**
 * POST /support/tickets/{ticketId}/messages
 *
 * The single write runs in a transaction on purpose. A plain write waits inside the database for a concurrent answer or close, and occupies
 * its connection meanwhile. A few dozen such writes would exhaust the pool, and that answer or close could not commit.
 */
export const writeToTicketAction = (deps: Pick<Deps, "clock" | "tickets" | "transaction">) =>
  implement(writeToTicket, async (ctx) => {
    const { userId } = ctx.caller;
    const ticket = await requireTicket(deps, ctx.params.ticketId, userId);
    const message = { from: "USER", authorId: userId, text: ctx.params.message, at: deps.clock.now() } as const;
    return ticketView(await deps.transaction((tx) => appendMessage(deps, tx, ticket._id, message)));
  });
