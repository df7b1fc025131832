import { messageExpired } from "#libs/contracts/messaging/index.ts";
import { chatLink, noticeData, priceData } from "../domain/notice.ts";
import { notifyOn, partiesOf } from "./notify-on.ts";

/**
 * Notifies both sides that the reply window has closed, and the fan of the refund (spec 3.4, 6.1). The creator of a message from quarantine
 * never saw it and is not notified.
 */
export const onMessageExpired = notifyOn(
  messageExpired,
  ({ senderId, receiverId, refunded, heldBack, ...message }) => {
    const { messageId, sessionId, dmType } = message;
    const shared = { messageId, dmType, deepLink: chatLink(sessionId) };
    const eventKey = "message_expired";
    const toFan = {
      userId: senderId,
      eventKey,
      data: noticeData({ ...shared, role: "FAN", ...(refunded && priceData(message)) }),
    } as const;
    const toCreator = { userId: receiverId, eventKey, data: noticeData({ ...shared, role: "CREATOR" }) } as const;
    return heldBack ? [toFan] : [toFan, toCreator];
  },
  partiesOf,
);
