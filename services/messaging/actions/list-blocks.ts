import { implement } from "#libs/contract-kit/implement.ts";
import { listBlocks } from "#libs/contracts/messaging.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";

export const listBlocksAction = (deps: Pick<Deps, "blocks">) =>
  implement(listBlocks, async (ctx) => {
    const { page, limit } = ctx.params;
    const { items, total } = await deps.blocks.page(ctx.caller.userId, { page, limit });
    const blocks = items.map(({ blockedId, createdAt }) => ({ userId: blockedId, createdAt: createdAt.toISOString() }));
    return pageOf(blocks, total, { page, limit });
  });
