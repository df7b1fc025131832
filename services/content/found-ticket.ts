import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { SupportTicketDoc, TicketMessage } from "./data/support-ticket.model.ts";
import type { Deps } from "./deps.ts";

/** A ticket; with a user: one of this user. Throws ticket_not_found, also for another user's ticket. */
export async function foundTicket(
  { tickets }: Pick<Deps, "tickets">,
  ticketId: string,
  userId: string | null = null,
): Promise<SupportTicketDoc> {
  const ticket = await tickets.find(ticketId);
  if (!ticket || (userId !== null && ticket.userId !== userId)) throw new AppError("support.error.ticket_not_found");
  return ticket;
}

/** Adds a message to a ticket that was found. Throws ticket_closed and ticket_full. */
export async function appendTo(
  { tickets }: Pick<Deps, "tickets">,
  { _id }: Pick<SupportTicketDoc, "_id">,
  message: TicketMessage,
  tx: Tx,
): Promise<SupportTicketDoc> {
  const ticket = await tickets.append(_id, message, tx);
  if (ticket) return ticket;
  const { status } = await foundTicket({ tickets }, _id);
  throw new AppError(status === "CLOSED" ? "support.error.ticket_closed" : "support.error.ticket_full");
}
