import { implement } from "#libs/contract-kit/implement.ts";
import { settleRefund } from "#libs/contracts/wallet/settlements.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refundOf } from "../data/refund.store.ts";
import type { Deps } from "../deps.ts";
import { REFUND_SETTLEMENT } from "../domain/refund.ts";
import { endRefund, type SettleRefundDeps } from "../refunds/settle-refund.ts";
import { settleByHand } from "../settlements/settle-by-hand.ts";

/** POST /admin/refunds/{refundId}/settle: the first person is recorded, the second one ends the refund. */
export const settleRefundAction = (deps: SettleRefundDeps & Pick<Deps, "audit" | "payment">) =>
  implement(settleRefund, (ctx) =>
    deps.inTransaction(async (set) => {
      const { refundId } = ctx.params;
      const key = refundOf(refundId);
      await set.load([key]);
      const refund = set.get(key);
      if (!refund) throw new AppError("payment.refund.not_found");
      const { after, approvals } = await settleByHand(deps, set, ctx, {
        rule: REFUND_SETTLEMENT,
        sent: refund,
        async propose(settlement) {
          const proposed = { ...refund, settlement };
          set.put(key, proposed);
          return proposed;
        },
        end: ({ outcome }) => endRefund(deps, set, refund, { state: outcome, reason: null }),
      });
      return { refundId, status: after.status, approvals };
    }),
  );
