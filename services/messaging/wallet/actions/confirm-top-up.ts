import { implement } from "#libs/contract-kit/implement.ts";
import { confirmTopUp, walletToppedUp } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { ChargeOutcome } from "#libs/providers/payment/payment-slot.ts";
import type { Deps } from "../deps.ts";
import { accountOf, movementOf, PROVIDER_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { type TopUp, topUpMoves } from "../domain/top-up.ts";
import { activeProviderName, orTopUpUnavailable } from "../top-ups/top-up-provider.ts";
import { topUpView } from "../views/top-up-view.ts";

type ConfirmDeps = Pick<Deps, "transaction" | "topUps" | "wallets" | "ledger" | "outbox" | "payment" | "faults">;

/** POST /wallet/topups/{topupId}/confirm: the provider decides whether the charge succeeded. The wallet is credited once. */
export const confirmTopUpAction = (deps: ConfirmDeps) =>
  implement(confirmTopUp, async (ctx) => {
    const { userId } = ctx.caller;
    const topUp = await deps.topUps.findOfUser(ctx.params.topupId, userId);
    if (!topUp) throw new AppError("payment.topup.not_found");
    if (topUp.status !== "PENDING") return topUpView(topUp);
    const outcome = await outcomeOf(deps, topUp);
    if (outcome === "SUCCEEDED") await credit(deps, topUp);
    if (outcome === "FAILED") await deps.transaction((tx) => deps.topUps.move(tx, topUp._id, topUpMoves.fail));
    return topUpView((await deps.topUps.findOfUser(topUp._id, userId)) ?? topUp);
  });

async function outcomeOf({ payment }: ConfirmDeps, { provider, providerReference }: TopUp): Promise<ChargeOutcome> {
  activeProviderName(payment);
  if (providerReference === null) return "PENDING";
  return orTopUpUnavailable(() => payment.named(provider).outcome(providerReference));
}

function credit({ transaction, topUps, wallets, ledger, outbox, faults }: ConfirmDeps, topUp: TopUp): Promise<void> {
  const { _id: topupId, userId, amount, currency } = topUp;
  return transaction(async (tx) => {
    if (!(await topUps.move(tx, topupId, topUpMoves.succeed))) return;
    const wallet = await wallets.credit(tx, userId, "FAN", amount);
    await faults.hit("wallet.confirm.credited");
    await ledger.append(tx, {
      kind: "TOPUP",
      reference: { type: "topup", id: topupId },
      entries: transferEntries(amount, PROVIDER_ACCOUNT, accountOf(userId, "FAN")),
      movement: movementOf(wallet, amount),
    });
    await outbox.add(tx, walletToppedUp, { topupId, userId, amount: formatMoney(amount), currency });
  });
}
