import type { AdjustmentStatus } from "#libs/contracts/wallet/adjustments.ts";
import type { LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { PayoutStatus } from "#libs/contracts/wallet/payouts.ts";
import type { Adjustment } from "./adjustment.ts";
import { ADJUSTMENTS_ACCOUNT, accountOf, PAYOUTS_ACCOUNT, type Posting, PROVIDER_ACCOUNT } from "./ledger.ts";
import type { Payout } from "./payout.ts";
import type { TopUp, TopUpStatus } from "./top-up.ts";
import { checkEntries, type ExpectedEntry, type Violation, violation } from "./violation.ts";

export const KINDS_OF_PAYOUT = {
  REQUESTED: ["PAYOUT"],
  PROCESSING: ["PAYOUT"],
  PAID: ["PAYOUT", "PAYOUT_SETTLEMENT"],
  FAILED: ["PAYOUT", "PAYOUT_REVERSAL"],
} as const satisfies Record<PayoutStatus, readonly LedgerKind[]>;

export const KINDS_OF_ADJUSTMENT = {
  PENDING: [],
  APPROVED: ["ADJUSTMENT"],
  REJECTED: [],
} as const satisfies Record<AdjustmentStatus, readonly LedgerKind[]>;

export const KINDS_OF_TOPUP = {
  PENDING: [],
  SUCCEEDED: ["TOPUP"],
  FAILED: [],
  CANCELLED: [],
} as const satisfies Record<TopUpStatus, readonly LedgerKind[]>;

/** @param postings every ledger transaction of the payout */
export function checkPayout({ _id, userId, status, amount }: Payout, postings: readonly Posting[]): Violation[] {
  const of = { invariant: "M11", subject: `payout ${_id}`, rows: [{ collection: "payouts", id: _id }] } as const;
  const wrongKinds = checkKinds(of, status, KINDS_OF_PAYOUT[status], postings);
  if (wrongKinds.length > 0) return wrongKinds;
  const earnings = accountOf(userId, "CREATOR");
  return postings.flatMap((posting) => {
    const sign = posting.kind === "PAYOUT" ? 1n : -1n;
    const target = posting.kind === "PAYOUT_SETTLEMENT" ? PROVIDER_ACCOUNT : earnings;
    return checkEntries(of, posting, [
      [PAYOUTS_ACCOUNT, sign * amount],
      [target, -sign * amount],
    ]);
  });
}

/** @param postings every ledger transaction of the adjustment */
export function checkAdjustment(
  { _id, userId, kind, status, amount, proposedBy, decidedBy }: Adjustment,
  postings: readonly Posting[],
): Violation[] {
  const of = { invariant: "M1", subject: `adjustment ${_id}`, rows: [{ collection: "ledger_adjustments", id: _id }] } as const;
  const wrongKinds = checkKinds(of, status, KINDS_OF_ADJUSTMENT[status], postings);
  if (wrongKinds.length > 0) return wrongKinds;
  const selfApproved = status === "APPROVED" && decidedBy === proposedBy;
  const approvalViolations = selfApproved
    ? [violation("M1", of.subject, "approved by the administrator who proposed it", amount, of.rows)]
    : [];
  const entries: ExpectedEntry[] = [
    [accountOf(userId, kind), amount],
    [ADJUSTMENTS_ACCOUNT, -amount],
  ];
  const entryViolations = postings.flatMap((posting) => checkEntries(of, posting, entries));
  return [...approvalViolations, ...entryViolations];
}

/** @param postings the ledger transaction of the top-up, if it has one */
export function checkTopUp({ _id, userId, status, amount }: TopUp, postings: readonly Posting[]): Violation[] {
  const of = { invariant: "M1", subject: `topup ${_id}`, rows: [{ collection: "topups", id: _id }] } as const;
  const wrongKinds = checkKinds(of, status, KINDS_OF_TOPUP[status], postings);
  if (wrongKinds.length > 0) return wrongKinds;
  const entries: ExpectedEntry[] = [
    [accountOf(userId, "FAN"), amount],
    [PROVIDER_ACCOUNT, -amount],
  ];
  return postings.flatMap((posting) => checkEntries(of, posting, entries));
}

function checkKinds(
  { invariant, subject, rows }: Pick<Violation, "invariant" | "subject" | "rows">,
  status: string,
  expected: readonly LedgerKind[],
  postings: readonly Posting[],
): Violation[] {
  const kinds = postings.map(({ kind }) => kind).sort();
  if (kinds.join() === [...expected].sort().join()) return [];
  return [violation(invariant, subject, `${status} with ${kinds.join() || "nothing"} in the ledger`, 1n, rows)];
}
