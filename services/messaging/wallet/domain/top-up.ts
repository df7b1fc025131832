import { CURRENCY } from "#libs/contracts/shared.ts";
import { TOPUP_STATUSES } from "#libs/contracts/wallet/index.ts";
import { type DocumentOf, date, mark, money, nullable, oneOf, optional, text, withDefault } from "#libs/kernel/fields.ts";
import type { Money } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";

export type TopUpStatus = (typeof TOPUP_STATUSES)[number];
/** How a top-up can end. */
export type TopUpOutcome = Exclude<TopUpStatus, "PENDING">;

export const topUpFields = {
  _id: text,
  userId: text,
  idempotencyKey: text,
  amount: money,
  currency: withDefault(text, CURRENCY),
  status: oneOf(TOPUP_STATUSES),
  /** Name of the provider that collects the payment. */
  provider: text,
  /** The provider's reference of the charge; null until the provider has accepted it. */
  providerReference: nullable(text),
  createdAt: date,
  settledAt: nullable(date),
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

/** A top-up ends once, however often it is confirmed. */
export const topUpMoves = moves(TOPUP_STATUSES, {
  succeed: { from: ["PENDING"], to: "SUCCEEDED" },
  fail: { from: ["PENDING"], to: "FAILED" },
  cancel: { from: ["PENDING"], to: "CANCELLED" },
});

/** What can go back to the source of a top-up. */
export function refundableOf({ status, amount, refunded = 0n, disputed = 0n, refusesRefunds }: TopUp): Money {
  if (status !== "SUCCEEDED" || refusesRefunds) return 0n;
  return amount - refunded - disputed;
}
