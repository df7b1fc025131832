import { implement } from "#libs/contract-kit/implement.ts";
import { unblockUser } from "#libs/contracts/messaging.ts";
import type { Deps } from "../deps.ts";

/** Unblocking somebody who is not blocked changes nothing. */
export const unblockUserAction = (deps: Pick<Deps, "blocks">) =>
  implement(unblockUser, async (ctx) => {
    await deps.blocks.remove(ctx.caller.userId, ctx.params.userId);
  });
