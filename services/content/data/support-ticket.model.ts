import { Schema } from "mongoose";
import { TICKET_STATUSES, type TicketStatus } from "#libs/contracts/content/support.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { TicketSide } from "../domain/support-ticket.ts";

export interface TicketMessage {
  readonly from: TicketSide;
  /** User id. */
  readonly authorId: string;
  readonly text: string;
  readonly at: Date;
}

/** A conversation between a user and the support. */
export interface SupportTicketDoc {
  readonly _id: string;
  readonly userId: string;
  readonly subject: string;
  readonly status: TicketStatus;
  readonly messages: readonly TicketMessage[];
  readonly createdAt: Date;
  readonly lastMessageAt: Date;
}

const message = new Schema<TicketMessage>(
  {
    from: { type: String, required: true },
    authorId: { type: String, required: true },
    text: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { _id: false, strict: "throw" },
);

const schema = new Schema<SupportTicketDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    subject: { type: String, required: true },
    status: { type: String, required: true, enum: TICKET_STATUSES },
    messages: { type: [message], required: true },
    createdAt: { type: Date, required: true },
    lastMessageAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ userId: 1, lastMessageAt: -1, _id: -1 }, { name: "of_user" });
schema.index({ status: 1, lastMessageAt: 1, _id: 1 }, { name: "waiting" });
schema.index({ lastMessageAt: 1, _id: 1 }, { name: "all" });

export const supportTickets: CollectionDefinition<SupportTicketDoc> = { name: "support_tickets", schema };
