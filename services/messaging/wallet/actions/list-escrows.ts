import { implement } from "#libs/contract-kit/implement.ts";
import { listEscrows } from "#libs/contracts/wallet/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { escrowView } from "../views/escrow-view.ts";

/** GET /admin/escrows */
export const listEscrowsAction = ({ escrows }: Pick<Deps, "escrows">) =>
  implement(listEscrows, async (ctx) => {
    const { rows, total } = await escrows.list(ctx.params.status, ctx.params);
    return pageOf(rows.map(escrowView), total, ctx.params);
  });
