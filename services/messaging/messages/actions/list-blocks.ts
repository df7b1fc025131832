import { implement } from "#libs/contract-kit/implement.ts";
import { listBlocks } from "#libs/contracts/messaging/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { MessagesDeps } from "../deps.ts";
import { getUserCards } from "../user-cards.ts";

type ListDeps = Pick<MessagesDeps, "blocks" | "sessions" | "userCards" | "logger">;

/** GET /blocks. Any id can be blocked, so the list shows names only of users with whom the caller has exchanged messages. */
export const listBlocksAction = (deps: ListDeps) =>
  implement(listBlocks, async (ctx) => {
    const { userId } = ctx.caller;
    const { items, total } = await deps.blocks.list(userId, ctx.params);
    const blockedIds = items.map(({ blockedId }) => blockedId);
    const cardOf = await getUserCards(ctx, deps, await deps.sessions.findCounterparts(userId, blockedIds));
    const views = items.map(({ blockedId, createdAt }) => {
      const { username, displayName } = cardOf(blockedId);
      return { userId: blockedId, username, displayName, createdAt: createdAt.toISOString() };
    });
    return pageOf(views, total, ctx.params);
  });
