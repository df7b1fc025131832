import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Parsed, Rules } from "#libs/contract-kit/rules.ts";
import { type DurableSubscription, onGroups } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";
import type { Notice } from "../domain/notice.ts";
import { type NotifyDeps, notifyUsers } from "../notify/notify-user.ts";

type RuleDeps = NotifyDeps & Pick<Deps, "inbox" | "transaction" | "mutex">;

/** Makes the subscription to an event that notifies users. */
export type NotificationRule = (deps: RuleDeps) => DurableSubscription;

/**
 * Declares which users an event notifies. Notifications, totals, dispatches and the inbox record are one transaction, so a repeated
 * delivery has no effect.
 */
export function notifyOn<P extends Rules>(
  contract: EventContract<P>,
  noticesOf: (event: Parsed<P>) => readonly Notice[],
): NotificationRule {
  return (deps) =>
    onGroups(
      contract,
      deps,
      (facts, tx) => {
        const notices = facts.flatMap(({ payload, envelope }) => noticesOf(payload).map((notice) => ({ notice, envelope })));
        return notifyUsers(deps, tx, notices);
      },
      // The totals of a user are one document.
      { concerns: (event) => noticesOf(event).length > 0, mutexKeys: (event) => noticesOf(event).map(({ userId }) => userId) },
    );
}
