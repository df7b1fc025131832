import { messageSent } from "#libs/contracts/messaging/index.ts";
import { onEveryDelivery } from "#libs/platform/events/on.ts";
import { batchedQuery } from "#libs/platform/mongo/batched-query.ts";
import type { PaidMessageDoc } from "../data/paid-message.store.ts";
import type { Deps } from "../deps.ts";

/**
 * Records a paid message that reached its creator, for the last step of the funnel. The row has the id of the message, so a second
 * delivery stores nothing.
 */
export function onMessageSent({ clock, paidMessages }: Pick<Deps, "clock" | "paidMessages">) {
  const insert = batchedQuery<PaidMessageDoc, void>("analytics.insertPaidMessages", async (messages) => {
    await paidMessages.insertEachOnce(messages);
    return messages.map(() => undefined);
  });
  return onEveryDelivery(
    messageSent,
    clock,
    ({ messageId, receiverId, sentAt }) => insert({ _id: messageId, creatorUserId: receiverId, sentAt: new Date(sentAt) }),
    { concerns: ({ price }) => price !== null },
  );
}
