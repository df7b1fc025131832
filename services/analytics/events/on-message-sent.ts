import { messageSent } from "#libs/contracts/messaging.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";

/** Notes that a paid message reached its creator, for the end of the funnel. */
export const onMessageSent = (deps: Pick<Deps, "inbox" | "transaction" | "paidMessages">) =>
  on(
    messageSent,
    deps,
    ({ messageId, receiverId, sentAt }, { tx }) =>
      deps.paidMessages.insert(tx, { _id: messageId, creatorUserId: receiverId, sentAt: new Date(sentAt) }),
    { concerns: ({ price }) => price !== null },
  );
