import { implement } from "#libs/contract-kit/implement.ts";
import { listTopUps } from "#libs/contracts/wallet/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { namedOnly } from "#libs/platform/mongo/find-page.ts";
import type { Deps } from "../deps.ts";
import { topUpView } from "../views/top-up-view.ts";

/** GET /wallet/topups: their stored states, without a call of the providers. */
export const listTopUpsAction = ({ topUps }: Pick<Deps, "topUps">) =>
  implement(listTopUps, async (ctx) => {
    const { status } = ctx.params;
    const { userId } = ctx.caller;
    const { rows, total } =
      status === "UNCREDITED"
        ? await topUps.listUncredited(userId, ctx.params)
        : await topUps.list({ userId, ...namedOnly({ status }) }, ctx.params);
    return pageOf(rows.map(topUpView), total, ctx.params);
  });
