import { messageRejected } from "#libs/contracts/messaging/index.ts";
import { chatLink, noticeData, priceData } from "../domain/notice.ts";
import { notifyOn, partiesOf } from "./notify-on.ts";

/** Notifies the fan of the refund (spec 6.1, which has no notification of a rejection without a refund). */
export const onMessageRejected = notifyOn(
  messageRejected,
  ({ messageId, sessionId, senderId, dmType, refunded, ...message }) => {
    if (!refunded) return [];
    const data = noticeData({ messageId, dmType, deepLink: chatLink(sessionId), ...priceData(message) });
    return [{ userId: senderId, eventKey: "message_rejected_refunded", data }];
  },
  partiesOf,
);
