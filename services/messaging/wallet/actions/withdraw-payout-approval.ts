import { implement } from "#libs/contract-kit/implement.ts";
import { withdrawPayoutApproval } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { payoutMoves } from "../domain/payout.ts";
import { requireDecidablePayout } from "../payouts/require-decidable-payout.ts";
import { payoutStateView } from "../views/payout-view.ts";

/**
 * POST /admin/payouts/{payoutId}/approve/withdraw: the first of the two people takes the approval back, and the payout waits for both
 * again. A colleague who disagrees refuses the payout.
 */
export const withdrawPayoutApprovalAction = (deps: Pick<Deps, "payouts" | "transaction" | "audit">) =>
  implement(withdrawPayoutApproval, async (ctx) => {
    const { payoutId, reason } = ctx.params;
    const by = ctx.caller.userId;
    const { approval } = await requireDecidablePayout(deps, payoutId, by);
    if (approval?.by !== by) throw new AppError("payment.error.not_proposed");
    return deps.transaction(async (tx) => {
      const withdrawn = await deps.payouts.move(tx, payoutId, payoutMoves.withdrawApproval, {}, by);
      if (!withdrawn) throw new AppError("payout.error.invalid_status");
      const line = {
        actor: by,
        action: "payout.withdraw_approval",
        target: payoutId,
        details: { reason },
        requestId: ctx.requestId,
      } as const;
      await deps.audit.add(tx, line);
      return payoutStateView(withdrawn);
    });
  });
