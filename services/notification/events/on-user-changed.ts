import { userChanged } from "#libs/contracts/account-internal.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";

/** Follows the locale of a user: what is read from now on is in the new one. */
export const onUserChanged = (deps: Pick<Deps, "inbox" | "transaction" | "recipients">) =>
  on(userChanged, deps, ({ userId, locale, version }, { tx }) => deps.recipients.takeLocale(tx, userId, locale, version));
