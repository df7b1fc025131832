import { AppError } from "#libs/errors/app-error.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { SupportTicketDoc, TicketMessage } from "../data/support-ticket.model.ts";
import type { Deps } from "../deps.ts";

/** Finds a ticket. With a user id, a ticket of another user counts as unknown. Throws ticket_not_found. */
export async function requireTicket(
  { tickets }: Pick<Deps, "tickets">,
  ticketId: string,
  userId: string | null = null,
): Promise<SupportTicketDoc> {
  const ticket = await tickets.find(ticketId);
  if (!ticket || (userId !== null && ticket.userId !== userId)) throw new AppError("support.error.ticket_not_found");
  return ticket;
}

/** Appends a message to a known ticket. Throws ticket_closed or ticket_full. */
export async function appendMessage(
  { tickets }: Pick<Deps, "tickets">,
  tx: Tx,
  ticketId: string,
  message: TicketMessage,
): Promise<SupportTicketDoc> {
  const ticket = await tickets.appendMessage(tx, ticketId, message);
  if (ticket) return ticket;
  const { status } = await requireTicket({ tickets }, ticketId);
  throw new AppError(status === "CLOSED" ? "support.error.ticket_closed" : "support.error.ticket_full");
}
