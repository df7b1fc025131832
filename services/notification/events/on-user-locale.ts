import { userChanged, userRegistered } from "#libs/contracts/account/internal.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";

type LocaleDeps = Pick<Deps, "inbox" | "mutex" | "transaction" | "recipients">;

/** The version of a new account. */
const FIRST_VERSION = 1;

/** Stores the locale of a new user. */
export const onUserRegistered = (deps: LocaleDeps) =>
  on(userRegistered, deps, ({ userId, locale }, { tx }) => deps.recipients.updateLocale(tx, userId, locale, FIRST_VERSION));

/**
 * Stores the changed locale of a user. Existing notifications are shown in it from now on. A change often comes together with an event that
 * notifies the user, and both write the recipient.
 */
export const onUserChanged = (deps: LocaleDeps) =>
  on(userChanged, deps, ({ userId, locale, version }, { tx }) => deps.recipients.updateLocale(tx, userId, locale, version), {
    mutexKeys: ({ userId }) => [userId],
  });
