import { TOPUP_STATUSES } from "#libs/contracts/wallet.ts";
import type { Money } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";

export type TopUpStatus = (typeof TOPUP_STATUSES)[number];

/** Money on its way into a fan wallet. Minor units. */
export interface TopUp {
  readonly _id: string;
  readonly userId: string;
  readonly idempotencyKey: string;
  readonly amount: Money;
  readonly currency: string;
  readonly status: TopUpStatus;
  /** Name of the provider that collects it. */
  readonly provider: string;
  /** The provider's own name of the charge; null until the provider has it. */
  readonly providerReference: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

/** A top-up is settled once, however often the provider says so. */
export const topUpMoves = moves(TOPUP_STATUSES, {
  succeed: { from: ["PENDING"], to: "SUCCEEDED" },
  fail: { from: ["PENDING"], to: "FAILED" },
});
