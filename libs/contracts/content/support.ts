import { action, event, type HttpBinding } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { clampedPage, filterId, filterUserId, id, pageOfItems, readableLine, readableText, timestamp } from "../shared.ts";

export const TICKET_STATUSES = ["OPEN", "ANSWERED", "CLOSED"] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

const SUPPORT_STAFF = { auth: "admin", permission: "support:write" } as const satisfies Partial<HttpBinding>;

const ticketId = { type: "uuid" } as const;
const message = { ...readableText, trim: true, min: 1, max: 5_000 } as const;
/** Messages that one ticket can hold, of both sides together. */
export const MAX_TICKET_MESSAGES = 200;

const ticket = {
  type: "object",
  props: {
    id,
    subject: { type: "string" },
    status: { type: "enum", values: TICKET_STATUSES },
    createdAt: timestamp,
    lastMessageAt: timestamp,
  },
} as const satisfies ObjectRule;

const conversation = {
  type: "object",
  props: {
    ...ticket.props,
    messages: {
      type: "array",
      max: MAX_TICKET_MESSAGES,
      items: {
        type: "object",
        props: { from: { type: "enum", values: ["USER", "SUPPORT"] }, text: { type: "string", max: message.max }, at: timestamp },
      },
    },
  },
} as const satisfies ObjectRule;

const withUser = <P extends ObjectRule["props"]>(props: P) => ({ type: "object", props: { userId: id, ...props } }) as const;

export const openTicket = action({
  name: "content.openTicket",
  summary: "Open a support ticket",
  http: { method: "POST", path: "/support/tickets", status: 201, auth: "bearer" },
  params: { subject: { ...readableLine, min: 1, max: 200 }, message },
  returns: conversation,
  errors: [],
});

export const listOwnTickets = action({
  name: "content.listOwnTickets",
  summary: "The caller's tickets, latest message first",
  http: { method: "GET", path: "/support/tickets", auth: "bearer" },
  params: clampedPage,
  returns: pageOfItems(ticket),
  errors: [],
});

export const getOwnTicket = action({
  name: "content.getOwnTicket",
  summary: "One of the caller's tickets with its messages",
  http: { method: "GET", path: "/support/tickets/{ticketId}", auth: "bearer" },
  params: { ticketId },
  returns: conversation,
  errors: ["support.error.ticket_not_found"],
});

export const writeToTicket = action({
  name: "content.writeToTicket",
  summary: "Add a message to one of the caller's tickets",
  http: { method: "POST", path: "/support/tickets/{ticketId}/messages", status: 201, auth: "bearer" },
  params: { ticketId, message },
  returns: conversation,
  errors: ["support.error.ticket_not_found", "support.error.ticket_closed", "support.error.ticket_full"],
});

export const listTickets = action({
  name: "content.listTickets",
  summary: "Tickets of all users, longest waiting first",
  http: { method: "GET", path: "/admin/support/tickets", ...SUPPORT_STAFF },
  params: { id: filterId, userId: filterUserId, status: { type: "enum", values: TICKET_STATUSES, optional: true }, ...clampedPage },
  returns: pageOfItems(withUser(ticket.props)),
  errors: [],
});

export const getTicket = action({
  name: "content.getTicket",
  summary: "One ticket with its messages",
  http: { method: "GET", path: "/admin/support/tickets/{ticketId}", ...SUPPORT_STAFF },
  params: { ticketId },
  returns: withUser(conversation.props),
  errors: ["support.error.ticket_not_found"],
});

export const answerTicket = action({
  name: "content.answerTicket",
  summary: "Answer a ticket",
  http: { method: "POST", path: "/admin/support/tickets/{ticketId}/messages", status: 201, ...SUPPORT_STAFF },
  params: { ticketId, message },
  returns: withUser(conversation.props),
  errors: ["support.error.ticket_not_found", "support.error.ticket_closed", "support.error.ticket_full"],
});

export const closeTicket = action({
  name: "content.closeTicket",
  summary: "Close a ticket; repeating it changes nothing",
  http: { method: "POST", path: "/admin/support/tickets/{ticketId}/close", ...SUPPORT_STAFF },
  params: { ticketId },
  returns: withUser(conversation.props),
  errors: ["support.error.ticket_not_found"],
});

export const ticketAnswered = event({
  name: "support.answered",
  owner: "content",
  summary: "The support has answered a ticket",
  payload: { ticketId: id, userId: { type: "string", description: "User who opened the ticket" }, answeredAt: timestamp },
});
