import { CURRENCY } from "#libs/contracts/shared.ts";
import { TOPUP_STATUSES } from "#libs/contracts/wallet/index.ts";
import { type DocumentOf, date, money, nullable, oneOf, text, withDefault } from "#libs/kernel/fields.ts";
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
};

/** A payment into a fan wallet. Amounts are minor units. */
export interface TopUp extends DocumentOf<typeof topUpFields> {}

/** A top-up ends once, however often it is confirmed. */
export const topUpMoves = moves(TOPUP_STATUSES, {
  succeed: { from: ["PENDING"], to: "SUCCEEDED" },
  fail: { from: ["PENDING"], to: "FAILED" },
  cancel: { from: ["PENDING"], to: "CANCELLED" },
});
