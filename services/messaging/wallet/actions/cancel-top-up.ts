import { implement } from "#libs/contract-kit/implement.ts";
import { cancelTopUp } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { movedTopUp, type TopUp, topUpMoves } from "../domain/top-up.ts";
import { changeTopUp, type RefreshDeps, refreshTopUp } from "../top-ups/settle-top-up.ts";
import { orTopUpUnavailable } from "../top-ups/top-up-provider.ts";
import { topUpView } from "../views/top-up-view.ts";

/** POST /wallet/topups/{topupId}/cancel: the provider takes no payment any more. One that it has taken before is credited. */
export const cancelTopUpAction = (deps: RefreshDeps) =>
  implement(cancelTopUp, async (ctx) => {
    const topUp = await deps.topUps.findOfUser(ctx.params.topupId, ctx.caller.userId);
    if (!topUp) throw new AppError("payment.topup.not_found");
    return topUpView(topUp.status === "PENDING" ? await cancel(deps, topUp) : topUp);
  });

function cancel(deps: RefreshDeps, topUp: TopUp): Promise<TopUp> {
  if (topUp.providerReference !== null) {
    return orTopUpUnavailable(() => refreshTopUp(deps, topUp, { ask: "expire", why: "BY_PAYER" }));
  }
  const now = deps.clock.now();
  const byPayer = (before: TopUp) => movedTopUp(before, topUpMoves.cancel, now, { reason: "BY_PAYER" });
  return deps.inTransaction((set) => changeTopUp(deps, set, topUp, byPayer));
}
