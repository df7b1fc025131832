import { userChanged } from "#libs/contracts/account-internal.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";

/** Keeps the names that chat sessions show. */
export const onUserChanged = (deps: Pick<Deps, "inbox" | "transaction" | "cards">) =>
  on(userChanged, deps, async ({ userId, username, displayName, avatarUrl, changedAt }, { tx }) => {
    await deps.cards.apply(tx, { _id: userId, username, displayName, avatarUrl, asOf: new Date(changedAt) });
  });
