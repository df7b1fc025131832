import { messageReplied } from "#libs/contracts/messaging/index.ts";
import { chatLink, noticeData } from "../domain/notice.ts";
import { notifyOn, partiesOf } from "./notify-on.ts";

/** Notifies the fan of the creator's reply (spec 6.1). */
export const onMessageReplied = notifyOn(
  messageReplied,
  ({ messageId, sessionId, senderId, receiverId, creatorName, dmType }) => {
    const data = noticeData({ messageId, creatorName, dmType, deepLink: chatLink(sessionId) });
    return [{ userId: senderId, namedUserId: receiverId, eventKey: "message_replied_fan", data }];
  },
  partiesOf,
);
