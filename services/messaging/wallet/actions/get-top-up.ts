import { implement } from "#libs/contract-kit/implement.ts";
import { getTopUp } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { topUpView } from "../views/top-up-view.ts";

/** GET /wallet/topups/{topupId}: the stored state, without a call of the provider. Another user's top-up is 404. */
export const getTopUpAction = ({ topUps }: Pick<Deps, "topUps">) =>
  implement(getTopUp, async (ctx) => {
    const topUp = await topUps.findOfUser(ctx.params.topupId, ctx.caller.userId);
    if (!topUp) throw new AppError("payment.topup.not_found");
    return topUpView(topUp);
  });
