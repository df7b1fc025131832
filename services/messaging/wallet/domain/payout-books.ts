import type { AdjustmentStatus } from "#libs/contracts/adjustments.ts";
import type { PayoutStatus } from "#libs/contracts/payouts.ts";
import type { LedgerKind } from "#libs/contracts/wallet.ts";
import type { Adjustment } from "./adjustment.ts";
import { checkEntry, type Violation, violation } from "./books.ts";
import { ADJUSTMENTS_ACCOUNT, accountOf, PAYOUTS_ACCOUNT, type Posting, PROVIDER_ACCOUNT } from "./ledger.ts";
import type { Payout } from "./payout.ts";

const KINDS_OF_PAYOUT = {
  REQUESTED: ["PAYOUT"],
  PROCESSING: ["PAYOUT"],
  PAID: ["PAYOUT", "PAYOUT_SETTLEMENT"],
  FAILED: ["PAYOUT", "PAYOUT_REVERSAL"],
} as const satisfies Record<PayoutStatus, readonly LedgerKind[]>;

const KINDS_OF_ADJUSTMENT = {
  PENDING: [],
  APPROVED: ["ADJUSTMENT"],
  REJECTED: [],
} as const satisfies Record<AdjustmentStatus, readonly LedgerKind[]>;

/** How many ledger transactions a payout, or an adjustment, explains. */
export const postingsOf = {
  payout: ({ status }: Payout) => KINDS_OF_PAYOUT[status].length,
  adjustment: ({ status }: Adjustment) => KINDS_OF_ADJUSTMENT[status].length,
} as const;

/** @param postings every ledger transaction about the payout */
export function checkPayout({ _id, userId, status, amount }: Payout, postings: readonly Posting[]): Violation[] {
  const subject = `payout ${_id}`;
  const wrong = otherKinds(subject, status, KINDS_OF_PAYOUT[status], postings);
  if (wrong.length > 0) return wrong;
  const earnings = accountOf(userId, "CREATOR");
  return postings.flatMap((posting) => {
    const brings = (account: string, sum: bigint) => checkEntry("M1", subject, posting, account, sum);
    if (posting.kind === "PAYOUT") return [...brings(earnings, -amount), ...brings(PAYOUTS_ACCOUNT, amount)];
    const to = posting.kind === "PAYOUT_SETTLEMENT" ? PROVIDER_ACCOUNT : earnings;
    return [...brings(PAYOUTS_ACCOUNT, -amount), ...brings(to, amount)];
  });
}

/** @param postings every ledger transaction about the adjustment */
export function checkAdjustment({ _id, userId, kind, status, amount, proposedBy, decidedBy }: Adjustment, postings: readonly Posting[]) {
  const subject = `adjustment ${_id}`;
  const wrong = otherKinds(subject, status, KINDS_OF_ADJUSTMENT[status], postings);
  if (wrong.length > 0) return wrong;
  const twoEyes =
    status === "APPROVED" && decidedBy === proposedBy ? [violation("M1", subject, "approved by who proposed it", amount)] : [];
  const entries = postings.flatMap((posting) => [
    ...checkEntry("M1", subject, posting, accountOf(userId, kind), amount),
    ...checkEntry("M1", subject, posting, ADJUSTMENTS_ACCOUNT, -amount),
  ]);
  return [...twoEyes, ...entries];
}

function otherKinds(subject: string, status: string, expected: readonly LedgerKind[], postings: readonly Posting[]): Violation[] {
  const kinds = postings
    .map(({ kind }) => kind)
    .sort()
    .join();
  return kinds === [...expected].sort().join() ? [] : [violation("M1", subject, `${status} with ${kinds || "nothing"} in the ledger`)];
}
