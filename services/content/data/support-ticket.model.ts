import { TICKET_STATUSES } from "#libs/contracts/content/support.ts";
import { type DocumentOf, date, list, object, of, oneOf, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { TicketSide } from "../domain/support-ticket.ts";

export interface TicketMessage extends DocumentOf<typeof message> {}

/** A conversation between a user and the support. */
export interface SupportTicketDoc extends DocumentIn<typeof supportTickets> {}

const message = {
  from: of<TicketSide>(),
  /** User id. */
  authorId: text,
  text: text,
  at: date,
};

export const supportTickets = defineCollection({
  name: "support_tickets",
  fields: {
    _id: text,
    userId: text,
    subject: text,
    status: oneOf(TICKET_STATUSES),
    messages: list(object(message)),
    createdAt: date,
    lastMessageAt: date,
  },
  indexes: [
    { name: "of_user", key: { userId: 1, lastMessageAt: -1, _id: -1 } },
    { name: "waiting", key: { status: 1, lastMessageAt: 1, _id: 1 } },
    { name: "all", key: { lastMessageAt: 1, _id: 1 } },
  ],
});
