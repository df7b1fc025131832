import { implement } from "#libs/contract-kit/implement.ts";
import { unblockUser } from "#libs/contracts/messaging/index.ts";
import type { MessagesDeps } from "../deps.ts";

/** DELETE /blocks/{userId}: changes nothing for a user who is not blocked. */
export const unblockUserAction = ({ blocks }: Pick<MessagesDeps, "blocks">) =>
  implement(unblockUser, async (ctx) => {
    await blocks.delete(ctx.caller.userId, ctx.params.userId);
  });
