import type { Connection, QueryFilter } from "mongoose";
import type { TicketStatus } from "#libs/contracts/content-support.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { MAX_TICKET_MESSAGES, STATUS_AFTER } from "../domain/ticket-moves.ts";
import { type SupportTicketDoc, supportTicketModel, type TicketMessage } from "./support-ticket.model.ts";

/** A ticket as a list shows it. */
export type TicketRow = Omit<SupportTicketDoc, "messages">;

interface Page {
  readonly rows: TicketRow[];
  readonly total: number;
}

export type SupportTicketStore = ReturnType<typeof supportTicketStore>;

export function supportTicketStore(connection: Connection) {
  const model = supportTicketModel(connection);

  const pageOf = async (filter: QueryFilter<SupportTicketDoc>, sort: Record<string, 1 | -1>, page: PageRequest): Promise<Page> => {
    const total = await model.countDocuments(filter);
    if (skipOf(page) >= total) return { rows: [], total };
    const rows = await model.find(filter, { messages: 0 }).sort(sort).skip(skipOf(page)).limit(page.limit).lean<TicketRow[]>();
    return { rows, total };
  };

  return {
    async insert(ticket: SupportTicketDoc): Promise<void> {
      await model.insertOne(ticket);
    },

    find(_id: string): Promise<SupportTicketDoc | null> {
      return model.findById(_id).lean<SupportTicketDoc>().exec();
    },

    /** A page of a user's tickets, latest message first. */
    ofUser: (userId: string, page: PageRequest) => pageOf({ userId }, { lastMessageAt: -1, _id: -1 }, page),

    /** A page of everybody's tickets, longest waiting first. */
    waiting: (status: TicketStatus | null, page: PageRequest) => pageOf(status ? { status } : {}, { lastMessageAt: 1, _id: 1 }, page),

    /** Adds a message unless the ticket is closed or full. Returns the ticket with it; null when it could not be added. */
    append(_id: string, message: TicketMessage, session: Tx): Promise<SupportTicketDoc | null> {
      const open = { _id, status: { $ne: "CLOSED" }, [`messages.${MAX_TICKET_MESSAGES - 1}`]: { $exists: false } };
      const change = { $push: { messages: message }, $set: { status: STATUS_AFTER[message.from], lastMessageAt: message.at } };
      return model
        .findOneAndUpdate(open as QueryFilter<SupportTicketDoc>, change, { session, returnDocument: "after" })
        .lean<SupportTicketDoc>()
        .exec();
    },

    /** The closed ticket; null when there is none. */
    close(_id: string, session: Tx): Promise<SupportTicketDoc | null> {
      return model
        .findOneAndUpdate({ _id }, { $set: { status: "CLOSED" } }, { session, returnDocument: "after" })
        .lean<SupportTicketDoc>()
        .exec();
    },
  };
}
