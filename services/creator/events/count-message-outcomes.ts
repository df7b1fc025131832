import { messageExpired, messageRejected, messageReplied, messageSent } from "#libs/contracts/messaging.ts";
import { type DurableSubscription, on } from "#libs/events/on.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { inTurn } from "#libs/kernel/in-turn.ts";
import type { Counter } from "../data/creator-day.store.ts";
import type { Deps } from "../deps.ts";
import { replyTimeClass } from "../domain/statistics.ts";

/** Other parts of this service listen to the same events for themselves. */
const GROUP = "creator-statistics";

/** Keeps the counts from which reply rate, reply time and level come. The day is that of the fact, whenever it arrives. */
export function countMessageOutcomes(deps: Pick<Deps, "inbox" | "transaction" | "days">): readonly DurableSubscription[] {
  const own = { inbox: deps.inbox, transaction: deps.transaction, group: GROUP, inTurn: inTurn() };
  // All facts of a day about a creator are counted in one document.
  const turnsOf = ({ receiverId }: { readonly receiverId: string }) => [receiverId];
  return [
    on(messageSent, own, ({ receiverId }, { tx, envelope }) => deps.days.count(tx, receiverId, new Date(envelope.at), ["sent"]), {
      turnsOf,
    }),
    on(
      messageReplied,
      own,
      ({ receiverId, price, sentAt }, { tx, envelope }) => {
        const at = new Date(envelope.at);
        const counters: Counter[] = ["replied"];
        if (price !== null) counters.push("paidReplied");
        if (sentAt !== undefined) counters.push(`replyTimes.${replyTimeClass((at.getTime() - Date.parse(sentAt)) / SECOND)}`);
        return deps.days.count(tx, receiverId, at, counters);
      },
      { turnsOf },
    ),
    on(
      messageExpired,
      own,
      async ({ receiverId, heldBack }, { tx, envelope }) => {
        if (!heldBack) await deps.days.count(tx, receiverId, new Date(envelope.at), ["expired"]);
      },
      { turnsOf },
    ),
    on(
      messageRejected,
      own,
      async ({ receiverId, rejectedBy }, { tx, envelope }) => {
        if (rejectedBy === "CREATOR") await deps.days.count(tx, receiverId, new Date(envelope.at), ["declined"]);
      },
      { turnsOf },
    ),
  ];
}
