import { implement } from "#libs/contract-kit/implement.ts";
import { getMessage } from "#libs/contracts/messaging/index.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import type { MessageDoc } from "../../data/message.model.ts";
import type { StatusLogDoc } from "../data/status-log.store.ts";
import type { MessagesDeps } from "../deps.ts";
import { outwardStatus } from "../domain/message.ts";
import { markMessageRead, markReplyRead } from "../mark-read.ts";
import { requirePartyMessage } from "../require-message.ts";
import { messageView } from "../views/message-view.ts";

type ReadDeps = Pick<MessagesDeps, "messages" | "texts" | "statusLog" | "sessions" | "transaction" | "clock" | "logger">;

/**
 * GET /messages/{messageId}: one message with the changes of its status. Opening it marks it as read.
 *
 * The changes are read after the message, so all changes up to its status are there. Newer ones are left out until the next request.
 */
export const getMessageAction = (deps: ReadDeps) =>
  implement(getMessage, async (ctx) => {
    const { messageId } = ctx.params;
    const { userId } = ctx.caller;
    const message = await requirePartyMessage(deps, messageId, userId);
    const log = changesUpTo(message.status, await deps.statusLog.list(messageId));
    await bestEffort(deps.logger, "mark a message as read", () => markRead(deps, message, userId));
    const isSender = userId === message.senderId;
    return { ...messageView(deps.texts, message), statusLog: log.map((entry) => statusChangeView(entry, isSender)) };
  });

function changesUpTo(status: MessageDoc["status"], log: readonly StatusLogDoc[]): readonly StatusLogDoc[] {
  return log.slice(0, log.findLastIndex(({ to }) => to === status) + 1);
}

function statusChangeView({ from, to, actor, reason, at }: StatusLogDoc, isSender: boolean) {
  return {
    from: from && outwardStatus(from),
    to: outwardStatus(to),
    actor,
    // Only the sender learns why a moderator made a decision.
    reason: actor === "MODERATOR" && !isSender ? null : reason,
    at: at.toISOString(),
  };
}

async function markRead(deps: ReadDeps, message: MessageDoc, userId: string): Promise<void> {
  const { senderId, reply, receiverReadAt, replyReadAt } = message;
  const isSender = userId === senderId;
  const isUnread = isSender ? reply !== undefined && replyReadAt === undefined : receiverReadAt === undefined;
  if (!isUnread) return;
  const mark = isSender ? markReplyRead : markMessageRead;
  await deps.transaction((tx) => mark(deps, tx, message, deps.clock.now()));
}
