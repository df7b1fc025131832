import { messageExpired, messageRejected, messageReplied, messageSent } from "#libs/contracts/messaging/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import type { EventEnvelope } from "#libs/platform/events/event-stream.ts";
import { type DurableSubscription, effectBatches, eventMutex } from "#libs/platform/events/on.ts";
import type { CountedMessage, Counter } from "../data/creator-day.store.ts";
import type { Deps } from "../deps.ts";
import { replyTimeClass } from "../domain/statistics.ts";

/** A message that has reached a creator, or a later event of that message. */
interface CountedEvent extends CountedMessage {
  readonly isNew: boolean;
}

/**
 * Counts each message that has reached a creator, and its outcome. Reply rate, reply time and level are computed from these counts. A
 * message counts on the day of its event, however late the event arrives.
 */
export function onMessageEvents({
  inbox,
  transaction,
  days,
  profiles,
}: Pick<Deps, "inbox" | "transaction" | "days" | "profiles">): readonly DurableSubscription[] {
  const subscribe = effectBatches<CountedEvent>({ inbox, transaction, mutex: eventMutex() }, async (events, tx) => {
    await days.count(tx, events);
    const added = events.filter(({ isNew }) => isNew).map(({ userId }) => userId);
    if (added.length > 0) await profiles.addMessages(tx, added);
  });
  const counted = ({ receiverId: userId }: { readonly receiverId: string }, { at }: EventEnvelope, ...counters: Counter[]) => ({
    userId,
    at: new Date(at),
    counters,
    isNew: false,
  });
  // All events of a day about one creator update one document.
  const mutexKeys = ({ receiverId }: { readonly receiverId: string }) => [receiverId];
  return [
    subscribe(messageSent, (event, envelope) => ({ ...counted(event, envelope, "sent"), isNew: true }), { mutexKeys }),
    subscribe(messageReplied, (event, envelope) => counted(event, envelope, ...countersOfReply(event, new Date(envelope.at))), {
      mutexKeys,
    }),
    subscribe(messageExpired, (event, envelope) => counted(event, envelope, "expired"), {
      mutexKeys,
      concerns: ({ heldBack }) => !heldBack,
    }),
    subscribe(messageRejected, (event, envelope) => counted(event, envelope, "declined"), {
      mutexKeys,
      concerns: ({ rejectedBy }) => rejectedBy === "CREATOR",
    }),
  ];
}

/** Events of an earlier release lack the send time. */
function countersOfReply({ price, sentAt }: { readonly price: string | null; readonly sentAt?: string | undefined }, at: Date): Counter[] {
  const counters: Counter[] = ["replied"];
  if (price !== null) counters.push("paidReplied");
  if (sentAt !== undefined) counters.push(`replyTimes.${replyTimeClass((at.getTime() - Date.parse(sentAt)) / SECOND)}`);
  return counters;
}
