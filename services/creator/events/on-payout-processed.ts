import { payoutProcessed } from "#libs/contracts/payouts.ts";
import { on } from "#libs/events/on.ts";
import type { Deps } from "../deps.ts";
import { reviewLevel } from "../levels/review-levels.ts";

/** A payout is an occasion to look at the level again. */
export const onPayoutProcessed = (deps: Deps) =>
  on(payoutProcessed, deps, ({ creatorId }, { tx }) => reviewLevel(deps, tx, creatorId), { concerns: ({ status }) => status === "PAID" });
