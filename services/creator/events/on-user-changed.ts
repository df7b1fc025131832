import { userChanged } from "#libs/contracts/account.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";

/** Keeps the copy of a creator's names, picture and account status up to date. */
export const onUserChanged = (deps: Deps) =>
  on(userChanged, deps, async ({ userId, username, displayName, avatarUrl, status, changedAt }, { tx }) => {
    const facts = { username, displayName, avatarUrl, userStatus: status, userFactsAt: new Date(changedAt) };
    await deps.profiles.takeUserFacts(tx, userId, facts);
  });
