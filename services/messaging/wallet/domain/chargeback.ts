import { CURRENCY } from "#libs/contracts/shared.ts";
import { CHARGEBACK_STATUSES, type ChargebackStatus } from "#libs/contracts/wallet/chargebacks.ts";
import { type DocumentOf, date, mark, money, nullable, object, oneOf, optional, text, withDefault } from "#libs/kernel/fields.ts";
import { type Money, smallerOf } from "#libs/kernel/money.ts";
import { moves } from "#libs/kernel/state-machine.ts";
import { refundableOf, type TopUp } from "./top-up.ts";

/** The reason of a chargeback that is a refund which began at the provider. */
export const PROVIDER_REFUND = "PROVIDER_REFUND";
/** The reason when the provider gives none. */
export const NO_REASON = "UNKNOWN";

export const chargebackFields = {
  _id: text,
  userId: text,
  topupId: text,
  /** `<provider>:<reference of the dispute, or of the refund, there>`. */
  source: text,
  reason: text,
  /** What the provider says is disputed. */
  claimed: money,
  /** What was taken from the wallet for it, less what had been refunded before. */
  amount: money,
  currency: withDefault(text, CURRENCY),
  status: oneOf(CHARGEBACK_STATUSES),
  /** The top-up was credited, so the chargeback has effects: postings, a freeze, closed messages. */
  booked: mark,
  answerBy: nullable(date),
  openedAt: date,
  closedAt: nullable(date),
  /** When the job works on messages and earnings next; absent: it has nothing to do. */
  workAt: optional(date),
  /** Finance staff have not heard of it yet. */
  untold: mark,
  /** What was taken from the unclaimed money of a deleted account, which the wallet no longer has. */
  fromUnclaimed: optional(object({ requestId: text, amount: money })),
  /** The part of the debt that the platform has taken over. */
  writtenOff: optional(money),
  /** The first of the two who write it off, and how much they saw; absent in requests of earlier versions. */
  approval: optional(object({ by: text, at: date, reason: text, amount: optional(money) })),
};

/** A payment that the payer's bank takes back. Amounts are minor units. */
export interface Chargeback extends DocumentOf<typeof chargebackFields> {}

/** A dispute is decided once. */
const chargebackMoves = moves(CHARGEBACK_STATUSES, {
  win: { from: ["OPEN"], to: "WON" },
  lose: { from: ["OPEN"], to: "LOST" },
});

/** Whether a chargeback may end so. */
export const mayEnd = (chargeback: Chargeback, state: Exclude<ChargebackStatus, "OPEN">): boolean =>
  chargebackMoves[state === "WON" ? "win" : "lose"].from.some((from) => from === chargeback.status);

/** A chargeback that still has the money: it counts as disputed. */
export const hasMoney = ({ status }: { readonly status: ChargebackStatus }): boolean => status !== "WON";

/** What a chargeback takes from the wallet: what is claimed, but nothing that was refunded or disputed before. */
export function amountToBook(claimed: Money, topUp: TopUp): Money {
  return smallerOf(claimed, refundableOf({ ...topUp, refusesRefunds: undefined }));
}

/** What a dispute takes of a refund that has failed: at most what it claims and has not got yet. */
export function amountAfterFailedRefund({ status, booked, claimed, amount }: Chargeback, returned: Money): Money {
  if (!booked || status === "WON") return 0n;
  return smallerOf(returned, claimed - amount);
}

/** Whether a chargeback of a fan keeps earnings in hold from being paid out. */
export const stopsEarnings = ({ status, reason, booked }: Chargeback): boolean =>
  status === "OPEN" && booked === true && reason !== PROVIDER_REFUND;

/** What the platform takes over: the debt of the wallet, at most the chargeback itself. */
export function amountToWriteOff({ amount, status, workAt, writtenOff }: Chargeback, balance: Money): Money {
  if (status !== "LOST" || workAt !== undefined || writtenOff !== undefined || balance >= 0n) return 0n;
  return smallerOf(-balance, amount);
}

/** What a fan owes because of lost chargebacks: what open ones have taken may still come back. */
export function debtOf(balance: Money, chargebacks: readonly Chargeback[]): Money {
  const open = chargebacks.filter(stopsEarnings).reduce((sum, { amount }) => sum + amount, 0n);
  const debt = -(balance + open);
  return debt > 0n ? debt : 0n;
}
