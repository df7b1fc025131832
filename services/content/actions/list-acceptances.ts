import { implement } from "#libs/contract-kit/implement.ts";
import { listAcceptances } from "#libs/contracts/content.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { acceptanceView } from "../acceptance-view.ts";
import type { Deps } from "../deps.ts";

/** GET /legal/acceptances */
export const listAcceptancesAction = ({ legalAcceptances }: Pick<Deps, "legalAcceptances">) =>
  implement(listAcceptances, async (ctx) => {
    const { rows, total } = await legalAcceptances.page(ctx.caller.userId, ctx.params);
    return pageOf(rows.map(acceptanceView), total, ctx.params);
  });
