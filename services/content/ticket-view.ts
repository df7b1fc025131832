import type { SupportTicketDoc } from "./data/support-ticket.model.ts";
import type { TicketRow } from "./data/support-ticket.store.ts";

export function ticketView({ _id, subject, status, createdAt, lastMessageAt }: TicketRow) {
  return { id: _id, subject, status, createdAt: createdAt.toISOString(), lastMessageAt: lastMessageAt.toISOString() };
}

/** A ticket with its messages. Who of the support wrote stays inside. */
export function conversationView(ticket: SupportTicketDoc) {
  return { ...ticketView(ticket), messages: ticket.messages.map(({ from, text, at }) => ({ from, text, at: at.toISOString() })) };
}
