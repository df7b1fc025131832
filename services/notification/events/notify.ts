import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Parsed, Rules } from "#libs/contract-kit/rules.ts";
import { type DurableSubscription, on } from "#libs/events/on.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Deps } from "../deps.ts";
import type { Notice } from "../domain/notice.ts";

type NotifyDeps = Pick<Deps, "inbox" | "transaction" | "notifications" | "recipients">;

/** A row of the table of notifications; a service makes a subscription of it. */
export type NoticeRule = (deps: NotifyDeps) => DurableSubscription;

/**
 * Says whom an event tells what. Notification, totals and the note that the event was applied are one transaction, so a
 * repeated delivery tells nothing twice.
 */
export function notices<P extends Rules>(contract: EventContract<P>, of: (fact: Parsed<P>) => readonly Notice[]): NoticeRule {
  return (deps) =>
    on(contract, deps, async (fact, { tx, envelope }) => {
      for (const notice of of(fact)) {
        const unread = { ...notice, _id: uuid(), eventId: envelope.id, read: false, readAt: null, createdAt: new Date(envelope.at) };
        if (await deps.notifications.insertOnce(tx, unread)) await deps.recipients.countNew(tx, notice.userId);
      }
    });
}
