import type { StaffKind } from "#libs/contracts/config/index.ts";
import { MAX_TICKET_MESSAGES } from "#libs/contracts/content/support.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Collections, Filter, Sort } from "#libs/platform/mongo/collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { UserHints } from "#libs/platform/service/user-hints.ts";
import { STATUS_AFTER_MESSAGE } from "../domain/support-ticket.ts";
import { type SupportTicketDoc, supportTickets, type TicketMessage } from "./support-ticket.model.ts";

/** What consoles call a ticket. */
const OF_STAFF: StaffKind = "TICKET";

/** A ticket in a list. */
export type SupportTicketRow = Omit<SupportTicketDoc, "messages">;

interface TicketPage {
  readonly rows: SupportTicketRow[];
  readonly total: number;
}

export interface SupportTicketStore {
  insert(ticket: SupportTicketDoc): Promise<void>;
  find(ticketId: string): Promise<SupportTicketDoc | null>;
  /** A page of a user's tickets, latest message first. */
  listByUser(userId: string, page: PageRequest): Promise<TicketPage>;
  /** A page of the tickets that have the given fields; longest waiting first. */
  list(filter: Partial<Pick<SupportTicketDoc, "_id" | "userId" | "status">>, page: PageRequest): Promise<TicketPage>;
  /** The tickets that wait for staff. */
  waiting(): Promise<QueueState>;
  /** Appends a message unless the ticket is closed or full. Returns the updated ticket; null when nothing was appended. */
  appendMessage(tx: Tx, ticketId: string, message: TicketMessage): Promise<SupportTicketDoc | null>;
  /** Returns the closed ticket; null when there is none. */
  close(tx: Tx, ticketId: string): Promise<SupportTicketDoc | null>;
}

/** @param changed called by each transaction that changes a ticket of a user */
export function supportTicketStore(database: Collections, changed: UserHints["sendAfterCommit"]): SupportTicketStore {
  const tickets = database.collection(supportTickets);

  const pageOf = (filter: Filter<SupportTicketDoc>, sort: Sort, page: PageRequest): Promise<TicketPage> =>
    findPage(tickets, filter, { projection: { messages: 0 }, sort, page });

  const noted = (tx: Tx, ticket: SupportTicketDoc | null, by: TicketMessage["from"]) => {
    if (ticket) changed(tx, ticket.userId, by === "USER" ? { kind: OF_STAFF, id: ticket._id } : undefined);
    return ticket;
  };

  return {
    insert: (ticket) => tickets.insert(ticket),
    find: (_id) => tickets.findOne({ _id }),
    listByUser: (userId, page) => pageOf({ userId }, { lastMessageAt: -1, _id: -1 }, page),
    list: (filter, page) => pageOf(filter, { lastMessageAt: 1, _id: 1 }, page),
    waiting: () => queueState(tickets, { status: "OPEN" }, "lastMessageAt"),
    async appendMessage(tx, _id, message) {
      const open = { _id, status: { $ne: "CLOSED" }, [`messages.${MAX_TICKET_MESSAGES - 1}`]: { $exists: false } };
      const change = { $push: { messages: message }, $set: { status: STATUS_AFTER_MESSAGE[message.from], lastMessageAt: message.at } };
      const updated = await tickets.findOneAndUpdate(open as Filter<SupportTicketDoc>, change, { tx, returnDocument: "after" });
      return noted(tx, updated, message.from);
    },
    close: async (tx, _id) =>
      noted(tx, await tickets.findOneAndUpdate({ _id }, { $set: { status: "CLOSED" } }, { tx, returnDocument: "after" }), "SUPPORT"),
  };
}
