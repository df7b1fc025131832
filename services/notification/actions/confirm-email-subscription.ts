import { implement } from "#libs/contract-kit/implement.ts";
import { confirmEmailSubscription, emailSubscriptionConfirmed } from "#libs/contracts/notification.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { constantTimeEqual } from "#libs/kernel/secrets.ts";
import type { Deps } from "../deps.ts";

type ConfirmDeps = Pick<Deps, "clock" | "outbox" | "subscriptions" | "tokens" | "transaction">;

/** POST /email-subscriptions/confirm: the newest link of a subscription, once and in time. */
export const confirmEmailSubscriptionAction = ({ clock, outbox, subscriptions, tokens, transaction }: ConfirmDeps) =>
  implement(confirmEmailSubscription, async ({ params: { token }, requestId }) => {
    const found = await subscriptions.find(tokens.subscriptionOf(token));
    const now = clock.now();
    const confirmed =
      found?.expiresAt != null &&
      found.expiresAt > now &&
      constantTimeEqual(token, tokens.confirm(found._id, found.nonce)) &&
      (await transaction(async (tx) => {
        if (!(await subscriptions.confirm(tx, found, now))) return false;
        await outbox.add(tx, emailSubscriptionConfirmed, { subscriptionId: found._id }, { requestId });
        return true;
      }));
    if (!confirmed) throw new AppError("email_subscription.error.invalid_token");
  });
