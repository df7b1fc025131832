import { implement } from "#libs/contract-kit/implement.ts";
import { leaveEmailSubscription } from "#libs/contracts/notification/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { constantTimeEqual } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";

/** POST /email-subscriptions/unsubscribe/{token}: deletes everything that is stored about the address. */
export const leaveEmailSubscriptionAction = ({ subscriptions, tokens }: Pick<Deps, "subscriptions" | "tokens">) =>
  implement(leaveEmailSubscription, async ({ params: { token } }) => {
    const subscriptionId = tokens.subscriptionIdOf(token);
    if (!constantTimeEqual(token, tokens.leaveToken(subscriptionId))) throw new AppError("email_subscription.error.invalid_token");
    await subscriptions.delete(subscriptionId);
  });
