import { implement } from "#libs/contract-kit/implement.ts";
import { settleTopUp } from "#libs/contracts/wallet/settlements.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { topUpOf } from "../data/top-up.store.ts";
import type { Deps } from "../deps.ts";
import { afterReturn, TOPUP_SETTLEMENT } from "../domain/top-up.ts";
import { settleByHand } from "../settlements/settle-by-hand.ts";
import { type ChangeDeps, changeTopUp } from "../top-ups/settle-top-up.ts";

/** POST /admin/topups/{topupId}/settle: the first person is recorded, the second one ends the return of the payment. */
export const settleTopUpAction = (deps: ChangeDeps & Pick<Deps, "audit" | "payment">) =>
  implement(settleTopUp, (ctx) =>
    deps.inTransaction(async (set) => {
      const { topupId } = ctx.params;
      const key = topUpOf(topupId);
      await set.load([key]);
      const topUp = set.get(key);
      if (!topUp) throw new AppError("payment.topup.not_found");
      const { after, approvals } = await settleByHand(deps, set, ctx, {
        rule: TOPUP_SETTLEMENT,
        sent: topUp,
        propose: (settlement) => changeTopUp(deps, set, topUp, (before) => ({ ...before, settlement })),
        end: ({ outcome, at }) => changeTopUp(deps, set, topUp, (before) => afterReturn(before, outcome, at)),
      });
      return { topupId, status: after.status, approvals };
    }),
  );
