import { messageExpired } from "#libs/contracts/messaging.ts";
import { amountOf, dataOf, deepLinkOf } from "../domain/notice.ts";
import { notices } from "./notify.ts";

/**
 * Tells both sides that the reply window ran out (spec 3.4, 6.1); the fan also learns what came back. A message that was held
 * back never reached its creator, who hears nothing of it.
 */
export const onMessageExpired = notices(messageExpired, ({ senderId, receiverId, refunded, heldBack, ...fact }) => {
  const { messageId, sessionId, dmType } = fact;
  const shared = { messageId, dmType, deepLink: deepLinkOf(sessionId) };
  const eventKey = "message_expired";
  const toFan = { userId: senderId, eventKey, data: dataOf({ ...shared, role: "FAN", ...(refunded && amountOf(fact)) }) } as const;
  const toCreator = { userId: receiverId, eventKey, data: dataOf({ ...shared, role: "CREATOR" }) } as const;
  return heldBack ? [toFan] : [toFan, toCreator];
});
