import { messageExpiring } from "#libs/contracts/messaging/index.ts";
import { chatLink, noticeData } from "../domain/notice.ts";
import { notifyOn } from "./notify-on.ts";

/** Reminds the creator of a message that waits for a reply. */
export const onMessageExpiring = notifyOn(messageExpiring, ({ messageId, sessionId, senderId, receiverId, dmType, ...message }) => {
  const { senderName, share = null, currency, expiresAt } = message;
  const earned = share === null ? {} : { share, currency };
  const data = noticeData({ messageId, senderName, dmType, deepLink: chatLink(sessionId), expiresAt, ...earned });
  return [{ userId: receiverId, namedUserId: senderId, eventKey: "message_expiring", data }];
});
