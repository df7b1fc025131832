import { implement } from "#libs/contract-kit/implement.ts";
import { confirmTopUp } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SANDBOX } from "#libs/providers/payment/sandbox/references.ts";
import type { Deps } from "../deps.ts";
import { isCreditable, type TopUp } from "../domain/top-up.ts";
import { type RefreshDeps, refreshTopUp } from "../top-ups/settle-top-up.ts";
import { activeProviderName, orTopUpUnavailable } from "../top-ups/top-up-provider.ts";
import { topUpView } from "../views/top-up-view.ts";

type ConfirmDeps = RefreshDeps & Pick<Deps, "sandbox">;

/** POST /wallet/topups/{topupId}/confirm: the provider decides whether the charge succeeded. The wallet is credited once. */
export const confirmTopUpAction = (deps: ConfirmDeps) =>
  implement(confirmTopUp, async (ctx) => {
    const topUp = await deps.topUps.findOfUser(ctx.params.topupId, ctx.caller.userId);
    if (!topUp) throw new AppError("payment.topup.not_found");
    if (!isCreditable(topUp)) return topUpView(topUp);
    if (topUp.status === "PENDING") activeProviderName(deps.payment);
    return topUpView(await orTopUpUnavailable(() => confirm(deps, topUp)));
  });

/** At the sandbox, the confirmation of the payer is the payment. */
async function confirm(deps: ConfirmDeps, topUp: TopUp): Promise<TopUp> {
  const { provider, providerReference } = topUp;
  if (provider === SANDBOX && providerReference !== null) await deps.sandbox.confirm(providerReference);
  return refreshTopUp(deps, topUp);
}
