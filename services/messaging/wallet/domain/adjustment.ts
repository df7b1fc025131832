import { CURRENCY } from "#libs/contracts/shared.ts";
import { ADJUSTMENT_STATUSES } from "#libs/contracts/wallet/adjustments.ts";
import { WALLET_KINDS } from "#libs/contracts/wallet/index.ts";
import type { Check } from "#libs/errors/refuse.ts";
import { type DocumentOf, date, money, nullable, oneOf, text, withDefault } from "#libs/kernel/fields.ts";
import { moves } from "#libs/kernel/state-machine.ts";

export const adjustmentFields = {
  _id: text,
  userId: text,
  kind: oneOf(WALLET_KINDS),
  /** Minor units, signed, never zero. */
  amount: money,
  currency: withDefault(text, CURRENCY),
  reason: text,
  status: oneOf(ADJUSTMENT_STATUSES),
  proposedBy: text,
  proposedAt: date,
  decidedBy: nullable(text),
  decidedAt: nullable(date),
  /** Why it was rejected. */
  refusal: nullable(text),
};

/** A correction of a wallet. One administrator proposes it, another one approves it. */
export interface Adjustment extends DocumentOf<typeof adjustmentFields> {}

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
