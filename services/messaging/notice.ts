import { formatMoney } from "#libs/kernel/money.ts";
import type { MessageDoc } from "./data/message.store.ts";

/** What events tell of a message: ids and terms, never its text. */
export function noticeOf({ _id, sessionId, senderId, receiverId, dmType, priceSnapshot, currency }: MessageDoc) {
  return { messageId: _id, sessionId, senderId, receiverId, dmType, price: priceOf({ priceSnapshot }), currency };
}

/** Decimal price; null for a free message. */
export function priceOf({ priceSnapshot }: Pick<MessageDoc, "priceSnapshot">): string | null {
  return priceSnapshot === null ? null : formatMoney(priceSnapshot);
}
