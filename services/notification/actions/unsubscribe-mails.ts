import { implement } from "#libs/contract-kit/implement.ts";
import { unsubscribeMails } from "#libs/contracts/notification.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

type UnsubscribeDeps = Pick<Deps, "clock" | "preferences" | "recipients" | "tokens" | "transaction">;

/** POST /notifications/unsubscribe/{token}: what the link of a mail ends, mails of its key or all that are not critical. */
export const unsubscribeMailsAction = ({ clock, preferences, recipients, tokens, transaction }: UnsubscribeDeps) =>
  implement(unsubscribeMails, async ({ params: { token } }) => {
    const ended = tokens.readUnsubscribe(token);
    if (!ended) throw new AppError("email_subscription.error.invalid_token");
    const { userId, eventKey } = ended;
    if (await transaction((tx) => recipients.isGone(tx, userId))) return;
    const wishes = eventKey ? [{ eventKey, channel: "EMAIL", on: false } as const] : [];
    await preferences.set(userId, wishes, eventKey ? null : "OFF", clock.now());
  });
