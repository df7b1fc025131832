import { userChanged } from "#libs/contracts/account-internal.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";

/**
 * Keeps the names that chat sessions show. A banned user's open messages are refunded, sent and received ones: the wish is stored
 * here, a job works it off in bounded steps.
 */
export const onUserChanged = (deps: Pick<Deps, "inbox" | "transaction" | "cards" | "closings" | "clock">) =>
  on(userChanged, deps, async ({ userId, status, username, displayName, avatarUrl, changedAt }, { tx }) => {
    await deps.cards.apply(tx, { _id: userId, username, displayName, avatarUrl, asOf: new Date(changedAt) });
    const closing = { userId, reason: "USER_BANNED" } as const;
    if (status === "BANNED") await deps.closings.request(tx, { ...closing, requestedAt: deps.clock.now() });
    // Who deletes the account after a ban does not take the refunds back with it.
    else if (status === "ACTIVE") await deps.closings.cancel(tx, closing);
  });
