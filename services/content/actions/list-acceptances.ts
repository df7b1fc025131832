import { implement } from "#libs/contract-kit/implement.ts";
import { listAcceptances } from "#libs/contracts/content/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { acceptanceView } from "../views/legal-view.ts";

/** GET /legal/acceptances */
export const listAcceptancesAction = ({ legalAcceptances }: Pick<Deps, "legalAcceptances">) =>
  implement(listAcceptances, async (ctx) => {
    const { rows, total } = await legalAcceptances.list(ctx.caller.userId, ctx.params);
    return pageOf(rows.map(acceptanceView), total, ctx.params);
  });
