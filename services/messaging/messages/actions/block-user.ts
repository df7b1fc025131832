import { implement } from "#libs/contract-kit/implement.ts";
import { blockUser } from "#libs/contracts/messaging/index.ts";
import { MAX_ID_LENGTH } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { MessagesDeps } from "../deps.ts";

/** PUT /blocks/{userId}: takes effect with the next send. Blocking a user twice changes nothing. */
export const blockUserAction = ({ blocks, clock }: Pick<MessagesDeps, "blocks" | "clock">) =>
  implement(blockUser, async (ctx) => {
    const { userId } = ctx.params;
    if (userId === ctx.caller.userId) throw new AppError("message.block.error.self");
    // User ids are shorter, so a longer one blocks no user.
    if (userId.length > MAX_ID_LENGTH) return;
    await blocks.insertOnce(ctx.caller.userId, userId, clock.now());
  });
