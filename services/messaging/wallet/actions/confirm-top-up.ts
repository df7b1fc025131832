import { implement } from "#libs/contract-kit/implement.ts";
import { confirmTopUp } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { ChargeState } from "#libs/providers/payment/payment-provider.ts";
import { SANDBOX } from "#libs/providers/payment/sandbox/references.ts";
import type { Deps } from "../deps.ts";
import type { TopUp } from "../domain/top-up.ts";
import { settleTopUp } from "../top-ups/settle-top-up.ts";
import { activeProviderName, orTopUpUnavailable } from "../top-ups/top-up-provider.ts";
import { topUpView } from "../views/top-up-view.ts";

type ConfirmDeps = Pick<
  Deps,
  "clock" | "chargebacks" | "transaction" | "inTransaction" | "topUps" | "wallets" | "ledger" | "outbox" | "payment" | "sandbox"
>;

/** POST /wallet/topups/{topupId}/confirm: the provider decides whether the charge succeeded. The wallet is credited once. */
export const confirmTopUpAction = (deps: ConfirmDeps) =>
  implement(confirmTopUp, async (ctx) => {
    const { userId } = ctx.caller;
    const topUp = await deps.topUps.findOfUser(ctx.params.topupId, userId);
    if (!topUp) throw new AppError("payment.topup.not_found");
    if (topUp.status !== "PENDING") return topUpView(topUp);
    const outcome = await outcomeOf(deps, topUp);
    return topUpView(outcome === "PENDING" ? topUp : await settleTopUp(deps, topUp, outcome));
  });

async function outcomeOf({ payment, sandbox }: ConfirmDeps, { _id, provider, providerReference }: TopUp): Promise<ChargeState> {
  activeProviderName(payment);
  if (providerReference === null) return "PENDING";
  if (provider === SANDBOX) await sandbox.confirm(providerReference);
  return (await orTopUpUnavailable(() => payment.named(provider).charge({ reference: providerReference, topUpId: _id }))).state;
}
