import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Parsed, Rules } from "#libs/contract-kit/rules.ts";
import { type DurableSubscription, effectBatches, type SubscribeEffects } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";
import type { Notice } from "../domain/notice.ts";
import { type NoticeOfEvent, type NotifyDeps, notifyUsers } from "../notify/notify-user.ts";

type RuleDeps = NotifyDeps & Pick<Deps, "inbox" | "transaction" | "mutex">;

/** Subscribes to an event that notifies users. */
type SubscribeNotices = SubscribeEffects<readonly NoticeOfEvent[]>;

/** Makes the subscription to an event that notifies users. */
export type NotificationRule = (subscribe: SubscribeNotices) => DurableSubscription;

/**
 * Notifications, totals, dispatches and the inbox record are one transaction, so a repeated delivery has no effect. The events of all rules
 * share transactions.
 */
export function noticeBatches(deps: RuleDeps): SubscribeNotices {
  return effectBatches(deps, (notices, tx) => notifyUsers(deps, tx, notices.flat()));
}

/** Declares which users an event notifies. */
export function notifyOn<P extends Rules>(
  contract: EventContract<P>,
  noticesOf: (event: Parsed<P>) => readonly Notice[],
): NotificationRule {
  return (subscribe) =>
    subscribe(contract, (event, envelope) => noticesOf(event).map((notice) => ({ notice, envelope })), {
      concerns: (event) => noticesOf(event).length > 0,
      // The totals of a user are one document.
      mutexKeys: (event) => noticesOf(event).map(({ userId }) => userId),
    });
}
