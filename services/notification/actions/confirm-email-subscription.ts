import { implement } from "#libs/contract-kit/implement.ts";
import { confirmEmailSubscription, emailSubscriptionConfirmed } from "#libs/contracts/notification/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { constantTimeEqual } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";

type ConfirmDeps = Pick<Deps, "clock" | "outbox" | "subscriptions" | "tokens" | "transaction">;

/** POST /email-subscriptions/confirm: with the newest link of a subscription, once, before it expires. */
export const confirmEmailSubscriptionAction = ({ clock, outbox, subscriptions, tokens, transaction }: ConfirmDeps) =>
  implement(confirmEmailSubscription, async ({ params: { token } }) => {
    const subscription = await subscriptions.find(tokens.subscriptionIdOf(token));
    const now = clock.now();
    const confirmed =
      subscription?.expiresAt != null &&
      subscription.expiresAt > now &&
      constantTimeEqual(token, tokens.confirmToken(subscription._id, subscription.nonce)) &&
      (await transaction(async (tx) => {
        if (!(await subscriptions.confirm(tx, subscription, now))) return false;
        await outbox.add(tx, emailSubscriptionConfirmed, { subscriptionId: subscription._id });
        return true;
      }));
    if (!confirmed) throw new AppError("email_subscription.error.invalid_token");
  });
