import { userRegistered } from "#libs/contracts/account-internal.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";

/** A user begins with this version. */
const FIRST = 1;

/** Keeps the locale of a new user. */
export const onUserRegistered = (deps: Pick<Deps, "inbox" | "transaction" | "recipients">) =>
  on(userRegistered, deps, ({ userId, locale }, { tx }) => deps.recipients.takeLocale(tx, userId, locale, FIRST));
