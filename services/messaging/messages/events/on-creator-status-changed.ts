import { creatorStatusChanged } from "#libs/contracts/creator/index.ts";
import { on } from "#libs/platform/events/on.ts";
import type { MessagesDeps } from "../deps.ts";
import { applyBan } from "../ending/apply-ban.ts";

/** Refunds the open escrows of a banned creator. A banned creator who deletes the account (DEACTIVATED) does not stop the refunds. */
export const onCreatorStatusChanged = (deps: Pick<MessagesDeps, "inbox" | "transaction" | "closings" | "clock">) =>
  on(
    creatorStatusChanged,
    deps,
    ({ userId, version, to }, { tx }) => applyBan(deps, tx, { userId, version, reason: "CREATOR_BANNED", banned: to === "BANNED" }),
    { concerns: ({ to }) => to !== "DEACTIVATED" },
  );
