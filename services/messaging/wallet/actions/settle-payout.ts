import { implement } from "#libs/contract-kit/implement.ts";
import { settlePayout } from "#libs/contracts/wallet/payout-settlements.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuse } from "#libs/errors/refuse.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { Deps } from "../deps.ts";
import { type Payout, payoutMoves } from "../domain/payout.ts";
import { reverse, settle } from "../payouts/pay-out.ts";
import { isProviderGone, isSecond, settlementChecks } from "../payouts/settle-by-hand.ts";
import { payoutStateView } from "../views/payout-view.ts";

type SettleDeps = Pick<Deps, "audit" | "clock" | "inTransaction" | "ledger" | "outbox" | "payment" | "payouts" | "wallets">;
type Said = NonNullable<Payout["settlement"]>;

/** POST /admin/payouts/{payoutId}/settle: the first person is recorded, the second one ends the payout. */
export const settlePayoutAction = (deps: SettleDeps) =>
  implement(settlePayout, (ctx) =>
    deps.inTransaction(async (set) => {
      const { payoutId, outcome, reason } = ctx.params;
      const by = ctx.caller.userId;
      const payout = await deps.payouts.find(payoutId, set.tx);
      if (!payout) throw new AppError("payout.error.not_found");
      refuse(settlementChecks, { payout, outcome, by, isGone: isProviderGone(deps, payout) });
      const isLast = isSecond(payout, outcome);
      const said = { by, at: deps.clock.now(), reason, outcome };
      const after = await (isLast ? end(deps, set, payoutId, said) : deps.payouts.propose(set.tx, payoutId, said));
      if (!after) throw new AppError("payout.error.invalid_status");
      const details = { provider: payout.provider, outcome, reason };
      const action = isLast ? "payout.settle" : "payout.propose_settle";
      await deps.audit.add(set.tx, { actor: by, action, target: payoutId, details, requestId: ctx.requestId });
      return { ...payoutStateView(after), approvals: isLast ? 2 : 1 };
    }),
  );

function end(deps: SettleDeps, set: WorkingSet, payoutId: string, { by, reason, outcome }: Said): Promise<Payout | null> {
  if (outcome === "PAID") return settle(deps, set, payoutId);
  return reverse(deps, set, payoutId, { move: payoutMoves.fail, decision: { reason, decidedBy: by } });
}
