import { messageSent } from "#libs/contracts/messaging/index.ts";
import { chatLink, noticeData, priceData } from "../domain/notice.ts";
import { notifyOn, partiesOf } from "./notify-on.ts";

/** Notifies the creator of a new message (spec 4.10, 6.1). */
export const onMessageSent = notifyOn(
  messageSent,
  ({ messageId, sessionId, senderId, receiverId, senderName, dmType, ...message }) => {
    const data = noticeData({ messageId, senderName, dmType, deepLink: chatLink(sessionId), ...priceData(message) });
    return [{ userId: receiverId, namedUserId: senderId, eventKey: "new_message_creator", data }];
  },
  partiesOf,
);
