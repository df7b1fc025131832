import { messageExpired, messageRejected, messageReplied, messageSent } from "#libs/contracts/messaging.ts";
import { type DurableSubscription, on, turnsOfFacts } from "#libs/events/on.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { Counter } from "../data/creator-day.store.ts";
import type { Deps } from "../deps.ts";
import { replyTimeClass } from "../domain/statistics.ts";

/**
 * Counts each message that has reached a creator, and keeps what reply rate, reply time and level come from. The day is that of the
 * fact, whenever it arrives.
 */
export function countMessages({
  inbox,
  transaction,
  days,
  totals,
}: Pick<Deps, "inbox" | "transaction" | "days" | "totals">): readonly DurableSubscription[] {
  const deps = { inbox, transaction, inTurn: turnsOfFacts() };
  // All facts of a day about a creator are counted in one document.
  const turnsOf = ({ receiverId }: { readonly receiverId: string }) => [receiverId];
  return [
    on(
      messageSent,
      deps,
      async ({ receiverId }, { tx, envelope }) => {
        await days.count(tx, receiverId, new Date(envelope.at), ["sent"]);
        await totals.addMessage(tx, receiverId);
      },
      { turnsOf },
    ),
    on(
      messageReplied,
      deps,
      ({ receiverId, price, sentAt }, { tx, envelope }) => {
        const at = new Date(envelope.at);
        const counters: Counter[] = ["replied"];
        if (price !== null) counters.push("paidReplied");
        if (sentAt !== undefined) counters.push(`replyTimes.${replyTimeClass((at.getTime() - Date.parse(sentAt)) / SECOND)}`);
        return days.count(tx, receiverId, at, counters);
      },
      { turnsOf },
    ),
    on(messageExpired, deps, ({ receiverId }, { tx, envelope }) => days.count(tx, receiverId, new Date(envelope.at), ["expired"]), {
      turnsOf,
      concerns: ({ heldBack }) => !heldBack,
    }),
    on(messageRejected, deps, ({ receiverId }, { tx, envelope }) => days.count(tx, receiverId, new Date(envelope.at), ["declined"]), {
      turnsOf,
      concerns: ({ rejectedBy }) => rejectedBy === "CREATOR",
    }),
  ];
}
