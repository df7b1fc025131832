import { findVerifiedUser } from "#libs/contracts/account/index.ts";
import { emailSubscriptionConfirmed } from "#libs/contracts/notification/index.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";
import { type NotifyDeps, notifyUsers } from "../notify/notify-user.ts";

const CALL_TIMEOUT_MS = 2_000;

type ConfirmedDeps = NotifyDeps & Pick<Deps, "addresses" | "inbox" | "mutex" | "services" | "subscriptions" | "transaction">;

/** Notifies the user who has verified the same address, if there is one (spec 6.1). */
export const onEmailSubscriptionConfirmed = (deps: ConfirmedDeps) =>
  on(emailSubscriptionConfirmed, deps, async ({ subscriptionId }, { tx, envelope }) => {
    const subscription = await deps.subscriptions.find(subscriptionId);
    if (!subscription) return;
    const email = deps.addresses.open(subscription);
    const { userId } = await deps.services.call(findVerifiedUser, { email }, { timeout: CALL_TIMEOUT_MS });
    if (userId === null) return;
    await deps.subscriptions.setUser(tx, subscriptionId, userId);
    await notifyUsers(deps, tx, [{ notice: { userId, eventKey: "email_subscription_confirm", data: null }, envelope }]);
  });
