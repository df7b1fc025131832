import { implement } from "#libs/contract-kit/implement.ts";
import { listRefunds } from "#libs/contracts/wallet/refunds.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { refundView } from "../views/refund-view.ts";

/** GET /wallet/refunds */
export const listRefundsAction = ({ refunds }: Pick<Deps, "refunds">) =>
  implement(listRefunds, async (ctx) => {
    const { rows, total } = await refunds.list({ userId: ctx.caller.userId }, ctx.params);
    return pageOf(rows.map(refundView), total, ctx.params);
  });
