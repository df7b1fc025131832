import type { DmType } from "#libs/contracts/creator/index.ts";
import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import { type DocumentOf, date, list, mark, money, nullable, number, object, of, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

export interface ReplyDoc extends DocumentOf<typeof reply> {}

export interface MessageDoc extends DocumentIn<typeof messages> {}

const reply = {
  id: text,
  /** Sealed. */
  content: text,
  sentAt: date,
  idempotencyKey: optional(text),
};

export const messages = defineCollection({
  name: "messages",
  fields: {
    _id: text,
    sessionId: text,
    senderId: text,
    receiverId: text,
    /** Sealed; `message-text.ts` opens it. */
    content: text,
    /** First 500 UTF-16 units in plain text (spec 2.6): never logged, never sent. Null when `messaging.search_projection` is off. */
    searchContent: nullable(text),
    dmType: of<DmType>(),
    /** Minor units; null for a free message. */
    priceSnapshot: nullable(money),
    currency: text,
    commissionRate: number,
    timeoutHours: number,
    status: of<MessageStatus>(),
    /** The status in the response to the sender. */
    sentAs: of<"PENDING" | "ESCROWED" | "DELIVERED">(),
    /** The sender, and the receiver unless the message is in quarantine. */
    visibleTo: list(text),
    /** The moderation rules that have put it into quarantine; absent when none did. */
    heldBy: optional(list(text)),
    /** The category that its sender was told for the quarantine; absent when there was none. */
    heldAs: optional(text),
    sentAt: date,
    expiresAt: date,
    /** Equals `expiresAt` while the message is open; absent afterwards. */
    openUntil: optional(date),
    /** When its creator is reminded; absent when that was done or is not due. */
    remindAt: optional(date),
    /** True while a paid message is open; absent otherwise. */
    paidOpen: mark,
    /** UTC day on which a free message counts. */
    freeDay: optional(text),
    idempotencyKey: optional(text),
    /** The id within its quote (`domain/quote.ts`); absent without one. */
    quoteId: optional(text),
    /** Keyed hash of the request: distinguishes a retry from another request with the same idempotency key. */
    requestHash: text,
    reply: optional(object(reply)),
    receiverReadAt: optional(date),
    replyReadAt: optional(date),
  },
  indexes: [
    { name: "sent", key: { senderId: 1, sentAt: -1, _id: -1 } },
    { name: "received", key: { receiverId: 1, visibleTo: 1, sentAt: -1, _id: -1 } },
    { name: "inbox", key: { visibleTo: 1, sentAt: -1, _id: -1 } },
    { name: "session", key: { sessionId: 1, visibleTo: 1, sentAt: -1, _id: -1 } },
    { name: "due", key: { openUntil: 1 }, sparse: true },
    { name: "reminder", key: { remindAt: 1 }, sparse: true },
    { name: "held_by", key: { heldBy: 1, sentAt: 1, _id: 1 }, partialFilterExpression: { status: "QUARANTINED" } },
    { name: "held_as", key: { heldAs: 1, sentAt: 1, _id: 1 }, partialFilterExpression: { status: "QUARANTINED" } },
    { name: "quarantine", key: { status: 1, sentAt: 1, _id: 1 }, partialFilterExpression: { status: "QUARANTINED" } },
    { name: "open_of_sender", key: { senderId: 1, openUntil: 1 }, partialFilterExpression: { openUntil: { $exists: true } } },
    { name: "open_of_receiver", key: { receiverId: 1, openUntil: 1 }, partialFilterExpression: { openUntil: { $exists: true } } },
    { name: "one_open_paid", key: { receiverId: 1, senderId: 1 }, unique: true, partialFilterExpression: { paidOpen: true } },
    {
      name: "one_per_key",
      key: { senderId: 1, idempotencyKey: 1 },
      unique: true,
      partialFilterExpression: { idempotencyKey: { $exists: true } },
    },
    { name: "one_per_quote", key: { quoteId: 1 }, unique: true, partialFilterExpression: { quoteId: { $exists: true } } },
    { name: "free_of_day", key: { senderId: 1, freeDay: 1, receiverId: 1 }, partialFilterExpression: { freeDay: { $exists: true } } },
  ],
});
