import { implement } from "#libs/contract-kit/implement.ts";
import { failPayout } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { payoutMoves } from "../domain/payout.ts";
import { reverse } from "../payouts/pay-out.ts";
import { requireDecidablePayout } from "../payouts/require-decidable-payout.ts";
import { payoutStateView } from "../views/payout-view.ts";

/**
 * POST /admin/payouts/{payoutId}/fail: only a payout that was never sent to a provider can be refused. Afterwards the provider
 * decides its outcome.
 */
export const failPayoutAction = (deps: Pick<Deps, "payouts" | "inTransaction" | "audit" | "wallets" | "ledger" | "outbox">) =>
  implement(failPayout, async (ctx) => {
    const { payoutId, reason } = ctx.params;
    const { requestId } = ctx;
    const decidedBy = ctx.caller.userId;
    await requireDecidablePayout(deps, payoutId, decidedBy);
    return deps.inTransaction(async (set) => {
      const failed = await reverse(deps, set, payoutId, { move: payoutMoves.refuse, decision: { reason, decidedBy } });
      if (!failed) throw new AppError("payout.error.invalid_status");
      await deps.audit.add(set.tx, { actor: decidedBy, action: "payout.fail", target: payoutId, details: { reason }, requestId });
      return payoutStateView(failed);
    });
  });
