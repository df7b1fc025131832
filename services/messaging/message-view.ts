import type { MessageDoc } from "./data/message.store.ts";
import type { MessageTexts } from "./data/message-text.ts";
import { outwardStatus } from "./domain/message.ts";
import { priceOf } from "./notice.ts";

/** A message as its sender and its receiver see it. */
export function messageView(texts: MessageTexts, message: MessageDoc) {
  const { _id, sessionId, senderId, receiverId, dmType, currency, status, sentAt, expiresAt, reply } = message;
  const replyText = texts.reply(message);
  return {
    id: _id,
    sessionId,
    senderId,
    receiverId,
    content: texts.content(message),
    dmType,
    price: priceOf(message),
    currency,
    status: outwardStatus(status),
    sentAt: sentAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    reply: reply && replyText !== null ? { id: reply.id, content: replyText, sentAt: reply.sentAt.toISOString() } : null,
  };
}
