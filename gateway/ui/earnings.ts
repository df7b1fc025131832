import type { Locale } from "#libs/contracts/shared.ts";
import { type AmountRange, amountOf, centsOf, readAmount, sharesOf } from "./amount.ts";

/** Answers of a week that can be asked about. */
export const ANSWERS = { minimum: 1, maximum: 999 } as const;

/** What is asked: as people type it. */
export interface TypedEarnings {
  readonly price: string;
  readonly answers: string;
}

/** Decimals. */
export interface Earnings {
  /** The price of all answers. */
  readonly gross: string;
  readonly fee: string;
  readonly share: string;
}

/** What a creator earns in a week, after the operator's share; null when the price or the number is not one. */
export function earningsOf(typed: TypedEarnings, rate: number, prices: AmountRange, locale: Locale): Earnings | null {
  const price = readAmount(typed.price, locale, prices);
  const answers = Number(typed.answers.trim() || Number.NaN);
  if (price.kind !== "amount" || !Number.isInteger(answers) || answers < ANSWERS.minimum || answers > ANSWERS.maximum) return null;
  // The ledger takes the fee of each message by itself, so a rounded cent counts as often as there are answers.
  const { share, fee } = sharesOf(price.value, rate);
  const all = (amount: string) => amountOf(centsOf(amount) * answers);
  return { gross: all(price.value), fee: all(fee), share: all(share) };
}
