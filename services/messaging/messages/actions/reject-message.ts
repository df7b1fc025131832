import { implement } from "#libs/contract-kit/implement.ts";
import { messageRejected, rejectMessage } from "#libs/contracts/messaging/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import type { MessagesDeps } from "../deps.ts";
import { messageMoves } from "../domain/message.ts";
import { rejectChecks } from "../domain/reply-checks.ts";
import { type EndDeps, endMessage } from "../ending/end-message.ts";
import { markMessageRead } from "../mark-read.ts";
import { requireMessage } from "../require-message.ts";
import { messageFacts } from "../views/message-view.ts";

type RejectDeps = EndDeps & Pick<MessagesDeps, "messages" | "sessions" | "clock" | "inTransaction" | "outbox">;

/** POST /messages/{messageId}/reject: the creator declines a message (spec 3.4); a paid one is refunded. */
export const rejectMessageAction = (deps: RejectDeps) =>
  implement(rejectMessage, async (ctx) => {
    const { messageId, reason = null } = ctx.params;
    const { userId: actorId } = ctx.caller;
    const at = deps.clock.now();
    const message = await requireMessage(deps, messageId);
    await refuseIfAny(rejectChecks, { callerId: actorId, now: at, message });
    await deps.inTransaction(async (set) => {
      const ending = { move: messageMoves.reject, condition: { openAt: at }, actor: "CREATOR", actorId, reason, at } as const;
      const ended = await endMessage(deps, set, messageId, ending);
      if (!ended) throw new AppError("message.reject.error.invalid_status");
      await markMessageRead(deps, set.tx, ended.message, at);
      const facts = messageFacts(ended.message);
      deps.outbox.record(set, messageRejected, { ...facts, refunded: ended.refunded, rejectedBy: "CREATOR", reason });
    });
    return { messageId, status: "REJECTED" };
  });
