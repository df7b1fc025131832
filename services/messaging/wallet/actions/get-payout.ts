import { implement } from "#libs/contract-kit/implement.ts";
import { getPayout } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { payoutNumbers } from "../payouts/payout-numbers.ts";
import { payoutView } from "../views/payout-view.ts";

/** GET /payouts/{payoutId}. Another user's payout gets the same 404 as an unknown one. */
export const getPayoutAction = ({ payouts, ledger }: Pick<Deps, "payouts" | "ledger">) =>
  implement(getPayout, async (ctx) => {
    const payout = await payouts.findOfUser(ctx.params.payoutId, ctx.caller.userId);
    if (!payout) throw new AppError("payout.error.not_found");
    return payoutView(payout, await payoutNumbers(ledger, [payout]));
  });
