import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator-standing.ts";
import { approvePayout } from "#libs/contracts/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { WalletDeps } from "../deps.ts";
import { approvalChecks, type Payout, payoutMoves } from "../domain/payout.ts";
import { payOut } from "../pay-out.ts";
import { payoutToDecide } from "../payout-to-decide.ts";
import { payoutState } from "./payout-view.ts";

type Deps = Pick<WalletDeps, "payouts" | "payment" | "transaction" | "audit" | "wallets" | "ledger" | "outbox" | "faults" | "logger">;
type Approval = Parameters<HandlerOf<typeof approvePayout>>[0];

/**
 * The approval is recorded before the provider hears of the payout. When the provider, or this process, fails after that, a
 * job finishes the payout.
 */
export const approvePayoutAction = (deps: Deps) =>
  implement(approvePayout, async (ctx) => {
    const approved = await approve(deps, ctx, await decidable(deps, ctx));
    await bestEffort(deps.logger, `pay payout ${approved._id}`, () => payOut(deps, approved, { requestId: ctx.requestId }));
    return payoutState((await deps.payouts.find(approved._id)) ?? approved);
  });

async function decidable(deps: Deps, ctx: Approval): Promise<Payout> {
  const payout = await payoutToDecide(deps, ctx.params.payoutId, ctx.caller.userId);
  const { userId } = payout;
  const [standing, wallet] = await Promise.all([ctx.call(getPayoutStanding, { userId }), deps.wallets.find(userId, "CREATOR")]);
  await refuseIfAny(approvalChecks, { standing, frozen: wallet?.frozen ?? false });
  return payout;
}

function approve({ payment, transaction, payouts, audit }: Deps, { caller, requestId }: Approval, { _id }: Payout): Promise<Payout> {
  const provider = payment.activeName();
  if (provider === null) throw new AppError("payout.error.provider_unavailable");
  return transaction(async (tx) => {
    const approved = await payouts.move(tx, _id, payoutMoves.approve, { provider, decidedBy: caller.userId });
    if (!approved) throw new AppError("payout.error.invalid_status");
    await audit.add(tx, { actor: caller.userId, action: "payout.approve", target: _id, details: { provider }, requestId });
    return approved;
  });
}
