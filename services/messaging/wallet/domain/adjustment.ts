import { ADJUSTMENT_STATUSES, type AdjustmentStatus } from "#libs/contracts/wallet/adjustments.ts";
import type { WalletKind } from "#libs/contracts/wallet/index.ts";
import type { Check } from "#libs/errors/refuse.ts";
import type { Money } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";

/** A correction of a wallet. One administrator proposes it, another one approves it. */
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
  /** The administrator who approves. */
  readonly adminId: string;
}

/** Four-eyes principle: neither of the two administrators owns the wallet. */
export const approvalChecks: readonly Check<Approval>[] = [
  ["adjustment.error.same_admin", ({ adjustment, adminId }) => adjustment.proposedBy === adminId],
  ["adjustment.error.own_wallet", ({ adjustment, adminId }) => adjustment.userId === adminId],
  ["adjustment.error.invalid_status", ({ adjustment }) => adjustment.status !== "PENDING"],
];
