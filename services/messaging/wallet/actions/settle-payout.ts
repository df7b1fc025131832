import { implement } from "#libs/contract-kit/implement.ts";
import { settlePayout } from "#libs/contracts/wallet/settlements.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { Deps } from "../deps.ts";
import { PAYOUT_SETTLEMENT, type Payout, payoutMoves } from "../domain/payout.ts";
import { reverse, settle } from "../payouts/pay-out.ts";
import { settleByHand } from "../settlements/settle-by-hand.ts";
import { payoutStateView } from "../views/payout-view.ts";

type SettleDeps = Pick<Deps, "audit" | "clock" | "inTransaction" | "ledger" | "outbox" | "payment" | "payouts" | "wallets">;

/** POST /admin/payouts/{payoutId}/settle: the first person is recorded, the second one ends the payout. */
export const settlePayoutAction = (deps: SettleDeps) =>
  implement(settlePayout, (ctx) =>
    deps.inTransaction(async (set) => {
      const { payoutId } = ctx.params;
      const payout = await deps.payouts.find(payoutId, set.tx);
      if (!payout) throw new AppError("payout.error.not_found");
      const { after, approvals } = await settleByHand(deps, set, ctx, {
        rule: PAYOUT_SETTLEMENT,
        sent: payout,
        propose: (said) => deps.payouts.propose(set.tx, payoutId, said),
        end: (said) => end(deps, set, payoutId, said),
      });
      return { ...payoutStateView(after), approvals };
    }),
  );

function end(
  deps: SettleDeps,
  set: WorkingSet,
  payoutId: string,
  { by, reason, outcome }: NonNullable<Payout["settlement"]>,
): Promise<Payout | null> {
  if (outcome === "PAID") return settle(deps, set, payoutId);
  return reverse(deps, set, payoutId, { move: payoutMoves.fail, decision: { reason, decidedBy: by } });
}
