import { implement } from "#libs/contract-kit/implement.ts";
import { messageRejected, rejectMessage } from "#libs/contracts/messaging.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import type { Deps } from "../deps.ts";
import { messageMoves } from "../domain/message.ts";
import { rejectChecks } from "../domain/reply-checks.ts";
import { endMessage } from "../end-message.ts";
import { markReceived } from "../mark-received.ts";
import { noticeOf } from "../notice.ts";

type RejectDeps = Pick<Deps, "messages" | "sessions" | "clock" | "transaction" | "escrow" | "statusLog" | "faults" | "outbox">;

/** The creator declines a message (spec 3.4); a paid one is refunded. */
export const rejectMessageAction = (deps: RejectDeps) =>
  implement(rejectMessage, async (ctx) => {
    const { messageId, reason = null } = ctx.params;
    const at = deps.clock.now();
    const message = await deps.messages.find(messageId);
    if (!message) throw new AppError("message.error.not_found");
    await refuseIfAny(rejectChecks, { callerId: ctx.caller.userId, now: at, message });
    await deps.transaction(async (tx) => {
      const ended = await endMessage(deps, tx, messageId, {
        move: messageMoves.reject,
        options: { openAt: at },
        actor: "CREATOR",
        actorId: ctx.caller.userId,
        reason,
        at,
      });
      if (!ended) throw new AppError("message.reject.error.invalid_status");
      await markReceived(deps, tx, ended.message, at);
      const notice = noticeOf(ended.message);
      await deps.outbox.add(tx, messageRejected, { ...notice, refunded: ended.refunded, rejectedBy: "CREATOR", reason });
    });
    return { messageId, status: "REJECTED" };
  });
