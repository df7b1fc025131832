import { messageSent } from "#libs/contracts/messaging.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";

/** Counts each message that has reached a creator, once. The group is its own: others of this service listen to the same event. */
export const countSentMessages = ({ inbox, transaction, totals }: Pick<Deps, "inbox" | "transaction" | "totals">) =>
  on(messageSent, { inbox, transaction, group: "creator-totals" }, ({ receiverId }, { tx }) => totals.addMessage(tx, receiverId), {
    turnsOf: ({ receiverId }) => [receiverId],
  });
