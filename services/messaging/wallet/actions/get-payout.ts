import { implement } from "#libs/contract-kit/implement.ts";
import { getPayout } from "#libs/contracts/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { WalletDeps } from "../deps.ts";
import { payoutView } from "./payout-view.ts";

/** A foreign payout does not exist. */
export const getPayoutAction = ({ payouts }: Pick<WalletDeps, "payouts">) =>
  implement(getPayout, async (ctx) => {
    const payout = await payouts.findOwn(ctx.params.payoutId, ctx.caller.userId);
    if (!payout) throw new AppError("payout.error.not_found");
    return payoutView(payout);
  });
