import { implement } from "#libs/contract-kit/implement.ts";
import { listBlocks } from "#libs/contracts/messaging/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { MessagesDeps } from "../deps.ts";

/** GET /blocks */
export const listBlocksAction = ({ blocks }: Pick<MessagesDeps, "blocks">) =>
  implement(listBlocks, async (ctx) => {
    const { items, total } = await blocks.list(ctx.caller.userId, ctx.params);
    const views = items.map(({ blockedId, createdAt }) => ({ userId: blockedId, createdAt: createdAt.toISOString() }));
    return pageOf(views, total, ctx.params);
  });
