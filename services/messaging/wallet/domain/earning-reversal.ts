import { REVERSAL_CAUSES } from "#libs/contracts/wallet/chargebacks.ts";
import { type DocumentOf, date, money, nullable, oneOf, optional, text } from "#libs/kernel/fields.ts";
import { type Money, shareOf, smallerOf } from "#libs/kernel/money.ts";
import type { Escrow } from "./escrow.ts";
import type { PriceSplit } from "./ledger.ts";

export const earningReversalFields = {
  _id: text,
  messageId: text,
  fanId: text,
  /** The creator's user id. */
  creatorId: text,
  /** Of the price. */
  amount: money,
  /** The part of it that the creator gives back; the platform gives the rest. */
  net: money,
  /** The part of it that repays what the platform had written off for the fan; absent: none. */
  repaid: optional(money),
  cause: oneOf(REVERSAL_CAUSES),
  /** The chargeback whose debt it paid; absent for other causes, and in rows of earlier versions. */
  chargebackId: optional(text),
  /** Why staff gave it back. */
  reason: nullable(text),
  createdAt: date,
};

/** A part of an earned price that went back to the fan. Amounts are minor units. */
export interface EarningReversal extends DocumentOf<typeof earningReversalFields> {}

/** What has gone back of a price. */
export const reversedOf = ({ reversed = 0n }: Pick<Escrow, "reversed">): Money => reversed;

/** What can still go back of a price. */
export const reversibleOf = (escrow: Pick<Escrow, "amount" | "reversed">): Money => escrow.amount - reversedOf(escrow);

/**
 * Divides a further part of a price: its commission is that of everything reversed so far, less that of the earlier parts. So the
 * parts of a whole price add up to the split of that price, to the cent.
 */
export function splitReversal(escrow: Pick<Escrow, "amount" | "reversed" | "commissionRate">, part: Money): PriceSplit {
  if (part <= 0n || part > reversibleOf(escrow)) throw new Error("a reversal lies between zero and what is left of the price");
  const before = reversedOf(escrow);
  const commission = shareOf(before + part, escrow.commissionRate) - shareOf(before, escrow.commissionRate);
  return { net: part - commission, commission };
}

/** The most of a price that can go back while its creator has an amount. The net of a part never falls as the part grows. */
export function mostReversible(escrow: Pick<Escrow, "amount" | "reversed" | "commissionRate">, earnings: Money): Money {
  let [least, most] = [0n, reversibleOf(escrow)];
  while (least < most) {
    const middle = (least + most + 1n) / 2n;
    if (splitReversal(escrow, middle).net <= earnings) least = middle;
    else most = middle - 1n;
  }
  return least;
}

/**
 * How much of what comes back repays the platform: what the debt of the wallet leaves, at most what was written off for the fan and has
 * not been repaid. The bank of the fan has returned that sum already.
 */
export function partToRepay(amount: Money, balance: Money, unpaid: Money): Money {
  const left = balance < 0n ? amount + balance : amount;
  return left > 0n && unpaid > 0n ? smallerOf(left, unpaid) : 0n;
}

/** What is left of the earnings of an answer. */
export function netOf({ amount, commissionRate, ...escrow }: Pick<Escrow, "amount" | "reversed" | "commissionRate">): Money {
  const left = amount - reversedOf(escrow);
  return left - (shareOf(amount, commissionRate) - shareOf(reversedOf(escrow), commissionRate));
}

/** An escrow after a part of its price went back. */
export function reversedEscrow<E extends Escrow>(escrow: E, part: Money): E {
  const reversed = reversedOf(escrow) + part;
  return { ...escrow, reversed, status: reversed === escrow.amount ? "REVERSED" : escrow.status };
}
