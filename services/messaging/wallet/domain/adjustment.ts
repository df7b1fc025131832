import { ADJUSTMENT_STATUSES, type AdjustmentStatus } from "#libs/contracts/adjustments.ts";
import type { WalletKind } from "#libs/contracts/wallet.ts";
import type { Check } from "#libs/errors/refuse.ts";
import type { Money } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";

/** A correction of a wallet that one administrator proposes and another one approves. */
export interface Adjustment {
  readonly _id: string;
  readonly userId: string;
  readonly kind: WalletKind;
  /** Minor units, signed, never zero. */
  readonly amount: Money;
  readonly currency: string;
  readonly reason: string;
  readonly status: AdjustmentStatus;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  /** Why it was rejected. */
  readonly refusal: string | null;
}

/** An adjustment is decided once. */
export const adjustmentMoves = moves(ADJUSTMENT_STATUSES, {
  approve: { from: ["PENDING"], to: "APPROVED" },
  reject: { from: ["PENDING"], to: "REJECTED" },
});

interface Approval {
  readonly adjustment: Adjustment;
  readonly adminId: string;
}

/** Four eyes, and none of them those of whom it is about. */
export const approvalChecks: readonly Check<Approval>[] = [
  ["adjustment.error.same_admin", ({ adjustment, adminId }) => adjustment.proposedBy === adminId],
  ["adjustment.error.own_wallet", ({ adjustment, adminId }) => adjustment.userId === adminId],
  ["adjustment.error.invalid_status", ({ adjustment }) => adjustment.status !== "PENDING"],
];
