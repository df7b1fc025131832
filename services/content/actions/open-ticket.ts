import { implement } from "#libs/contract-kit/implement.ts";
import { openTicket } from "#libs/contracts/content/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { SupportTicketDoc } from "../data/support-ticket.model.ts";
import type { Deps } from "../deps.ts";
import { ticketView } from "../views/ticket-view.ts";

/** POST /support/tickets */
export const openTicketAction = ({ clock, tickets }: Pick<Deps, "clock" | "tickets">) =>
  implement(openTicket, async (ctx) => {
    const { userId } = ctx.caller;
    const { subject, message: text } = ctx.params;
    const at = clock.now();
    const messages = [{ from: "USER", authorId: userId, text, at }] as const;
    const ticket: SupportTicketDoc = { _id: uuid(), userId, subject, status: "OPEN", messages, createdAt: at, lastMessageAt: at };
    await tickets.insert(ticket);
    return ticketView(ticket);
  });
