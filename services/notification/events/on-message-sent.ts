import { messageSent } from "#libs/contracts/messaging.ts";
import { amountOf, dataOf, deepLinkOf } from "../domain/notice.ts";
import { notices } from "./notify.ts";

/** Tells the creator about a new message (spec 4.10, 6.1). */
export const onMessageSent = notices(messageSent, ({ messageId, sessionId, senderId, receiverId, senderName, dmType, ...money }) => [
  {
    userId: receiverId,
    namedUserId: senderId,
    eventKey: "new_message_creator",
    data: dataOf({ messageId, senderName, dmType, deepLink: deepLinkOf(sessionId), ...amountOf(money) }),
  },
]);
