import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import { sumOf } from "./ledger.ts";
import type { TopUp } from "./top-up.ts";

/** Statuses that count against the sums of a day and of 30 days. */
export const COUNTED_STATUSES = ["PENDING", "SUCCEEDED", "REVIEW"] as const;
/** So many failed payments in a day are those of a person who tries cards. */
export const MAX_FAILED = 10;

export const DAY_MS = DAY;
export const MONTH_MS = 30 * DAY;

/** A top-up of the last 30 days that counts. */
export type CountedTopUp = Pick<TopUp, "status" | "amount" | "createdAt">;

/** The top-ups of a user in a window, in minor units. */
interface WindowSum {
  readonly total: Money;
  /** Of the earliest of them; null: there is none. */
  readonly oldest: Date | null;
}

export interface TopUpUse {
  readonly amount: Money;
  readonly balance: Money;
  /** Top-ups that may still be credited. */
  readonly pending: Money;
  readonly day: WindowSum;
  readonly month: WindowSum;
  readonly failed: number;
}

/** The maxima of the settings, in minor units. */
export interface TopUpLimits {
  readonly daily: Money;
  readonly monthly: Money;
  readonly wallet: Money;
}

/** The sums of some counted top-ups. */
export function useFrom(rows: readonly CountedTopUp[], now: Date): Pick<TopUpUse, "pending" | "day" | "month"> {
  const today = rows.filter(({ createdAt }) => createdAt.getTime() > now.getTime() - DAY_MS);
  return { pending: totalOf(rows.filter(({ status }) => status === "PENDING")), day: windowOf(today), month: windowOf(rows) };
}

function windowOf(rows: readonly CountedTopUp[]): WindowSum {
  const times = rows.map(({ createdAt }) => createdAt.getTime());
  return { total: totalOf(rows), oldest: times.length === 0 ? null : new Date(Math.min(...times)) };
}

function totalOf(rows: readonly CountedTopUp[]): Money {
  return sumOf(rows.map(({ amount }) => amount));
}

/** Throws `payment.topup.blocked` or `payment.topup.limit`. */
export function requireWithinLimits(use: TopUpUse, limits: TopUpLimits): void {
  if (use.failed >= MAX_FAILED) throw new AppError("payment.topup.blocked");
  refuseAbove("DAILY", limits.daily, use.day.total, use.amount, endOf(use.day, DAY_MS));
  refuseAbove("MONTHLY", limits.monthly, use.month.total, use.amount, endOf(use.month, MONTH_MS));
  refuseAbove("WALLET", limits.wallet, use.balance + use.pending, use.amount, null);
}

function refuseAbove(kind: "DAILY" | "MONTHLY" | "WALLET", limit: Money, used: Money, amount: Money, resetsAt: string | null): void {
  if (used + amount <= limit) return;
  const remaining = used < limit ? limit - used : 0n;
  const vars = { kind, limit: formatMoney(limit), remaining: formatMoney(remaining), currency: CURRENCY };
  throw new AppError("payment.topup.limit", { ...vars, ...(resetsAt !== null && { resetsAt }) });
}

function endOf({ oldest }: WindowSum, windowMs: number): string | null {
  return oldest && new Date(oldest.getTime() + windowMs).toISOString();
}
