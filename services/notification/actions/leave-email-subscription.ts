import { implement } from "#libs/contract-kit/implement.ts";
import { leaveEmailSubscription } from "#libs/contracts/notification.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { constantTimeEqual } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";

/** POST /email-subscriptions/unsubscribe/{token}: nothing of the address is kept. */
export const leaveEmailSubscriptionAction = ({ subscriptions, tokens }: Pick<Deps, "subscriptions" | "tokens">) =>
  implement(leaveEmailSubscription, async ({ params: { token } }) => {
    const subscriptionId = tokens.subscriptionOf(token);
    if (!constantTimeEqual(token, tokens.leave(subscriptionId))) throw new AppError("email_subscription.error.invalid_token");
    await subscriptions.remove(subscriptionId);
  });
