import { implement } from "#libs/contract-kit/implement.ts";
import { writeToTicket } from "#libs/contracts/content.ts";
import type { Deps } from "../deps.ts";
import { appendTo, foundTicket } from "../found-ticket.ts";
import { conversationView } from "../ticket-view.ts";

/**
 * POST /support/tickets/{ticketId}/messages: the ticket waits for the support again. In a transaction, although it is one write:
 * one outside would wait for an answer or a closing that is under way, with a connection in its hand, and a few dozen of them would
 * leave that none to end with.
 */
export const writeToTicketAction = (deps: Pick<Deps, "clock" | "tickets" | "transaction">) =>
  implement(writeToTicket, async (ctx) => {
    const { userId } = ctx.caller;
    const ticket = await foundTicket(deps, ctx.params.ticketId, userId);
    const message = { from: "USER", authorId: userId, text: ctx.params.message, at: deps.clock.now() } as const;
    return conversationView(await deps.transaction((tx) => appendTo(deps, ticket, message, tx)));
  });
