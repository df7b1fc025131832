import { payoutProcessed } from "#libs/contracts/wallet/payouts.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";
import { reviewLevel } from "../levels/review-levels.ts";

/** Reviews the level of a creator after each payout that was paid. */
export const onPayoutProcessed = (deps: Deps) =>
  on(payoutProcessed, deps, ({ creatorId }, { tx }) => reviewLevel(deps, tx, creatorId), { concerns: ({ status }) => status === "PAID" });
