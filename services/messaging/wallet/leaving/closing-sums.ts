import { CURRENCY } from "#libs/contracts/shared.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { refundable } from "../domain/refund.ts";

export type SumsDeps = Pick<Deps, "wallets" | "payouts" | "topUps">;

/** The money of a person who leaves, by the way that it takes; minor units. */
interface ClosingSums {
  readonly balance: Money;
  readonly refundable: Money;
  readonly held: Money;
  readonly earnings: Money;
  readonly payouts: Money;
}

export async function closingSums({ wallets, payouts, topUps }: SumsDeps, userId: string): Promise<ClosingSums> {
  const [own, underWay] = await Promise.all([wallets.listOfUser(userId), payouts.sumUnderWay(userId)]);
  const fan = own.find(({ kind }) => kind === "FAN");
  const creator = own.find(({ kind }) => kind === "CREATOR");
  const balance = fan?.balance ?? 0n;
  const refundableSum = balance > 0n ? refundable(balance, await topUps.listRefundable(userId, balance)) : 0n;
  return { balance, refundable: refundableSum, held: fan?.held ?? 0n, earnings: creator?.balance ?? 0n, payouts: underWay };
}

/** Whether any of it is left. */
export const isAnyLeft = (sums: ClosingSums): boolean => Object.values<Money>({ ...sums }).some((sum) => sum !== 0n);

export function closingView(sums: ClosingSums) {
  const { balance, refundable, held, earnings, payouts } = sums;
  const decimals = { balance, refundable, held, earnings, payouts };
  return { currency: CURRENCY, ...mapValues(decimals) };
}

const mapValues = <K extends string>(sums: Readonly<Record<K, Money>>) =>
  Object.fromEntries(Object.entries<Money>(sums).map(([name, sum]) => [name, formatMoney(sum)])) as Record<K, string>;
