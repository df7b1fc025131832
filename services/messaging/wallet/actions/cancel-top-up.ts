import { implement } from "#libs/contract-kit/implement.ts";
import { cancelTopUp } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { endTopUp, type RefreshDeps } from "../top-ups/settle-top-up.ts";
import { orTopUpUnavailable } from "../top-ups/top-up-provider.ts";
import { topUpView } from "../views/top-up-view.ts";

/** POST /wallet/topups/{topupId}/cancel: the provider takes no payment any more. One that it has taken before is credited. */
export const cancelTopUpAction = (deps: RefreshDeps) =>
  implement(cancelTopUp, async (ctx) => {
    const topUp = await deps.topUps.findOfUser(ctx.params.topupId, ctx.caller.userId);
    if (!topUp) throw new AppError("payment.topup.not_found");
    return topUpView(topUp.status === "PENDING" ? await orTopUpUnavailable(() => endTopUp(deps, topUp, "BY_PAYER")) : topUp);
  });
