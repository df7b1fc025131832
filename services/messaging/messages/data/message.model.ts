import { Schema } from "mongoose";
import type { DmType } from "#libs/contracts/creator/index.ts";
import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

export interface ReplyDoc {
  readonly id: string;
  /** Sealed. */
  readonly content: string;
  readonly sentAt: Date;
  readonly idempotencyKey?: string | undefined;
}

export interface MessageDoc {
  readonly _id: string;
  readonly sessionId: string;
  readonly senderId: string;
  readonly receiverId: string;
  /** Sealed; `message-text.ts` opens it. */
  readonly content: string;
  /** First 500 UTF-16 units in plain text (spec 2.6): never logged, never sent. Null when `messaging.search_projection` is off. */
  readonly searchContent: string | null;
  readonly dmType: DmType;
  /** Minor units; null for a free message. */
  readonly priceSnapshot: Money | null;
  readonly currency: string;
  readonly commissionRate: number;
  readonly timeoutHours: number;
  readonly status: MessageStatus;
  /** The status in the response to the sender. */
  readonly sentAs: "PENDING" | "ESCROWED" | "DELIVERED";
  /** Ids of the sender, and of the receiver unless the message is held back. */
  readonly visibleTo: readonly string[];
  readonly sentAt: Date;
  readonly expiresAt: Date;
  /** Equals `expiresAt` while the message is open; absent afterwards. */
  readonly openUntil?: Date | undefined;
  /** True while a paid message is open; absent otherwise. */
  readonly paidOpen?: true | undefined;
  /** UTC day on which a free message counts. */
  readonly freeDay?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Keyed hash of the request: distinguishes a retry from another request with the same idempotency key. */
  readonly requestHash: string;
  readonly reply?: ReplyDoc | undefined;
  readonly receiverReadAt?: Date | undefined;
  readonly replyReadAt?: Date | undefined;
}

const reply = new Schema<ReplyDoc>(
  {
    id: { type: String, required: true },
    content: { type: String, required: true },
    sentAt: { type: Date, required: true },
    idempotencyKey: String,
  },
  { _id: false },
);

const schema = new Schema<MessageDoc>(
  {
    _id: { type: String, required: true },
    sessionId: { type: String, required: true },
    senderId: { type: String, required: true },
    receiverId: { type: String, required: true },
    content: { type: String, required: true },
    searchContent: { type: String, default: null },
    dmType: { type: String, required: true },
    priceSnapshot: { type: BigInt, default: null },
    currency: { type: String, required: true },
    commissionRate: { type: Number, required: true },
    timeoutHours: { type: Number, required: true },
    status: { type: String, required: true },
    sentAs: { type: String, required: true },
    visibleTo: { type: [String], required: true },
    sentAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    openUntil: Date,
    paidOpen: Boolean,
    freeDay: String,
    idempotencyKey: String,
    requestHash: { type: String, required: true },
    reply: { type: reply },
    receiverReadAt: Date,
    replyReadAt: Date,
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ senderId: 1, sentAt: -1, _id: -1 }, { name: "sent" });
schema.index({ receiverId: 1, visibleTo: 1, sentAt: -1, _id: -1 }, { name: "received" });
schema.index({ visibleTo: 1, sentAt: -1, _id: -1 }, { name: "inbox" });
schema.index({ sessionId: 1, visibleTo: 1, sentAt: -1, _id: -1 }, { name: "session" });
schema.index({ openUntil: 1 }, { name: "due", sparse: true });
schema.index({ status: 1, sentAt: 1, _id: 1 }, { name: "quarantine", partialFilterExpression: { status: "QUARANTINED" } });
schema.index({ senderId: 1, openUntil: 1 }, { name: "open_of_sender", partialFilterExpression: { openUntil: { $exists: true } } });
schema.index({ receiverId: 1, openUntil: 1 }, { name: "open_of_receiver", partialFilterExpression: { openUntil: { $exists: true } } });
schema.index({ receiverId: 1, senderId: 1 }, { name: "one_open_paid", unique: true, partialFilterExpression: { paidOpen: true } });
schema.index(
  { senderId: 1, idempotencyKey: 1 },
  { name: "one_per_key", unique: true, partialFilterExpression: { idempotencyKey: { $exists: true } } },
);
schema.index({ senderId: 1, freeDay: 1, receiverId: 1 }, { name: "free_of_day", partialFilterExpression: { freeDay: { $exists: true } } });

export const messages: CollectionDefinition<MessageDoc> = { name: "messages", schema };
