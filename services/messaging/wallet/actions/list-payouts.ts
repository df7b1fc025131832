import { implement } from "#libs/contract-kit/implement.ts";
import { listPayouts } from "#libs/contracts/wallet/payouts.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { payoutView } from "../views/payout-view.ts";

/** GET /payouts */
export const listPayoutsAction = ({ payouts }: Pick<Deps, "payouts">) =>
  implement(listPayouts, async (ctx) => {
    const { rows, total } = await payouts.list({ userId: ctx.caller.userId }, ctx.params);
    return pageOf(rows.map(payoutView), total, ctx.params);
  });
