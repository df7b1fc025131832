import { implement } from "#libs/contract-kit/implement.ts";
import { listTopUps } from "#libs/contracts/wallet/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { topUpView } from "../views/top-up-view.ts";

/** GET /wallet/topups: their stored states, without a call of the providers. */
export const listTopUpsAction = ({ topUps }: Pick<Deps, "topUps">) =>
  implement(listTopUps, async (ctx) => {
    const { status } = ctx.params;
    const { rows, total } = await topUps.list({ userId: ctx.caller.userId, ...(status !== undefined && { status }) }, ctx.params);
    return pageOf(rows.map(topUpView), total, ctx.params);
  });
