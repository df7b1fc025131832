import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { resolveTopUp } from "#libs/contracts/wallet/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuse } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { Deps } from "../deps.ts";
import { movedTopUp, nextCheckAt, resolveChecks, TOPUP_SETTLEMENT, type TopUp, topUpMoves } from "../domain/top-up.ts";
import { isProviderGone } from "../settlements/settle-by-hand.ts";
import { returnTopUp } from "../top-ups/return-top-up.ts";
import { changeTopUp, type RefreshDeps } from "../top-ups/settle-top-up.ts";
import { adminTopUpView } from "../views/top-up-view.ts";

type ResolveDeps = RefreshDeps & Pick<Deps, "audit" | "faults" | "logger">;
type Context = Parameters<HandlerOf<typeof resolveTopUp>>[0];

/**
 * POST /admin/topups/{topupId}/resolve: the decision is recorded before the provider is called. When the provider or this process fails after
 * that, the job `wallet.finish-topups` sends the money back.
 */
export const resolveTopUpAction = (deps: ResolveDeps) =>
  implement(resolveTopUp, async (ctx) => {
    const topUp = await deps.topUps.find(ctx.params.topupId);
    if (!topUp) throw new AppError("payment.topup.not_found");
    const decided = await decide(deps, ctx, topUp);
    const view = (after: TopUp) => adminTopUpView(after, isProviderGone(deps, TOPUP_SETTLEMENT, after));
    if (decided.status !== "RETURNING") return view(decided);
    await bestEffort(deps.logger, `return top-up ${decided._id}`, () => returnTopUp(deps, decided));
    return view((await deps.topUps.find(decided._id)) ?? decided);
  });

function decide(deps: ResolveDeps, { params, caller, requestId }: Context, topUp: TopUp): Promise<TopUp> {
  const { decision, reason } = params;
  const now = deps.clock.now();
  return deps.inTransaction(async (set) => {
    const decided = await changeTopUp(deps, set, topUp, (before) => {
      refuse(resolveChecks, { topUp: before, decision, staffId: caller.userId });
      const { paid = before } = before;
      if (decision === "CREDIT") {
        const credited = { amount: paid.amount, asked: before.amount, decidedBy: caller.userId, note: reason };
        return movedTopUp(before, topUpMoves.credit, now, credited);
      }
      const checkAt = nextCheckAt({ createdAt: now, expiresAt: undefined }, now);
      // What was said of an earlier return does not count for this one.
      const begun = { returnId: uuid(), checkAt, settlement: undefined };
      return movedTopUp(before, topUpMoves.sendBack, now, { ...begun, decidedBy: caller.userId, note: reason });
    });
    const { amount, currency } = decided.paid ?? decided;
    const details = { decision, reason, amount: formatMoney(amount), currency };
    await deps.audit.add(set.tx, { actor: caller.userId, action: "topup.resolve", target: topUp._id, details, requestId });
    return decided;
  });
}
