import { messageReplied } from "#libs/contracts/messaging.ts";
import { dataOf, deepLinkOf } from "../domain/notice.ts";
import { notices } from "./notify.ts";

/** Tells the fan about the creator's reply (spec 6.1). */
export const onMessageReplied = notices(messageReplied, ({ messageId, sessionId, senderId, receiverId, creatorName, dmType }) => [
  {
    userId: senderId,
    namedUserId: receiverId,
    eventKey: "message_replied_fan",
    data: dataOf({ messageId, creatorName, dmType, deepLink: deepLinkOf(sessionId) }),
  },
]);
