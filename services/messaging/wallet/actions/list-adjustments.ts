import { implement } from "#libs/contract-kit/implement.ts";
import { listAdjustments } from "#libs/contracts/adjustments.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { WalletDeps } from "../deps.ts";
import type { Adjustment } from "../domain/adjustment.ts";

export const listAdjustmentsAction = ({ adjustments }: Pick<WalletDeps, "adjustments">) =>
  implement(listAdjustments, async (ctx) => {
    const { rows, total } = await adjustments.page(ctx.params.status, ctx.params);
    return pageOf(rows.map(adjustmentView), total, ctx.params);
  });

function adjustmentView({ _id, amount, proposedAt, decidedAt, ...adjustment }: Adjustment) {
  const { userId, kind, currency, reason, status, proposedBy, decidedBy, refusal } = adjustment;
  return {
    adjustmentId: _id,
    userId,
    kind,
    amount: formatMoney(amount),
    currency,
    reason,
    status,
    proposedBy,
    proposedAt: proposedAt.toISOString(),
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    refusal,
  };
}
