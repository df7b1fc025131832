import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Parsed, Rules } from "#libs/contract-kit/rules.ts";
import type { EventEnvelope } from "#libs/events/event-stream.ts";
import { type DurableSubscription, on } from "#libs/events/on.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { OutwardChannel } from "../data/dispatch.model.ts";
import type { Deps } from "../deps.ts";
import type { Notice } from "../domain/notice.ts";
import { channelsOf, isCritical } from "../domain/preferences.ts";
import { emailModeOf } from "../email-mode.ts";

type TellDeps = Pick<Deps, "clock" | "config" | "notifications" | "recipients" | "preferences" | "dispatches" | "news">;
export type NotifyDeps = TellDeps & Pick<Deps, "inbox" | "transaction" | "inTurn">;

const OUTWARD: readonly OutwardChannel[] = ["EMAIL", "PUSH", "SMS"];

/** A row of the table of notifications; a service makes a subscription of it. */
export type NoticeRule = (deps: NotifyDeps) => DurableSubscription;

/**
 * Says whom an event tells what. Notification, totals, dispatches and the note that the event was applied are one transaction,
 * so a repeated delivery tells nothing twice.
 */
export function notices<P extends Rules>(contract: EventContract<P>, of: (fact: Parsed<P>) => readonly Notice[]): NoticeRule {
  return (deps) =>
    on(
      contract,
      deps,
      async (fact, { tx, envelope }) => {
        for (const notice of of(fact)) await tell(deps, tx, envelope, notice);
      },
      // The totals of a user are one document.
      { concerns: (fact) => of(fact).length > 0, turnsOf: (fact) => of(fact).map(({ userId }) => userId) },
    );
}

/** Tells a user something through the channels that are on for its key. */
export async function tell(deps: TellDeps, tx: Tx, envelope: EventEnvelope, notice: Notice): Promise<void> {
  const { userId, eventKey, data, namedUserId } = notice;
  if (await deps.recipients.isGone(tx, userId)) return;
  const wish = await deps.preferences.find(userId, tx);
  const channels = channelsOf(eventKey, wish?.switched);
  const happenedAt = new Date(envelope.at);
  if (channels.IN_APP) await keep(deps, tx, envelope.id, happenedAt, notice);
  const mailed = isCritical(eventKey) || emailModeOf(wish, deps.config) !== "OFF";
  const now = deps.clock.now();
  const cause = {
    kind: "NOTICE",
    eventId: envelope.id,
    userId,
    eventKey,
    data,
    namedUserId,
    happenedAt,
    nextAt: now,
    createdAt: now,
  } as const;
  for (const channel of OUTWARD) {
    if (channels[channel] && (channel !== "EMAIL" || mailed)) await deps.dispatches.insertOnce(tx, { ...cause, channel });
  }
}

/** Puts a notification on the list of its user. */
async function keep(deps: TellDeps, tx: Tx, eventId: string, createdAt: Date, notice: Notice): Promise<void> {
  const seq = await deps.recipients.countNew(tx, notice.userId);
  const unread = { ...notice, _id: uuid(), eventId, read: false, readAt: null, createdAt, seq };
  if (await deps.notifications.insertOnce(tx, unread)) deps.news.tellAfter(tx, notice.userId);
  else await deps.recipients.countGone(tx, notice.userId, 1, 1);
}
