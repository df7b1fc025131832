import type { SupportTicketDoc } from "../data/support-ticket.model.ts";
import type { SupportTicketRow } from "../data/support-ticket.store.ts";

/** A ticket in the list of its user. */
export function ticketRowView({ _id, subject, status, createdAt, lastMessageAt }: SupportTicketRow) {
  return { id: _id, subject, status, createdAt: createdAt.toISOString(), lastMessageAt: lastMessageAt.toISOString() };
}

/** A ticket with its messages. A message says which side wrote it, never which member of the support staff. */
export function ticketView(ticket: SupportTicketDoc) {
  return { ...ticketRowView(ticket), messages: ticket.messages.map(({ from, text, at }) => ({ from, text, at: at.toISOString() })) };
}
