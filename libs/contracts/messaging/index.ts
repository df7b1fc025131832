import { action, event } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { DM_TYPES } from "../creator/index.ts";
import { anyId, clampedPage, id, nullableText, optionalTimestamp, pageOfItems, pathId, readableText, timestamp } from "../shared.ts";
import { price } from "./sending.ts";

export * from "./blocks.ts";
export * from "./earnings.ts";
export * from "./moderation.ts";
export { quoteMessage, sendMessage } from "./sending.ts";

/** Stored statuses (spec 3.4). Users see PENDING instead of QUARANTINED. */
export const MESSAGE_STATUSES = ["ESCROWED", "DELIVERED", "QUARANTINED", "REPLIED", "COMPLETED", "EXPIRED", "REJECTED"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
const OUTWARD_STATUSES = ["PENDING", "ESCROWED", "DELIVERED", "REPLIED", "COMPLETED", "EXPIRED", "REJECTED"] as const;
const messageId = pathId;
const message = {
  type: "object",
  props: {
    id,
    sessionId: id,
    senderId: { type: "string" },
    receiverId: { type: "string" },
    content: { type: "string", max: 2_000 },
    dmType: { type: "enum", values: DM_TYPES },
    price,
    creatorShare: { ...price, description: "What the creator earns of the price by answering; null for a free message" },
    currency: { type: "string" },
    status: { type: "enum", values: OUTWARD_STATUSES },
    sentAt: timestamp,
    expiresAt: timestamp,
    reply: { type: "object", nullable: true, props: { id, content: { type: "string", max: 2_000 }, sentAt: timestamp } },
  },
} as const satisfies ObjectRule;

export const listInbox = action({
  name: "messaging.listInbox",
  summary: "The caller's messages, newest first",
  http: { method: "GET", path: "/messages", auth: "bearer" },
  params: {
    role: { type: "enum", values: ["sender", "receiver"], optional: true, description: "Only sent or only received ones" },
    sessionId: { ...anyId, optional: true, description: "Only this chat session" },
    ...clampedPage,
  },
  returns: pageOfItems(message),
  errors: [],
});

export const getMessage = action({
  name: "messaging.getMessage",
  summary: "One message, for its sender or receiver",
  http: { method: "GET", path: "/messages/{messageId}", auth: "bearer" },
  params: { messageId },
  returns: {
    type: "object",
    props: {
      ...message.props,
      statusLog: {
        type: "array",
        max: 50,
        items: {
          type: "object",
          props: {
            from: nullableText,
            to: { type: "string" },
            actor: { type: "string" },
            reason: { ...nullableText, max: 500 },
            at: timestamp,
          },
        },
      },
    },
  },
  errors: ["message.error.not_found", "message.error.not_party"],
});

export const replyToMessage = action({
  name: "messaging.replyToMessage",
  class: "money",
  summary: "Reply to a message; the price of a paid one goes to the creator",
  http: { method: "POST", path: "/messages/{messageId}/reply", status: 201, auth: "bearer" },
  params: {
    messageId,
    content: { ...readableText, mayBeBlank: true, min: 1, max: 2000 },
    idempotencyKey: { type: "string", max: 255, optional: true, from: "idempotencyKey" },
  },
  returns: { type: "object", props: { messageId: id, replyId: id, status: { type: "enum", values: ["COMPLETED"] } } },
  errors: [
    "message.error.not_found",
    "message.reply.error.not_creator",
    "message.reply.error.invalid_status",
    "message.reply.error.empty_content",
    "message.reply.error.release_failed",
  ],
});

export const rejectMessage = action({
  name: "messaging.rejectMessage",
  class: "money",
  summary: "Reject a message; a paid one is refunded",
  http: { method: "POST", path: "/messages/{messageId}/reject", auth: "bearer" },
  params: { messageId, reason: { ...readableText, trim: true, max: 500, optional: true } },
  returns: { type: "object", props: { messageId: id, status: { type: "enum", values: ["REJECTED"] } } },
  errors: ["message.error.not_found", "message.reject.error.not_creator", "message.reject.error.invalid_status"],
});

export const listChatSessions = action({
  name: "messaging.listChatSessions",
  summary: "The caller's chat sessions, last active first",
  http: { method: "GET", path: "/messages/sessions", auth: "bearer" },
  params: { ...clampedPage },
  returns: pageOfItems({
    type: "object",
    props: {
      id,
      counterpart: {
        type: "object",
        props: { userId: { type: "string" }, username: nullableText, displayName: nullableText, avatarUrl: nullableText },
      },
      lastMessageAt: timestamp,
      preview: { type: "string" },
      unread: { type: "number", integer: true },
    },
  }),
  errors: [],
});

/** For the wallet, which closes the money of a user who leaves. */
export const closeOpenMessages = action({
  name: "messaging.closeOpenMessages",
  class: "money",
  summary: "Close and refund a batch of the open messages from and to a user who leaves",
  params: { userId: { type: "string", max: 64 } },
  returns: { type: "object", props: { done: { type: "boolean", description: "None was open" } } },
  errors: [],
});

const messageFacts = {
  messageId: id,
  sessionId: id,
  senderId: { type: "string" },
  receiverId: { type: "string" },
  dmType: { type: "enum", values: DM_TYPES },
  price,
  currency: { type: "string" },
} as const;
const creatorShare = { ...price, optional: true, description: "What the creator earns with a reply; null for a free message" } as const;
const MESSAGE_FIELDS = ["messageId", "sessionId", "senderId", "receiverId", "dmType", "price", "currency"] as const;

export const messageSent = event({
  name: "message.sent",
  owner: "messaging",
  summary: "A message reached its creator",
  public: { fields: [...MESSAGE_FIELDS, "status", "expiresAt", "sentAt"] },
  payload: {
    ...messageFacts,
    status: { type: "enum", values: ["ESCROWED", "DELIVERED"] },
    senderName: nullableText,
    creatorName: { ...nullableText, optional: true },
    share: creatorShare,
    expiresAt: timestamp,
    sentAt: timestamp,
  },
});

export const messageExpiring = event({
  name: "message.expiring",
  owner: "messaging",
  summary: "A quarter of the reply window is left, at least an hour, and there is no reply",
  payload: { ...messageFacts, senderName: nullableText, share: creatorShare, expiresAt: timestamp },
});

export const messageQuarantined = event({
  name: "message.quarantined",
  owner: "messaging",
  summary: "A message was held back for moderation, with a statement of reasons",
  public: { fields: [...MESSAGE_FIELDS, "statementId", "category"] },
  payload: { ...messageFacts, statementId: id, category: { type: "string" } },
});

export const messageReplied = event({
  name: "message.replied",
  owner: "messaging",
  summary: "The creator replied; the price of a paid message was released",
  public: { fields: [...MESSAGE_FIELDS, "replyId"] },
  payload: {
    ...messageFacts,
    replyId: id,
    creatorName: nullableText,
    sentAt: { type: "timestamp", optional: true, description: "When the message was sent" },
  },
});

export const messageRejected = event({
  name: "message.rejected",
  owner: "messaging",
  summary: "A message was rejected; a paid one was refunded",
  public: { fields: [...MESSAGE_FIELDS, "refunded", "rejectedBy"] },
  payload: {
    ...messageFacts,
    refunded: { type: "boolean" },
    rejectedBy: { type: "enum", values: ["CREATOR", "MODERATOR", "SYSTEM"] },
    reason: nullableText,
  },
});

export const messageExpired = event({
  name: "message.expired",
  owner: "messaging",
  summary: "The reply window closed without a reply; a paid message was refunded",
  public: { fields: [...MESSAGE_FIELDS, "refunded", "expiredAt"] },
  payload: {
    ...messageFacts,
    refunded: { type: "boolean" },
    heldBack: { type: "boolean", default: false, description: "The message was in quarantine, so its creator never saw it" },
    expiredAt: optionalTimestamp,
  },
});
