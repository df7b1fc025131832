import { creatorStatusChanged } from "#libs/contracts/creator.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";
import { followBan } from "../follow-ban.ts";

/** Open escrows of a banned creator are refunded. Who deletes the account after a ban does not take the refunds back with it. */
export const onCreatorStatusChanged = (deps: Pick<Deps, "inbox" | "transaction" | "closings" | "clock">) =>
  on(
    creatorStatusChanged,
    deps,
    ({ userId, version, to }, { tx }) => followBan(deps, tx, { userId, version, reason: "CREATOR_BANNED", banned: to === "BANNED" }),
    { concerns: ({ to }) => to !== "DEACTIVATED" },
  );
