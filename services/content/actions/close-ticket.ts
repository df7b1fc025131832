import { implement } from "#libs/contract-kit/implement.ts";
import { closeTicket } from "#libs/contracts/content/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { ticketView } from "../views/ticket-view.ts";

/** POST /admin/support/tickets/{ticketId}/close */
export const closeTicketAction = ({ audit, tickets, transaction }: Deps) =>
  implement(closeTicket, async (ctx) => {
    const { ticketId } = ctx.params;
    return transaction(async (tx) => {
      const ticket = await tickets.close(tx, ticketId);
      if (!ticket) throw new AppError("support.error.ticket_not_found");
      await audit.add(tx, { actor: ctx.caller.userId, action: "content.closeTicket", target: ticketId, requestId: ctx.requestId });
      return { userId: ticket.userId, ...ticketView(ticket) };
    });
  });
