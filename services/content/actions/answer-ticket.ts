import { implement } from "#libs/contract-kit/implement.ts";
import { answerTicket, ticketAnswered } from "#libs/contracts/content/index.ts";
import type { Deps } from "../deps.ts";
import { appendMessage, requireTicket } from "../support/require-ticket.ts";
import { ticketView } from "../views/ticket-view.ts";

/** POST /admin/support/tickets/{ticketId}/messages */
export const answerTicketAction = (deps: Deps) =>
  implement(answerTicket, async (ctx) => {
    const { ticketId, message: text } = ctx.params;
    const { userId: authorId } = ctx.caller;
    await requireTicket(deps, ticketId);
    const message = { from: "SUPPORT", authorId, text, at: deps.clock.now() } as const;
    const ticket = await deps.transaction(async (tx) => {
      await deps.audit.add(tx, { actor: authorId, action: "content.answerTicket", target: ticketId, requestId: ctx.requestId });
      const answered = await appendMessage(deps, tx, ticketId, message);
      await deps.outbox.add(tx, ticketAnswered, { ticketId, userId: answered.userId, answeredAt: message.at.toISOString() });
      return answered;
    });
    return { userId: ticket.userId, ...ticketView(ticket) };
  });
