import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator-standing.ts";
import { getEarnings } from "#libs/contracts/payouts.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { WalletDeps } from "../deps.ts";
import { splitPrice, sumOf } from "../domain/ledger.ts";

/** Pending comes from an index over the open escrows, the other two are kept with every movement. */
export const getEarningsAction = ({ wallets, escrows }: Pick<WalletDeps, "wallets" | "escrows">) =>
  implement(getEarnings, async (ctx) => {
    const { userId } = ctx.caller;
    const [standing, wallet, held] = await Promise.all([
      ctx.call(getPayoutStanding, { userId }),
      wallets.find(userId, "CREATOR"),
      escrows.heldFor(userId),
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
