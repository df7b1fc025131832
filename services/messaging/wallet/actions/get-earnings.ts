import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { getEarnings } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { availableOf, inHoldAfter, scheduleOf } from "../domain/in-hold.ts";
import { splitPrice, sumOf } from "../domain/ledger.ts";
import { coolingOf } from "../payouts/cooling.ts";

type EarningsDeps = Pick<Deps, "wallets" | "escrows" | "payouts" | "clock" | "config" | "destinations">;

/** GET /creators/{creatorId}/earnings: pending is computed from the open escrows, requested from the payouts under way; the wallet has the rest. */
export const getEarningsAction = (deps: EarningsDeps) =>
  implement(getEarnings, async (ctx) => {
    const { wallets, escrows, payouts, clock } = deps;
    const { userId } = ctx.caller;
    const [standing, wallet, held, requested, until] = await Promise.all([
      ctx.call(getPayoutStanding, { userId }),
      wallets.find(userId, "CREATOR"),
      escrows.heldForCreator(userId),
      payouts.sumUnderWay(userId),
      coolingOf(deps, userId),
    ]);
    if (standing?.creatorId !== ctx.params.creatorId) throw new AppError("creator.error.not_owner");
    const pending = sumOf(held.map(({ amount, commissionRate, count }) => splitPrice(amount, commissionRate).net * BigInt(count)));
    const now = clock.now();
    const today = utcDay(now);
    return {
      currency: CURRENCY,
      pending: formatMoney(pending),
      available: formatMoney(availableOf(wallet, today)),
      inHold: formatMoney(inHoldAfter(wallet ?? {}, today)),
      schedule: scheduleOf(wallet ?? {}, today).map(([date, amount]) => ({ date, amount: formatMoney(amount) })),
      stopped: formatMoney(wallet?.stopped ?? 0n),
      frozen: wallet?.frozen ?? false,
      requested: formatMoney(requested),
      coolingUntil: until && until > now ? until.toISOString() : null,
      lifetime: formatMoney(wallet?.earned ?? 0n),
    };
  });
