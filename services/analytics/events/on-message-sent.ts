import { messageSent } from "#libs/contracts/messaging/index.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";

/** Records a paid message that reached its creator, for the last step of the funnel. */
export const onMessageSent = (deps: Pick<Deps, "inbox" | "transaction" | "paidMessages">) =>
  on(
    messageSent,
    deps,
    ({ messageId, receiverId, sentAt }, { tx }) =>
      deps.paidMessages.insert(tx, { _id: messageId, creatorUserId: receiverId, sentAt: new Date(sentAt) }),
    { concerns: ({ price }) => price !== null },
  );
