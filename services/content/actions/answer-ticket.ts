import { implement } from "#libs/contract-kit/implement.ts";
import { answerTicket } from "#libs/contracts/content.ts";
import type { Deps } from "../deps.ts";
import { appendTo, foundTicket } from "../found-ticket.ts";
import { conversationView } from "../ticket-view.ts";

/** POST /admin/support/tickets/{ticketId}/messages */
export const answerTicketAction = (deps: Deps) =>
  implement(answerTicket, async (ctx) => {
    const { ticketId, message: text } = ctx.params;
    const { userId: authorId } = ctx.caller;
    const found = await foundTicket(deps, ticketId);
    const message = { from: "SUPPORT", authorId, text, at: deps.clock.now() } as const;
    const ticket = await deps.transaction(async (tx) => {
      await deps.audit.add(tx, { actor: authorId, action: "content.answerTicket", target: ticketId, requestId: ctx.requestId });
      return appendTo(deps, found, message, tx);
    });
    return { userId: ticket.userId, ...conversationView(ticket) };
  });
