import { implement } from "#libs/contract-kit/implement.ts";
import { blockUser } from "#libs/contracts/messaging.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";

/** Holds for the next send; blocking twice changes nothing. */
export const blockUserAction = (deps: Pick<Deps, "blocks" | "clock">) =>
  implement(blockUser, async (ctx) => {
    const { userId } = ctx.params;
    if (userId === ctx.caller.userId) throw new AppError("message.block.error.self");
    await deps.blocks.add(ctx.caller.userId, userId, deps.clock.now());
  });
