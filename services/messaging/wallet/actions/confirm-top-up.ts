import { implement } from "#libs/contract-kit/implement.ts";
import { confirmTopUp, walletToppedUp } from "#libs/contracts/wallet.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { ChargeOutcome } from "#libs/providers/payment.ts";
import type { WalletDeps } from "../deps.ts";
import { accountOf, moved, PROVIDER_ACCOUNT } from "../domain/ledger.ts";
import type { TopUp } from "../domain/top-up.ts";
import { topUpMoves } from "../domain/top-up.ts";
import { movementOf } from "../escrow.ts";
import { nameOfActive, orUnavailable } from "../top-up-provider.ts";
import { topUpView } from "./top-up-view.ts";

type Deps = Pick<WalletDeps, "transaction" | "topUps" | "wallets" | "ledger" | "outbox" | "payment" | "faults">;

/** Whoever calls, the provider decides; a credit happens once, however often it is confirmed. */
export const confirmTopUpAction = (deps: Deps) =>
  implement(confirmTopUp, async (ctx) => {
    const { userId } = ctx.caller;
    const topUp = await deps.topUps.findOwn(ctx.params.topupId, userId);
    if (!topUp) throw new AppError("payment.topup.not_found");
    if (topUp.status !== "PENDING") return topUpView(topUp);
    const outcome = await outcomeOf(deps, topUp);
    if (outcome === "SUCCEEDED") await succeed(deps, topUp, ctx.requestId);
    if (outcome === "FAILED") await deps.transaction((tx) => deps.topUps.move(tx, topUp._id, topUpMoves.fail));
    return topUpView((await deps.topUps.findOwn(topUp._id, userId)) ?? topUp);
  });

async function outcomeOf({ payment }: Deps, { provider, providerReference }: TopUp): Promise<ChargeOutcome> {
  nameOfActive(payment);
  if (providerReference === null) return "PENDING";
  return orUnavailable(() => payment.named(provider).outcome(providerReference));
}

function succeed({ transaction, topUps, wallets, ledger, outbox, faults }: Deps, topUp: TopUp, requestId: string): Promise<void> {
  const { _id: topupId, userId, amount, currency } = topUp;
  return transaction(async (tx) => {
    if (!(await topUps.move(tx, topupId, topUpMoves.succeed))) return;
    const wallet = await wallets.credit(tx, userId, "FAN", amount);
    await faults.hit("wallet.confirm.credited");
    await ledger.post(tx, {
      kind: "TOPUP",
      reference: { type: "topup", id: topupId },
      entries: moved(amount, PROVIDER_ACCOUNT, accountOf(userId, "FAN")),
      movement: movementOf(wallet, amount),
    });
    await outbox.add(tx, walletToppedUp, { topupId, userId, amount: formatMoney(amount), currency }, { requestId });
  });
}
