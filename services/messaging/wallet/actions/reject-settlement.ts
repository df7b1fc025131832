import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { rejectSettlement } from "#libs/contracts/wallet/leaving.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { unclaimedOf } from "../data/unclaimed.store.ts";
import type { Deps } from "../deps.ts";

/** POST /admin/unclaimed/{unclaimedId}/settle/reject: the first of the two people withdraws the decision, or a colleague refuses it. */
export const rejectSettlementAction = (deps: Pick<Deps, "inTransaction" | "audit">) =>
  implement(rejectSettlement, (ctx) =>
    deps.inTransaction(async (set) => {
      const { unclaimedId, reason } = ctx.params;
      const by = ctx.caller.userId;
      const key = unclaimedOf(unclaimedId);
      await set.load([key]);
      const unclaimed = set.get(key);
      if (!unclaimed) throw new AppError("payment.unclaimed.not_found");
      const { userId, claimantId, amount, approval } = unclaimed;
      if (claimantId === by) throw new AppError("payment.error.own_money");
      if (!approval) throw new AppError("payment.error.not_proposed");
      set.put(key, { ...unclaimed, approval: undefined });
      const sum = { amount: formatMoney(amount), currency: CURRENCY };
      const details = { ...sum, userId, claimantId, decision: approval.decision, proposedBy: approval.by, reason };
      await deps.audit.add(set.tx, {
        actor: by,
        action: "unclaimed.reject_settle",
        target: unclaimedId,
        details,
        requestId: ctx.requestId,
      });
      return { unclaimedId };
    }),
  );
