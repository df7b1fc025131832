import type { AdjustmentStatus } from "#libs/contracts/wallet/adjustments.ts";
import type { EscrowStatus, LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { PayoutStatus } from "#libs/contracts/wallet/payouts.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Adjustment } from "./adjustment.ts";
import type { Chargeback } from "./chargeback.ts";
import type { EarningReversal } from "./earning-reversal.ts";
import type { Escrow } from "./escrow.ts";
import {
  ADJUSTMENTS_ACCOUNT,
  accountOf,
  BANK_ACCOUNT,
  COSTS_ACCOUNT,
  ESCROW_ACCOUNT,
  FEES_ACCOUNT,
  LOSSES_ACCOUNT,
  PAYOUTS_ACCOUNT,
  type Posting,
  PROVIDER_ACCOUNT,
  splitPrice,
  sumOf,
  unclaimedAccount,
} from "./ledger.ts";
import type { Payout } from "./payout.ts";
import type { Refund } from "./refund.ts";
import type { TopUp } from "./top-up.ts";
import type { Unclaimed } from "./unclaimed.ts";
import { checkEqual, type Subject, type Violation, violation } from "./violation.ts";

/** What a ledger transaction must move into an account, in minor units. */
type ExpectedEntry = readonly [account: string, amount: Money];

/** A ledger transaction that a document must have. No other account has an entry. */
export interface ExpectedPosting {
  readonly kind: LedgerKind;
  readonly entries: readonly ExpectedEntry[];
}

function transfer(kind: LedgerKind, amount: Money, from: string, to: string): ExpectedPosting {
  const entries: readonly ExpectedEntry[] = [
    [from, -amount],
    [to, amount],
  ];
  return { kind, entries };
}

/** Nothing for a status that only someone with database access can have written. */
function inStatus<S extends string>(table: Readonly<Record<S, readonly ExpectedPosting[]>>, status: S): readonly ExpectedPosting[] {
  return table[status] ?? [];
}

export function postingsOfEscrow({ fanId, creatorId, status, amount, commissionRate }: Escrow): readonly ExpectedPosting[] {
  const fan = accountOf(fanId, "FAN");
  const { net, commission } = splitPrice(amount, commissionRate);
  const hold = transfer("HOLD", amount, fan, ESCROW_ACCOUNT);
  const release: ExpectedPosting = {
    kind: "RELEASE",
    entries: [
      [ESCROW_ACCOUNT, -amount],
      [accountOf(creatorId, "CREATOR"), net],
      [FEES_ACCOUNT, commission],
    ],
  };
  const table = {
    HELD: [hold],
    RELEASED: [hold, release],
    REFUNDED: [hold, transfer("REFUND", amount, ESCROW_ACCOUNT, fan)],
    REVERSED: [hold, release],
  } satisfies Record<EscrowStatus, readonly ExpectedPosting[]>;
  return inStatus(table, status);
}

export function postingsOfPayout({ userId, status, amount }: Payout): readonly ExpectedPosting[] {
  const earnings = accountOf(userId, "CREATOR");
  const requested = transfer("PAYOUT", amount, earnings, PAYOUTS_ACCOUNT);
  const returned = transfer("PAYOUT_REVERSAL", amount, PAYOUTS_ACCOUNT, earnings);
  const table = {
    REQUESTED: [requested],
    APPROVED: [requested],
    PROCESSING: [requested],
    PAID: [requested, transfer("PAYOUT_SETTLEMENT", amount, PAYOUTS_ACCOUNT, PROVIDER_ACCOUNT)],
    FAILED: [requested, returned],
    CANCELLED: [requested, returned],
  } satisfies Record<PayoutStatus, readonly ExpectedPosting[]>;
  return inStatus(table, status);
}

export function postingsOfAdjustment({ userId, kind, status, amount }: Adjustment): readonly ExpectedPosting[] {
  const approved = transfer("ADJUSTMENT", amount, ADJUSTMENTS_ACCOUNT, accountOf(userId, kind));
  const table = { PENDING: [], APPROVED: [approved], REJECTED: [] } satisfies Record<AdjustmentStatus, readonly ExpectedPosting[]>;
  return inStatus(table, status);
}

export function postingsOfTopUp({ userId, status, amount }: TopUp): readonly ExpectedPosting[] {
  return status === "SUCCEEDED" ? [transfer("TOPUP", amount, PROVIDER_ACCOUNT, accountOf(userId, "FAN"))] : [];
}

export function postingsOfRefund({ userId, status, amount, chargedBack }: Refund): readonly ExpectedPosting[] {
  const wallet = accountOf(userId, "FAN");
  const sent = transfer("REFUND_TO_SOURCE", amount, wallet, PROVIDER_ACCOUNT);
  if (status !== "FAILED") return [sent];
  const returned = transfer("REFUND_RETURN", amount, PROVIDER_ACCOUNT, wallet);
  return [sent, returned, ...(chargedBack ? [transfer("CHARGEBACK", chargedBack.amount, wallet, PROVIDER_ACCOUNT)] : [])];
}

/** @param amount from the provider; negative: to it */
function chargebackEntries(amount: Money, userId: string, from: Chargeback["fromUnclaimed"]): readonly ExpectedEntry[] {
  const ofUnclaimed = from ? (amount < 0n ? -from.amount : from.amount) : 0n;
  return [
    [PROVIDER_ACCOUNT, -amount],
    [accountOf(userId, "FAN"), amount - ofUnclaimed],
    ...(from ? [[unclaimedAccount(from.requestId), ofUnclaimed] as const] : []),
  ];
}

/** @param ofFailedRefunds what it took from refunds that had failed, which have a posting for it */
export function postingsOfChargeback(
  { userId, status, amount, fromUnclaimed, writtenOff }: Chargeback,
  ofFailedRefunds: Money,
): readonly ExpectedPosting[] {
  const wallet = accountOf(userId, "FAN");
  const own = amount - ofFailedRefunds;
  return [
    ...(own > 0n ? [{ kind: "CHARGEBACK", entries: chargebackEntries(-own, userId, fromUnclaimed) } as const] : []),
    ...(status === "WON" && amount > 0n
      ? [{ kind: "CHARGEBACK_RETURN", entries: chargebackEntries(amount, userId, fromUnclaimed) } as const]
      : []),
    ...(writtenOff === undefined ? [] : [transfer("WRITE_OFF", writtenOff, LOSSES_ACCOUNT, wallet)]),
  ];
}

export function postingsOfReversal({ fanId, creatorId, amount, net, repaid = 0n }: EarningReversal): readonly ExpectedPosting[] {
  const taken: ExpectedPosting = {
    kind: "EARNING_REVERSAL",
    entries: [
      [accountOf(creatorId, "CREATOR"), -net],
      [FEES_ACCOUNT, net - amount],
      [ESCROW_ACCOUNT, amount],
    ],
  };
  const given: ExpectedPosting = {
    kind: "RECOVERY",
    entries: [
      [ESCROW_ACCOUNT, -amount],
      [accountOf(fanId, "FAN"), amount - repaid],
      [LOSSES_ACCOUNT, repaid],
    ],
  };
  return [taken, given];
}

/** The cost of a movement, in minor units. @param isCompared a movement that was compared has its cost in the ledger */
export function postingsOfCost(cost: Money, isCompared: boolean): readonly ExpectedPosting[] {
  return !isCompared || cost === 0n ? [] : [transfer("PROVIDER_COST", cost, COSTS_ACCOUNT, PROVIDER_ACCOUNT)];
}

/** How unclaimed money ended; what it came from refers to its request. */
export function postingsOfUnclaimed({ requestId, claimantId, status, amount }: Unclaimed): readonly ExpectedPosting[] {
  const from = unclaimedAccount(requestId);
  if (status === "PAID") return [transfer("CLAIM_PAID", amount, from, BANK_ACCOUNT)];
  return status === "CLAIMED" ? [transfer("CLAIM", amount, from, accountOf(claimantId ?? "", "FAN"))] : [];
}

const kindsOf = (postings: readonly { readonly kind: LedgerKind }[]): string =>
  postings
    .map(({ kind }) => kind)
    .sort()
    .join() || "nothing";

/** @param postings every ledger transaction that refers to the document */
export function checkPostings(of: Subject, postings: readonly Posting[], expected: readonly ExpectedPosting[]): Violation[] {
  const [actual, right] = [kindsOf(postings), kindsOf(expected)];
  if (actual !== right) return [violation(of.invariant, of.subject, `has ${actual} in the ledger, not ${right}`, 1n, of.rows)];
  return postings.flatMap((posting) => {
    const own = expected.find(({ kind }) => kind === posting.kind);
    return own ? checkEntries(of, posting, own.entries) : [];
  });
}

function checkEntries({ invariant, subject, rows }: Subject, { kind, entries }: Posting, expected: readonly ExpectedEntry[]): Violation[] {
  const others = new Set(entries.map(({ account }) => account));
  for (const [account] of expected) others.delete(account);
  return [...expected, ...[...others].map((account): ExpectedEntry => [account, 0n])].flatMap(([account, amount]) => {
    const actual = sumOf(entries.filter((entry) => entry.account === account).map((entry) => entry.amount));
    return checkEqual(invariant, `${kind} of ${subject} to ${account}`, actual, amount, rows);
  });
}
