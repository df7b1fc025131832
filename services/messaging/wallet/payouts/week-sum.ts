import { DAY } from "#libs/kernel/clock.ts";
import type { Money } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";

export type WeekSumDeps = Pick<Deps, "clock" | "payouts">;

/** The time whose payouts are approved as one sum. */
const WEEK_MS = 7 * DAY;

/** The payouts of a user in a week with a further one. */
export async function weekSumWith({ clock, payouts }: WeekSumDeps, tx: Tx, userId: string, amount: Money): Promise<Money> {
  return amount + (await payouts.sumSince(tx, userId, new Date(clock.now().getTime() - WEEK_MS)));
}
