import { implement } from "#libs/contract-kit/implement.ts";
import { rejectAdjustment } from "#libs/contracts/wallet/adjustments.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { adjustmentMoves } from "../domain/adjustment.ts";

/**
 * POST /admin/ledger/adjustments/{adjustmentId}/reject: its proposer may withdraw an adjustment this way, the owner of the wallet
 * may not decide.
 */
export const rejectAdjustmentAction = (deps: Pick<Deps, "adjustments" | "transaction" | "audit">) =>
  implement(rejectAdjustment, async (ctx) => {
    const { adjustmentId, reason } = ctx.params;
    const decidedBy = ctx.caller.userId;
    const adjustment = await deps.adjustments.find(adjustmentId);
    if (!adjustment) throw new AppError("adjustment.error.not_found");
    if (adjustment.userId === decidedBy) throw new AppError("adjustment.error.own_wallet");
    return deps.transaction(async (tx) => {
      const rejected = await deps.adjustments.decide(tx, adjustmentId, adjustmentMoves.reject, { decidedBy, refusal: reason });
      if (!rejected) throw new AppError("adjustment.error.invalid_status");
      const line = {
        actor: decidedBy,
        action: "adjustment.reject",
        target: adjustmentId,
        details: { reason },
        requestId: ctx.requestId,
      } as const;
      await deps.audit.add(tx, line);
      return { adjustmentId, status: rejected.status };
    });
  });
