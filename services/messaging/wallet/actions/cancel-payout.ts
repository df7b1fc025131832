import { implement } from "#libs/contract-kit/implement.ts";
import { cancelPayout } from "#libs/contracts/wallet/payouts.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { payoutMoves } from "../domain/payout.ts";
import { reverse } from "../payouts/pay-out.ts";
import { payoutStateView } from "../views/payout-view.ts";

/** POST /payouts/{payoutId}/cancel: of a decision and a cancellation at once, the first one counts. */
export const cancelPayoutAction = (deps: Pick<Deps, "payouts" | "inTransaction" | "wallets" | "ledger" | "outbox">) =>
  implement(cancelPayout, async (ctx) => {
    const { payoutId } = ctx.params;
    if (!(await deps.payouts.findOfUser(payoutId, ctx.caller.userId))) throw new AppError("payout.error.not_found");
    return deps.inTransaction(async (set) => {
      const cancelled = await reverse(deps, set, payoutId, { move: payoutMoves.cancel });
      if (!cancelled) throw new AppError("payout.error.invalid_status");
      return payoutStateView(cancelled);
    });
  });
