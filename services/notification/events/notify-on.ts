import type { EventContract } from "#libs/contract-kit/contract.ts";
import type { Parsed, Rules } from "#libs/contract-kit/rules.ts";
import { type DurableSubscription, on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";
import type { Notice } from "../domain/notice.ts";
import { type NotifyDeps, notifyUser } from "../notify/notify-user.ts";

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
    on(
      contract,
      deps,
      async (event, { tx, envelope }) => {
        for (const notice of noticesOf(event)) await notifyUser(deps, tx, envelope, notice);
      },
      // The totals of a user are one document.
      { concerns: (event) => noticesOf(event).length > 0, mutexKeys: (event) => noticesOf(event).map(({ userId }) => userId) },
    );
}
