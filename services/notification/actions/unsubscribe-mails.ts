import { implement } from "#libs/contract-kit/implement.ts";
import { unsubscribeMails } from "#libs/contracts/notification/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

type UnsubscribeDeps = Pick<Deps, "clock" | "preferences" | "recipients" | "tokens" | "transaction">;

/**
 * POST /notifications/unsubscribe/{token}: the link of a notification ends the mails of its key. The link of a digest ends all mails except
 * the critical ones.
 */
export const unsubscribeMailsAction = ({ clock, preferences, recipients, tokens, transaction }: UnsubscribeDeps) =>
  implement(unsubscribeMails, async ({ params: { token } }) => {
    const unsubscription = tokens.verifyUnsubscribeToken(token);
    if (!unsubscription) throw new AppError("email_subscription.error.invalid_token");
    const { userId, eventKey } = unsubscription;
    if (await transaction((tx) => recipients.isGone(tx, userId))) return;
    const changes = eventKey ? [{ eventKey, channel: "EMAIL", on: false } as const] : [];
    await preferences.update(userId, changes, eventKey ? null : "OFF", clock.now());
  });
