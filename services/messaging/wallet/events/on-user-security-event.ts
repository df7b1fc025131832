import { userSecurityEvent } from "#libs/contracts/account/index.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";

/** Lets payouts wait: a person who took the account over must not be paid. */
export const onUserSecurityEvent = (deps: Pick<Deps, "inbox" | "transaction" | "destinations">) =>
  on(userSecurityEvent, deps, ({ userId, at }, { tx }) => deps.destinations.noteChange(tx, userId, new Date(at)));
