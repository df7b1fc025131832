import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { approvePayout } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { approvalChecks, LEFT_IN_GOOD_STANDING, type Payout, payoutMoves } from "../domain/payout.ts";
import { payOut } from "../payouts/pay-out.ts";
import { requireDecidablePayout } from "../payouts/require-decidable-payout.ts";
import { payoutStateView } from "../views/payout-view.ts";

type ApproveDeps = Pick<
  Deps,
  "payouts" | "payment" | "transaction" | "inTransaction" | "audit" | "wallets" | "ledger" | "outbox" | "faults" | "logger"
>;
type Context = Parameters<HandlerOf<typeof approvePayout>>[0];

/**
 * POST /admin/payouts/{payoutId}/approve: the approval is recorded before the provider is called. When the provider or this process
 * fails after that, the job `wallet.finish-payouts` finishes the payout.
 */
export const approvePayoutAction = (deps: ApproveDeps) =>
  implement(approvePayout, async (ctx) => {
    const approved = await approve(deps, ctx, await requireApprovablePayout(deps, ctx));
    await bestEffort(deps.logger, `pay payout ${approved._id}`, () => payOut(deps, approved));
    return payoutStateView((await deps.payouts.find(approved._id)) ?? approved);
  });

async function requireApprovablePayout(deps: ApproveDeps, ctx: Context): Promise<Payout> {
  const payout = await requireDecidablePayout(deps, ctx.params.payoutId, ctx.caller.userId);
  const { userId } = payout;
  const [standing, wallet] = await Promise.all([
    payout.leaving ? LEFT_IN_GOOD_STANDING : ctx.call(getPayoutStanding, { userId }),
    deps.wallets.find(userId, "CREATOR"),
  ]);
  await refuseIfAny(approvalChecks, { standing, frozen: wallet?.frozen ?? false });
  return payout;
}

function approve({ payment, transaction, payouts, audit }: ApproveDeps, { caller, requestId }: Context, { _id }: Payout): Promise<Payout> {
  const provider = payment.activeName();
  if (provider === null) throw new AppError("payout.error.provider_unavailable");
  return transaction(async (tx) => {
    const approved = await payouts.move(tx, _id, payoutMoves.approve, { provider, decidedBy: caller.userId });
    if (!approved) throw new AppError("payout.error.invalid_status");
    await audit.add(tx, { actor: caller.userId, action: "payout.approve", target: _id, details: { provider }, requestId });
    return approved;
  });
}
