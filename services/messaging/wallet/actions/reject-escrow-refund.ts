import { implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { rejectEscrowRefund } from "#libs/contracts/wallet/chargebacks.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { escrowOf } from "../data/escrow.store.ts";
import type { Deps } from "../deps.ts";

/** POST /admin/escrows/{messageId}/refunds/reject: the first of the two people withdraws what was asked for, or a colleague refuses it. */
export const rejectEscrowRefundAction = (deps: Pick<Deps, "inTransaction" | "audit">) =>
  implement(rejectEscrowRefund, (ctx) =>
    deps.inTransaction(async (set) => {
      const { messageId, reason } = ctx.params;
      const by = ctx.caller.userId;
      const key = escrowOf(messageId);
      await set.load([key]);
      const escrow = set.get(key);
      if (!escrow) throw new AppError("payment.escrow.not_found");
      const { fanId, creatorId, approval } = escrow;
      if ([fanId, creatorId].includes(by)) throw new AppError("payment.error.own_money");
      if (!approval) throw new AppError("payment.error.not_proposed");
      set.put(key, { ...escrow, approval: undefined });
      const details = { amount: formatMoney(approval.amount), currency: CURRENCY, fanId, creatorId, proposedBy: approval.by, reason };
      await deps.audit.add(set.tx, { actor: by, action: "escrow.reject_refund", target: messageId, details, requestId: ctx.requestId });
      return { messageId };
    }),
  );
