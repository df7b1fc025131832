import { CURRENCY, sumVars } from "#libs/contracts/shared.ts";
import { REFUND_OUTCOMES, REFUND_STATUSES } from "#libs/contracts/wallet/refunds.ts";
import type { SyncCheck } from "#libs/errors/refuse.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { type DocumentOf, date, money, nullable, number, object, oneOf, optional, text, withDefault } from "#libs/kernel/fields.ts";
import { type Money, smallerOf } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";
import { type SettlementRule, settlementOf } from "./settlement.ts";
import { refundableOf, type TopUp } from "./top-up.ts";
import type { Wallet } from "./wallet.ts";

/** Who sent the money back. Only requests of fans are limited in number. */
const REFUND_ORIGINS = ["FAN", "STAFF", "CLOSING"] as const;

export const refundFields = {
  _id: text,
  userId: text,
  topupId: text,
  amount: money,
  currency: withDefault(text, CURRENCY),
  status: oneOf(REFUND_STATUSES),
  /** Name of the provider that has collected the charge, and its reference of the charge. */
  provider: text,
  chargeReference: text,
  /** One request is divided into parts 0, 1, 2 …: one for each top-up. */
  requestId: text,
  part: number,
  /** What the request has named; null: everything. */
  wanted: nullable(money),
  origin: oneOf(REFUND_ORIGINS),
  /** The user, or the member of staff. */
  requestedBy: text,
  /** Why staff sent it back. */
  note: nullable(text),
  createdAt: date,
  /** When the provider is asked next; in PENDING only. */
  askAt: optional(date),
  /** How often it was asked. */
  asked: number,
  /** Since when the provider does not know the charge. */
  unknownSince: optional(date),
  /** The first of the two people who settle it, because its provider is gone. */
  settlement: optional(settlementOf(REFUND_OUTCOMES)),
  /** The provider's code for a failure. */
  reason: nullable(text),
  settledAt: nullable(date),
  /** The dispute of the same payment that took the money when the refund had failed, and how much of it. */
  chargedBack: optional(object({ chargebackId: text, amount: money })),
};

/** Money of a wallet that goes back to the source of one top-up. Amounts are minor units. */
export interface Refund extends DocumentOf<typeof refundFields> {}

/** A provider may take back that a refund has succeeded. */
export const refundMoves = moves(REFUND_STATUSES, {
  succeed: { from: ["PENDING"], to: "SUCCEEDED" },
  fail: { from: ["PENDING", "SUCCEEDED"], to: "FAILED" },
});

export const REFUND_SETTLEMENT = {
  kind: "refund",
  waits: "PENDING",
  errors: { own: "payment.error.own_money", ended: "payment.refund.invalid_status", same: "payment.error.same_admin" },
} as const satisfies SettlementRule;

/** A part of a refund: how much goes back to the source of which top-up. */
export interface RefundPart {
  readonly topUp: TopUp;
  readonly amount: Money;
}

/** What can go back to its source: never more than the balance, nor than what the top-ups have left. */
export function refundable(balance: Money, topUps: readonly TopUp[]): Money {
  const left = topUps.reduce((sum, topUp) => sum + refundableOf(topUp), 0n);
  return balance > 0n ? smallerOf(balance, left) : 0n;
}

/** Divides an amount that is refundable among top-ups, which are given newest first. */
export function distribute(amount: Money, topUps: readonly TopUp[]): RefundPart[] {
  const parts: RefundPart[] = [];
  let left = amount;
  for (const topUp of topUps) {
    const most = refundableOf(topUp);
    const own = smallerOf(most, left);
    if (own > 0n) parts.push({ topUp, amount: own });
    left -= own;
  }
  if (left > 0n) throw new Error("the top-ups have less left than what is refundable");
  return parts;
}

/** The period in which the requests of a fan are counted. */
const PERIOD_MS = 30 * DAY;

/** The first instant that counts. */
export const countedSince = (now: Date): Date => new Date(now.getTime() - PERIOD_MS);

/** Everything that decides about a refund. Amounts are minor units. */
export interface RefundRequest {
  readonly wallet: Pick<Wallet, "frozen"> | null;
  readonly wanted: Money | null;
  readonly refundable: Money;
  readonly now: Date;
  /** Requests in 30 days: how many are allowed, and when the earliest ones of the allowed number were made, newest first. */
  readonly limit: number;
  readonly earlier: readonly Date[];
}

const exceeds: SyncCheck<RefundRequest> = [
  "payment.refund.exceeds_refundable",
  ({ wanted, refundable: most }) => most === 0n || wanted === 0n || (wanted ?? 0n) > most,
  ({ refundable: most }) => sumVars({ refundable: most }),
];

/** A request of a fan, in this order. */
export const fanRefundChecks: readonly SyncCheck<RefundRequest>[] = [
  ["payment.wallet.frozen", ({ wallet }) => wallet?.frozen ?? false],
  [
    "payment.refund.limit",
    ({ limit, earlier }) => earlier.length >= limit,
    ({ limit, earlier, now }) => ({
      limit,
      resetsAt: new Date((earlier[limit - 1] ?? now).getTime() + PERIOD_MS).toISOString(),
    }),
  ],
  exceeds,
];

/** A request of staff: also out of a frozen wallet, and as often as they want. */
export const staffRefundChecks: readonly SyncCheck<RefundRequest>[] = [exceeds];
