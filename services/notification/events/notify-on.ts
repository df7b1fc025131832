import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Parsed, Rules } from "#libs/contract-kit/rules.ts";
import { type DurableSubscription, effectBatches, type SubscribeEffects } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";
import type { Notice } from "../domain/notice.ts";
import { type NoticeOfEvent, type NotifyDeps, notifyUsers } from "../notify/notify-user.ts";

type RuleDeps = NotifyDeps & Pick<Deps, "inbox" | "messageHints" | "transaction" | "mutex">;

/** What an event does. */
interface Effect {
  readonly notices: readonly NoticeOfEvent[];
  /** Ids of users whose open pages show a message that is not as it was. */
  readonly concerned: readonly string[];
}

/** Subscribes to an event that notifies users. */
type SubscribeNotices = SubscribeEffects<Effect>;

/** Makes the subscription to an event that notifies users. */
export type NotificationRule = (subscribe: SubscribeNotices) => DurableSubscription;

/**
 * Notifications, totals, dispatches and the inbox record are one transaction, so a repeated delivery has no effect. The events of all rules
 * share transactions.
 */
export function noticeBatches(deps: RuleDeps): SubscribeNotices {
  return effectBatches(deps, async (effects, tx) => {
    const notices = effects.flatMap((effect) => effect.notices);
    if (notices.length > 0) await notifyUsers(deps, tx, notices);
    for (const userId of new Set(effects.flatMap(({ concerned }) => concerned))) deps.messageHints.sendAfterCommit(tx, userId);
  });
}

/** The users of a message, also the one who has changed it: a person may have it open on another device. */
export const partiesOf = ({ senderId, receiverId }: { readonly senderId: string; readonly receiverId: string }) => [senderId, receiverId];

/** Declares which users an event notifies, and which ones are told only to look again. */
export function notifyOn<P extends Rules>(
  contract: EventContract<P>,
  noticesOf: (event: Parsed<P>) => readonly Notice[],
  concernedBy: (event: Parsed<P>) => readonly string[] = () => [],
): NotificationRule {
  const effectOf = (event: Parsed<P>, envelope: NoticeOfEvent["envelope"]): Effect => ({
    notices: noticesOf(event).map((notice) => ({ notice, envelope })),
    concerned: concernedBy(event),
  });
  return (subscribe) =>
    subscribe(contract, effectOf, {
      concerns: (event) => noticesOf(event).length + concernedBy(event).length > 0,
      // The totals of a user are one document.
      mutexKeys: (event) => noticesOf(event).map(({ userId }) => userId),
    });
}
