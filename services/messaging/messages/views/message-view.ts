import { formatMoney } from "#libs/kernel/money.ts";
import type { MessageDoc } from "../../data/message.model.ts";
import { splitPrice } from "../../wallet/domain/ledger.ts";
import type { MessageTexts } from "../data/message-text.ts";
import { outwardStatus } from "../domain/message.ts";

/** A message as its sender and its receiver see it. */
export function messageView(texts: MessageTexts, message: MessageDoc) {
  const { _id, sessionId, senderId, receiverId, dmType, currency, status, sentAt, expiresAt, reply } = message;
  const replyText = texts.openReply(message);
  return {
    id: _id,
    sessionId,
    senderId,
    receiverId,
    content: texts.openContent(message),
    dmType,
    price: decimalPrice(message),
    creatorShare: creatorShareOf(message),
    currency,
    status: outwardStatus(status),
    sentAt: sentAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    reply: reply && replyText !== null ? { id: reply.id, content: replyText, sentAt: reply.sentAt.toISOString() } : null,
  };
}

/** The fields that every event about a message has: ids and terms, never a text. */
export function messageFacts({ _id, sessionId, senderId, receiverId, dmType, priceSnapshot, currency }: MessageDoc) {
  return { messageId: _id, sessionId, senderId, receiverId, dmType, price: decimalPrice({ priceSnapshot }), currency };
}

/** The price as a decimal; null for a free message. */
export function decimalPrice({ priceSnapshot }: Pick<MessageDoc, "priceSnapshot">): string | null {
  return priceSnapshot === null ? null : formatMoney(priceSnapshot);
}

/** What the creator earns with a reply, as a decimal; null for a free message. */
export function creatorShareOf({ priceSnapshot, commissionRate }: Pick<MessageDoc, "priceSnapshot" | "commissionRate">): string | null {
  return priceSnapshot === null ? null : formatMoney(splitPrice(priceSnapshot, commissionRate).net);
}
