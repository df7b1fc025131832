import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { getEarnings } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { splitPrice, sumOf } from "../domain/ledger.ts";

/** GET /creators/{creatorId}/earnings: pending is computed from the open escrows; the wallet has the other two. */
export const getEarningsAction = ({ wallets, escrows }: Pick<Deps, "wallets" | "escrows">) =>
  implement(getEarnings, async (ctx) => {
    const { userId } = ctx.caller;
    const [standing, wallet, held] = await Promise.all([
      ctx.call(getPayoutStanding, { userId }),
      wallets.find(userId, "CREATOR"),
      escrows.heldForCreator(userId),
    ]);
    if (standing?.creatorId !== ctx.params.creatorId) throw new AppError("creator.error.not_owner");
    const pending = sumOf(held.map(({ amount, commissionRate, count }) => splitPrice(amount, commissionRate).net * BigInt(count)));
    return {
      currency: CURRENCY,
      pending: formatMoney(pending),
      available: formatMoney(wallet?.balance ?? 0n),
      lifetime: formatMoney(wallet?.earned ?? 0n),
    };
  });
