import { messageExpired, messageRejected, messageReplied, messageSent } from "#libs/contracts/messaging/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { EventEnvelope } from "#libs/platform/events/event-stream.ts";
import { type DurableSubscription, eventMutex, onGroups } from "#libs/platform/events/on.ts";
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
  const counted = ({ receiverId: userId }: { readonly receiverId: string }, { at }: EventEnvelope, ...counters: Counter[]) => ({
    userId,
    at: new Date(at),
    counters,
  });
  return [
    onGroups(
      messageSent,
      deps,
      async (facts, tx) => {
        await days.count(
          tx,
          facts.map(({ payload, envelope }) => counted(payload, envelope, "sent")),
        );
        await profiles.addMessages(
          tx,
          facts.map(({ payload }) => payload.receiverId),
        );
      },
      { mutexKeys },
    ),
    onGroups(
      messageReplied,
      deps,
      (facts, tx) =>
        days.count(
          tx,
          facts.map(({ payload, envelope }) => counted(payload, envelope, ...countersOfReply(payload, new Date(envelope.at)))),
        ),
      { mutexKeys },
    ),
    onGroups(
      messageExpired,
      deps,
      (facts, tx) =>
        days.count(
          tx,
          facts.map(({ payload, envelope }) => counted(payload, envelope, "expired")),
        ),
      { mutexKeys, concerns: ({ heldBack }) => !heldBack },
    ),
    onGroups(
      messageRejected,
      deps,
      (facts, tx) =>
        days.count(
          tx,
          facts.map(({ payload, envelope }) => counted(payload, envelope, "declined")),
        ),
      { mutexKeys, concerns: ({ rejectedBy }) => rejectedBy === "CREATOR" },
    ),
  ];
}

/** An earlier release did not tell when the message was sent. */
function countersOfReply({ price, sentAt }: { readonly price: string | null; readonly sentAt?: string | undefined }, at: Date): Counter[] {
  const counters: Counter[] = ["replied"];
  if (price !== null) counters.push("paidReplied");
  if (sentAt !== undefined) counters.push(`replyTimes.${replyTimeClass((at.getTime() - Date.parse(sentAt)) / SECOND)}`);
  return counters;
}
