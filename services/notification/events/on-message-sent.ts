import { messageSent } from "#libs/contracts/messaging/index.ts";
import { chatLink, noticeData, priceData } from "../domain/notice.ts";
import { notifyOn, partiesOf } from "./notify-on.ts";

/**
 * Notifies the creator of a new message (spec 4.10, 6.1), and confirms it to the fan by mail. An event of an earlier version lacks the
 * creator's name and the share: it is confirmed to no one, and the mail says as little as it did.
 */
export const onMessageSent = notifyOn(
  messageSent,
  ({ messageId, sessionId, senderId, receiverId, dmType, expiresAt, ...message }) => {
    const { senderName, creatorName, share = null } = message;
    const shared = { messageId, dmType, deepLink: chatLink(sessionId), ...priceData(message) };
    const toCreator = {
      userId: receiverId,
      namedUserId: senderId,
      eventKey: "new_message_creator",
      data: noticeData({ ...shared, senderName }),
    } as const;
    if (creatorName === undefined) return [toCreator];
    const data = noticeData({ ...shared, creatorName, expiresAt });
    return [
      { ...toCreator, mailData: noticeData({ expiresAt, share }) },
      { userId: senderId, namedUserId: receiverId, eventKey: "message_sent_fan", data },
    ];
  },
  partiesOf,
);
