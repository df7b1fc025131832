import { implement } from "#libs/contract-kit/implement.ts";
import { listAdjustments } from "#libs/contracts/wallet/adjustments.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { adjustmentView } from "../views/adjustment-view.ts";

/** GET /admin/ledger/adjustments */
export const listAdjustmentsAction = ({ adjustments }: Pick<Deps, "adjustments">) =>
  implement(listAdjustments, async (ctx) => {
    const { rows, total } = await adjustments.list(ctx.params.status, ctx.params);
    return pageOf(rows.map(adjustmentView), total, ctx.params);
  });
