import { implement } from "#libs/contract-kit/implement.ts";
import { getPayoutStanding } from "#libs/contracts/creator/index.ts";
import { approvePayout } from "#libs/contracts/wallet/payouts.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { approve } from "../payouts/approve.ts";
import { payOut } from "../payouts/pay-out.ts";
import { payoutStateView } from "../views/payout-view.ts";

type ApproveDeps = Parameters<typeof approve>[0] & Parameters<typeof payOut>[0] & Pick<Deps, "logger">;

/**
 * POST /admin/payouts/{payoutId}/approve: the approval is recorded before the provider is called. When the provider or this process
 * fails after that, the job `wallet.finish-payouts` finishes the payout.
 */
export const approvePayoutAction = (deps: ApproveDeps) =>
  implement(approvePayout, async (ctx) => {
    const { caller, requestId } = ctx;
    const standingOf = (userId: string) => ctx.call(getPayoutStanding, { userId });
    const approved = await approve(deps, { adminId: caller.userId, requestId, standingOf, isBatch: false }, ctx.params.payoutId);
    if (approved.status === "APPROVED") return payoutStateView(approved);
    await bestEffort(deps.logger, `pay payout ${approved._id}`, () => payOut(deps, approved));
    return payoutStateView((await deps.payouts.find(approved._id)) ?? approved);
  });
