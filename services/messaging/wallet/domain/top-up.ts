import { CURRENCY } from "#libs/contracts/shared.ts";
import { TOPUP_OUTCOMES, TOPUP_REASONS, TOPUP_STATUSES } from "#libs/contracts/wallet/index.ts";
import type { SyncCheck } from "#libs/errors/refuse.ts";
import { HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { type DocumentOf, date, mark, money, nullable, object, oneOf, optional, text, withDefault } from "#libs/kernel/fields.ts";
import type { Money } from "#libs/kernel/money.ts";
import { type Move, moves } from "#libs/kernel/state-machine.ts";
import { type SettlementRule, settlementOf } from "./settlement.ts";

export type TopUpStatus = (typeof TOPUP_STATUSES)[number];
export type TopUpReason = (typeof TOPUP_REASONS)[number];

export const topUpFields = {
  _id: text,
  userId: text,
  idempotencyKey: text,
  /** What is to be credited, or was. */
  amount: money,
  currency: withDefault(text, CURRENCY),
  status: oneOf(TOPUP_STATUSES),
  /** Why it is in its status. */
  reason: optional(oneOf(TOPUP_REASONS)),
  /** Name of the provider that collects the payment. */
  provider: text,
  /** The provider's reference of the charge; null until the provider has accepted it. */
  providerReference: nullable(text),
  /** Where the payer pays. */
  action: optional(object({ kind: oneOf(["REDIRECT"]), value: text, expiresAt: date })),
  createdAt: date,
  /** When it is given up, unless it is paid; absent: never. */
  expiresAt: optional(date),
  settledAt: nullable(date),
  /** When the provider is asked next; absent: not without a reason. */
  checkAt: optional(date),
  /** Since when the provider does not know its reference. */
  unknownSince: optional(date),
  /** Keyed hash of the card or account that paid. */
  instrumentHash: optional(text),
  /** What was paid, where it is not what was asked for. */
  paid: optional(object({ amount: money, currency: text })),
  /** What was asked for, where another sum was credited. */
  asked: optional(money),
  /** Why it came to review; it stays when staff have decided. */
  reviewedFor: optional(oneOf(TOPUP_REASONS)),
  /** Why staff decided so. */
  note: optional(text),
  /** Number of the receipt; absent until it is credited. */
  number: optional(text),
  /** Id of its return at the provider; each attempt has its own. */
  returnId: optional(text),
  /** The first of the two people who settle its return, because its provider is gone. */
  settlement: optional(settlementOf(TOPUP_OUTCOMES)),
  /** The administrator who decided about it in review. */
  decidedBy: optional(text),
  /** What has gone back to its source, or is on its way; absent: nothing. */
  refunded: optional(money),
  /** What chargebacks have taken, those that were won excepted; absent: nothing. */
  disputed: optional(money),
  /** A refund has failed: its source takes nothing more. */
  refusesRefunds: mark,
  /** A dispute of it was heard of before it was credited. */
  disputedEarly: mark,
};

/** A payment into a fan wallet. Amounts are minor units. */
export interface TopUp extends DocumentOf<typeof topUpFields> {}

/** A top-up is credited at most once. The provider may report a payment after it has ended without one. */
export const topUpMoves = moves(TOPUP_STATUSES, {
  succeed: { from: ["PENDING", "FAILED", "CANCELLED"], to: "SUCCEEDED" },
  fail: { from: ["PENDING"], to: "FAILED" },
  cancel: { from: ["PENDING"], to: "CANCELLED" },
  review: { from: ["PENDING", "FAILED", "CANCELLED"], to: "REVIEW" },
  credit: { from: ["REVIEW"], to: "SUCCEEDED" },
  sendBack: { from: ["REVIEW"], to: "RETURNING" },
  returned: { from: ["RETURNING"], to: "RETURNED" },
  reviewAgain: { from: ["RETURNING"], to: "REVIEW" },
  loseDispute: { from: ["REVIEW"], to: "FAILED" },
});

export const TOPUP_SETTLEMENT = {
  kind: "topup",
  waits: "RETURNING",
  errors: { own: "payment.error.own_money", ended: "payment.topup.invalid_status", same: "payment.error.same_admin" },
} as const satisfies SettlementRule;

/** What can go back to the source of a top-up. */
export function refundableOf({ status, amount, refunded = 0n, disputed = 0n, refusesRefunds }: TopUp): Money {
  if (status !== "SUCCEEDED" || refusesRefunds) return 0n;
  return amount - refunded - disputed;
}

/** Not final: what happens there depends on the provider or on staff. */
const OPEN: readonly TopUpStatus[] = ["PENDING", "REVIEW", "RETURNING"];
/** The provider is asked about these from time to time. */
const CHECKED: readonly TopUpStatus[] = ["PENDING", "RETURNING"];

/** A payment may be reported for it. */
export const isCreditable = ({ status }: Pick<TopUp, "status">): boolean => topUpMoves.succeed.from.some((from) => from === status);

/** Whether the time to pay is over. A top-up from before there was such a time does not end by it. */
export const isOver = ({ expiresAt }: Pick<TopUp, "expiresAt">, now: Date): boolean => expiresAt !== undefined && now >= expiresAt;

/** The top-up after a move; unchanged when it is not in a status in which the move starts. */
export function movedTopUp(topUp: TopUp, { from, to }: Move<TopUpStatus>, now: Date, changes: Partial<TopUp> = {}): TopUp {
  if (!from.includes(topUp.status)) return topUp;
  const settledAt = OPEN.includes(to) ? null : now;
  const checkAt = CHECKED.includes(to) ? topUp.checkAt : undefined;
  return { ...topUp, reason: undefined, settledAt, checkAt, unknownSince: undefined, ...changes, status: to };
}

/** The top-up after the end of its return: nothing of it was credited, and what was not sent is in review again. */
export function afterReturn(topUp: TopUp, outcome: (typeof TOPUP_OUTCOMES)[number], now: Date): TopUp {
  if (outcome === "RETURNED") return movedTopUp(topUp, topUpMoves.returned, now);
  return movedTopUp(topUp, topUpMoves.reviewAgain, now, { reason: "RETURN_FAILED" });
}

/** How a charge stands at its provider. */
interface ChargeReport {
  readonly state: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
  readonly amount: Money;
  readonly currency: string;
}

interface Heard {
  readonly now: Date;
  /** Why it was cancelled, if it was. */
  readonly why: TopUpReason | undefined;
  readonly instrumentHash: string | undefined;
  /** False: no top-up is credited now. */
  readonly credits: boolean;
}

/** The top-up after the provider has said how its charge stands; unchanged when that is no news. */
export function afterCharge(topUp: TopUp, { state, amount, currency }: ChargeReport, { now, why, instrumentHash, credits }: Heard): TopUp {
  const known = instrumentHash === undefined ? {} : { instrumentHash };
  if (state === "FAILED") return movedTopUp(topUp, topUpMoves.fail, now, known);
  if (state === "CANCELLED") return movedTopUp(topUp, topUpMoves.cancel, now, { reason: why });
  if (state === "PENDING") return topUp;
  const reason = differenceOf(topUp, { amount, currency });
  // Its dispute was lost: what was paid is gone.
  if (reason !== null && topUp.status === "FAILED" && topUp.disputedEarly) return topUp;
  if (reason !== null)
    return movedTopUp(topUp, topUpMoves.review, now, { ...known, reason, reviewedFor: reason, paid: { amount, currency } });
  return credits ? movedTopUp(topUp, topUpMoves.succeed, now, known) : topUp;
}

function differenceOf(topUp: TopUp, paid: Omit<ChargeReport, "state">): TopUpReason | null {
  if (paid.currency !== topUp.currency) return "CURRENCY_DIFFERS";
  return paid.amount === topUp.amount ? null : "AMOUNT_DIFFERS";
}

interface Resolution {
  readonly topUp: TopUp;
  readonly decision: "CREDIT" | "RETURN";
  readonly staffId: string;
}

/** In this order. */
export const resolveChecks: readonly SyncCheck<Resolution>[] = [
  ["payment.error.own_money", ({ topUp, staffId }) => topUp.userId === staffId],
  ["payment.topup.invalid_status", ({ topUp }) => topUp.status !== "REVIEW" || topUp.disputedEarly === true],
  ["payment.topup.currency_differs", ({ topUp, decision }) => decision === "CREDIT" && (topUp.paid ?? topUp).currency !== topUp.currency],
];

const CHECK_AFTER_MS = [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE];

/** When the provider is asked next: by the age of the top-up, then hourly, and at its end. */
export function nextCheckAt({ createdAt, expiresAt }: Pick<TopUp, "createdAt" | "expiresAt">, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const step = CHECK_AFTER_MS.find((after) => after > age);
  const next = new Date(step === undefined ? now.getTime() + HOUR : createdAt.getTime() + step);
  return expiresAt !== undefined && expiresAt > now && expiresAt < next ? expiresAt : next;
}

/** Number of the receipt of a credit. @param transactionId of the ledger */
export function receiptNumber(transactionId: string, at: Date): string {
  return `R-${at.toISOString().slice(0, 10).replaceAll("-", "")}-${transactionId.slice(-8).toUpperCase()}`;
}
