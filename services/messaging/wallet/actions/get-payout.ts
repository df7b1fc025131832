import { implement } from "#libs/contract-kit/implement.ts";
import { getPayout } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { payoutView } from "../views/payout-view.ts";

/** GET /payouts/{payoutId}. Another user's payout gets the same 404 as an unknown one. */
export const getPayoutAction = ({ payouts }: Pick<Deps, "payouts">) =>
  implement(getPayout, async (ctx) => {
    const payout = await payouts.findOfUser(ctx.params.payoutId, ctx.caller.userId);
    if (!payout) throw new AppError("payout.error.not_found");
    return payoutView(payout);
  });
