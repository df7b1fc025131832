import { creatorStatusChanged } from "#libs/contracts/creator.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";

/** A banned creator's open escrows are refunded: the wish is stored here, a job works it off in bounded steps. */
export const onCreatorStatusChanged = (deps: Pick<Deps, "inbox" | "transaction" | "closings" | "clock">) =>
  on(creatorStatusChanged, deps, async ({ userId, to }, { tx }) => {
    const closing = { userId, reason: "CREATOR_BANNED" } as const;
    if (to === "BANNED") await deps.closings.request(tx, { ...closing, requestedAt: deps.clock.now() });
    // Who deletes the account after a ban does not take the refunds back with it.
    else if (to !== "DEACTIVATED") await deps.closings.cancel(tx, closing);
  });
