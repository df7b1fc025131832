import { findVerifiedUser } from "#libs/contracts/account.ts";
import { emailSubscriptionConfirmed } from "#libs/contracts/notification.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";
import { type NotifyDeps, tell } from "./notify.ts";

const ASK_MS = 2_000;

/** Tells the user with that address, when there is one (spec 6.1). */
export const onEmailSubscriptionConfirmed = (deps: NotifyDeps & Pick<Deps, "addresses" | "ask" | "subscriptions">) =>
  on(emailSubscriptionConfirmed, deps, async ({ subscriptionId }, { tx, envelope }) => {
    const found = await deps.subscriptions.find(subscriptionId);
    if (!found) return;
    const { userId } = await deps.ask(findVerifiedUser, { email: deps.addresses.open(found) }, { timeout: ASK_MS });
    if (userId === null) return;
    await deps.subscriptions.setUser(tx, subscriptionId, userId);
    await tell(deps, tx, envelope, { userId, eventKey: "email_subscription_confirm", data: null });
  });
