import type { LedgerKind } from "#libs/contracts/wallet/index.ts";
import type { Money } from "#libs/kernel/money.ts";
import { type Chargeback, hasMoney } from "./chargeback.ts";
import { type EarningReversal, netOf, reversedOf } from "./earning-reversal.ts";
import type { Escrow } from "./escrow.ts";
import { accountOf, ESCROW_ACCOUNT, FEES_ACCOUNT, LOSSES_ACCOUNT, type Posting, PROVIDER_ACCOUNT } from "./ledger.ts";
import { checkEntry, checkEqual, type Violation, violation } from "./ledger-invariants.ts";
import type { Refund } from "./refund.ts";
import type { TopUp } from "./top-up.ts";

/** The ledger transactions that a document must have, with what each moves into which account. */
type Expected = readonly (readonly [kind: LedgerKind, pays: Readonly<Record<string, Money>>])[];

const kindsOf = (expected: Expected): string =>
  expected
    .map(([kind]) => kind)
    .sort()
    .join();

/** @param postings every ledger transaction that refers to the subject */
function checkPostings(subject: string, postings: readonly Posting[], expected: Expected): Violation[] {
  const kinds = postings
    .map(({ kind }) => kind)
    .sort()
    .join();
  if (kinds !== kindsOf(expected)) return [violation("M10", subject, `has ${kinds || "nothing"} in the ledger, not ${kindsOf(expected)}`)];
  return postings.flatMap((posting) => {
    const pays = expected.find(([kind]) => kind === posting.kind)?.[1] ?? {};
    return Object.entries(pays).flatMap(([account, amount]) => checkEntry("M10", subject, posting, account, amount));
  });
}

const between = (from: string, to: string, amount: Money) => ({ [from]: -amount, [to]: amount });

function postingsOfRefund({ userId, status, amount, chargedBack }: Refund): Expected {
  const wallet = accountOf(userId, "FAN");
  const sent = ["REFUND_TO_SOURCE", between(wallet, PROVIDER_ACCOUNT, amount)] as const;
  if (status !== "FAILED") return [sent];
  const returned = ["REFUND_RETURN", between(PROVIDER_ACCOUNT, wallet, amount)] as const;
  if (!chargedBack) return [sent, returned];
  return [sent, returned, ["CHARGEBACK", between(wallet, PROVIDER_ACCOUNT, chargedBack.amount)]];
}

/** @param ofFailedRefunds what it took from refunds that had failed, which has postings of its own */
function postingsOfChargeback({ userId, status, amount, writtenOff }: Chargeback, ofFailedRefunds: Money): Expected {
  const wallet = accountOf(userId, "FAN");
  const own = amount - ofFailedRefunds;
  return [
    ...(own > 0n ? [["CHARGEBACK", between(wallet, PROVIDER_ACCOUNT, own)] as const] : []),
    ...(status === "WON" && amount > 0n ? [["CHARGEBACK_RETURN", between(PROVIDER_ACCOUNT, wallet, amount)] as const] : []),
    ...(writtenOff === undefined ? [] : [["WRITE_OFF", between(LOSSES_ACCOUNT, wallet, writtenOff)] as const]),
  ];
}

function postingsOfReversal({ fanId, creatorId, amount, net }: EarningReversal): Expected {
  const taken = { [accountOf(creatorId, "CREATOR")]: -net, [FEES_ACCOUNT]: net - amount, [ESCROW_ACCOUNT]: amount };
  return [
    ["EARNING_REVERSAL", taken],
    ["RECOVERY", between(ESCROW_ACCOUNT, accountOf(fanId, "FAN"), amount)],
  ];
}

/** How many ledger transactions a document must have. */
export const backPostingCountOf = {
  refund: (refund: Refund) => postingsOfRefund(refund).length,
  chargeback: (chargeback: Chargeback, ofFailedRefunds: Money) => postingsOfChargeback(chargeback, ofFailedRefunds).length,
  reversal: (reversal: EarningReversal) => postingsOfReversal(reversal).length,
} as const;

export function checkRefund(refund: Refund, postings: readonly Posting[]): Violation[] {
  return checkPostings(`refund ${refund._id}`, postings, postingsOfRefund(refund));
}

export function checkChargeback(chargeback: Chargeback, postings: readonly Posting[], ofFailedRefunds: Money): Violation[] {
  return checkPostings(`chargeback ${chargeback._id}`, postings, postingsOfChargeback(chargeback, ofFailedRefunds));
}

export function checkReversal(reversal: EarningReversal, postings: readonly Posting[]): Violation[] {
  return checkPostings(`reversal ${reversal._id}`, postings, postingsOfReversal(reversal));
}

/** What a refund, or a chargeback, counts against its top-up. */
export const countsAsRefunded = ({ status, amount }: Refund): Money => (status === "FAILED" ? 0n : amount);
export const countsAsDisputed = (chargeback: Chargeback): Money => (hasMoney(chargeback) ? chargeback.amount : 0n);

/** What went back of a top-up, and what is disputed, are the sums of its rows, and together no more than what came in. */
export function checkTopUp({ _id, amount, refunded = 0n, disputed = 0n }: TopUp, refunds: Money, chargebacks: Money): Violation[] {
  const subject = `top-up ${_id}`;
  const over = refunded + disputed - amount;
  return [
    ...checkEqual("M10", `refunded of ${subject}`, refunded, refunds),
    ...checkEqual("M10", `disputed of ${subject}`, disputed, chargebacks),
    ...(over > 0n ? [violation("M10", subject, `${over} more went back than came in`, over)] : []),
  ];
}

/** What went back of a price is the sum of its reversals, at most the price, and all of it when the escrow says so. */
export function checkReversed(escrow: Escrow, reversals: Money): Violation[] {
  const subject = `escrow of message ${escrow.messageId}`;
  const reversed = reversedOf(escrow);
  const isWhole = reversed === escrow.amount;
  const fits = escrow.status === "REVERSED" ? isWhole : reversed === 0n || (escrow.status === "RELEASED" && reversed < escrow.amount);
  return [
    ...checkEqual("M10", `reversed of ${subject}`, reversed, reversals),
    ...(fits ? [] : [violation("M10", subject, `${escrow.status} with ${reversed} of ${escrow.amount} reversed`, reversed)]),
  ];
}

/** The part of a creator's earnings that this escrow keeps from being paid out because of a dispute. */
export const stoppedNetOf = (escrow: Escrow): Money => (escrow.stopped ? netOf(escrow) : 0n);
