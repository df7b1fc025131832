import { messageExpired, messageRejected, messageReplied, messageSent } from "#libs/contracts/messaging/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { type DurableSubscription, eventMutex, on } from "#libs/platform/events/on.ts";
import type { Counter } from "../data/creator-day.store.ts";
import type { Deps } from "../deps.ts";
import { replyTimeClass } from "../domain/statistics.ts";

/**
 * Counts each message that has reached a creator, and what happened to it: reply rate, reply time and level are computed from the
 * counts. A message counts on the day of its event, however late the event arrives.
 */
export function onMessageEvents({
  inbox,
  transaction,
  days,
  profiles,
}: Pick<Deps, "inbox" | "transaction" | "days" | "profiles">): readonly DurableSubscription[] {
  const deps = { inbox, transaction, mutex: eventMutex() };
  // All events of a day about one creator update one document.
  const mutexKeys = ({ receiverId }: { readonly receiverId: string }) => [receiverId];
  return [
    on(
      messageSent,
      deps,
      async ({ receiverId }, { tx, envelope }) => {
        await days.increment(tx, receiverId, new Date(envelope.at), ["sent"]);
        await profiles.addMessage(tx, receiverId);
      },
      { mutexKeys },
    ),
    on(
      messageReplied,
      deps,
      ({ receiverId, price, sentAt }, { tx, envelope }) => {
        const at = new Date(envelope.at);
        const counters: Counter[] = ["replied"];
        if (price !== null) counters.push("paidReplied");
        if (sentAt !== undefined) counters.push(`replyTimes.${replyTimeClass((at.getTime() - Date.parse(sentAt)) / SECOND)}`);
        return days.increment(tx, receiverId, at, counters);
      },
      { mutexKeys },
    ),
    on(messageExpired, deps, ({ receiverId }, { tx, envelope }) => days.increment(tx, receiverId, new Date(envelope.at), ["expired"]), {
      mutexKeys,
      concerns: ({ heldBack }) => !heldBack,
    }),
    on(messageRejected, deps, ({ receiverId }, { tx, envelope }) => days.increment(tx, receiverId, new Date(envelope.at), ["declined"]), {
      mutexKeys,
      concerns: ({ rejectedBy }) => rejectedBy === "CREATOR",
    }),
  ];
}
