import { implement } from "#libs/contract-kit/implement.ts";
import { writeToTicket } from "#libs/contracts/content.ts";
import type { Deps } from "../deps.ts";
import { appendTo, foundTicket } from "../found-ticket.ts";
import { conversationView } from "../ticket-view.ts";

/** POST /support/tickets/{ticketId}/messages: the ticket waits for the support again. */
export const writeToTicketAction = (deps: Pick<Deps, "clock" | "tickets">) =>
  implement(writeToTicket, async (ctx) => {
    const { userId } = ctx.caller;
    const ticket = await foundTicket(deps, ctx.params.ticketId, userId);
    const message = { from: "USER", authorId: userId, text: ctx.params.message, at: deps.clock.now() } as const;
    return conversationView(await appendTo(deps, ticket, message));
  });
