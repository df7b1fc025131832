import { messageRejected } from "#libs/contracts/messaging.ts";
import { amountOf, dataOf, deepLinkOf } from "../domain/notice.ts";
import { notices } from "./notify.ts";

/** Tells the fan that the money is back (spec 6.1). Spec 6.1 knows no notification of a rejection without a refund. */
export const onMessageRejected = notices(messageRejected, ({ messageId, sessionId, senderId, dmType, refunded, ...money }) =>
  refunded
    ? [
        {
          userId: senderId,
          eventKey: "message_rejected_refunded",
          data: dataOf({ messageId, dmType, deepLink: deepLinkOf(sessionId), ...amountOf(money) }),
        },
      ]
    : [],
);
