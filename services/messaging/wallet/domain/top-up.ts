import { TOPUP_STATUSES } from "#libs/contracts/wallet/index.ts";
import type { Money } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";

export type TopUpStatus = (typeof TOPUP_STATUSES)[number];
/** How a top-up can end. */
export type TopUpOutcome = Exclude<TopUpStatus, "PENDING">;

/** A payment into a fan wallet. Amounts are minor units. */
export interface TopUp {
  readonly _id: string;
  readonly userId: string;
  readonly idempotencyKey: string;
  readonly amount: Money;
  readonly currency: string;
  readonly status: TopUpStatus;
  /** Name of the provider that collects the payment. */
  readonly provider: string;
  /** The provider's reference of the charge; null until the provider has accepted it. */
  readonly providerReference: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

/** A top-up ends once, however often it is confirmed. */
export const topUpMoves = moves(TOPUP_STATUSES, {
  succeed: { from: ["PENDING"], to: "SUCCEEDED" },
  fail: { from: ["PENDING"], to: "FAILED" },
  cancel: { from: ["PENDING"], to: "CANCELLED" },
});
