import type { AdjustmentStatus } from "#libs/contracts/wallet/adjustments.ts";
import type { LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { PayoutStatus } from "#libs/contracts/wallet/payouts.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Adjustment } from "./adjustment.ts";
import { ADJUSTMENTS_ACCOUNT, accountOf, PAYOUTS_ACCOUNT, type Posting, PROVIDER_ACCOUNT } from "./ledger.ts";
import { checkEntry, type Violation, violation } from "./ledger-invariants.ts";
import type { Payout } from "./payout.ts";

const KINDS_OF_PAYOUT = {
  REQUESTED: ["PAYOUT"],
  APPROVED: ["PAYOUT"],
  PROCESSING: ["PAYOUT"],
  PAID: ["PAYOUT", "PAYOUT_SETTLEMENT"],
  FAILED: ["PAYOUT", "PAYOUT_REVERSAL"],
  CANCELLED: ["PAYOUT", "PAYOUT_REVERSAL"],
} as const satisfies Record<PayoutStatus, readonly LedgerKind[]>;

const KINDS_OF_ADJUSTMENT = {
  PENDING: [],
  APPROVED: ["ADJUSTMENT"],
  REJECTED: [],
} as const satisfies Record<AdjustmentStatus, readonly LedgerKind[]>;

/** How many ledger transactions a payout, or an adjustment, must have. */
export const postingCountOf = {
  payout: ({ status }: Payout) => KINDS_OF_PAYOUT[status].length,
  adjustment: ({ status }: Adjustment) => KINDS_OF_ADJUSTMENT[status].length,
} as const;

/** @param postings every ledger transaction of the payout */
export function checkPayout({ _id, userId, status, amount }: Payout, postings: readonly Posting[]): Violation[] {
  const subject = `payout ${_id}`;
  const wrongKinds = checkKinds(subject, status, KINDS_OF_PAYOUT[status], postings);
  if (wrongKinds.length > 0) return wrongKinds;
  const earnings = accountOf(userId, "CREATOR");
  return postings.flatMap((posting) => {
    const pays = (account: string, expected: Money) => checkEntry("M1", subject, posting, account, expected);
    if (posting.kind === "PAYOUT") return [...pays(earnings, -amount), ...pays(PAYOUTS_ACCOUNT, amount)];
    const target = posting.kind === "PAYOUT_SETTLEMENT" ? PROVIDER_ACCOUNT : earnings;
    return [...pays(PAYOUTS_ACCOUNT, -amount), ...pays(target, amount)];
  });
}

/** @param postings every ledger transaction of the adjustment */
export function checkAdjustment(
  { _id, userId, kind, status, amount, proposedBy, decidedBy }: Adjustment,
  postings: readonly Posting[],
): Violation[] {
  const subject = `adjustment ${_id}`;
  const wrongKinds = checkKinds(subject, status, KINDS_OF_ADJUSTMENT[status], postings);
  if (wrongKinds.length > 0) return wrongKinds;
  const selfApproved = status === "APPROVED" && decidedBy === proposedBy;
  const approvalViolations = selfApproved ? [violation("M1", subject, "approved by the administrator who proposed it", amount)] : [];
  const entryViolations = postings.flatMap((posting) => [
    ...checkEntry("M1", subject, posting, accountOf(userId, kind), amount),
    ...checkEntry("M1", subject, posting, ADJUSTMENTS_ACCOUNT, -amount),
  ]);
  return [...approvalViolations, ...entryViolations];
}

function checkKinds(subject: string, status: string, expected: readonly LedgerKind[], postings: readonly Posting[]): Violation[] {
  const kinds = postings
    .map(({ kind }) => kind)
    .sort()
    .join();
  return kinds === [...expected].sort().join() ? [] : [violation("M1", subject, `${status} with ${kinds || "nothing"} in the ledger`)];
}
