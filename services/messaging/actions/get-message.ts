import { implement } from "#libs/contract-kit/implement.ts";
import { getMessage } from "#libs/contracts/messaging.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import type { MessageDoc } from "../data/message.store.ts";
import type { StatusLogDoc } from "../data/status-log.store.ts";
import type { Deps } from "../deps.ts";
import { outwardStatus } from "../domain/message.ts";
import { markReceived } from "../mark-received.ts";
import { messageForParty } from "../message-for-party.ts";
import { messageView } from "../message-view.ts";

type ReadDeps = Pick<Deps, "messages" | "texts" | "statusLog" | "sessions" | "transaction" | "clock" | "logger">;

/** One message with its moves; opening it makes it read. */
export const getMessageAction = (deps: ReadDeps) =>
  implement(getMessage, async (ctx) => {
    const { messageId } = ctx.params;
    const { userId } = ctx.caller;
    const [message, log] = await Promise.all([messageForParty(deps, messageId, userId), deps.statusLog.of(messageId)]);
    await bestEffort(deps.logger, "mark a message as read", () => markRead(deps, message, userId));
    return { ...messageView(deps.texts, message), statusLog: log.map((entry) => logView(entry, userId === message.senderId)) };
  });

function logView({ from, to, actor, reason, at }: StatusLogDoc, isSender: boolean) {
  return {
    from: from && outwardStatus(from),
    to: outwardStatus(to),
    actor,
    // Why a message was held back is between the moderator and its sender.
    reason: actor === "MODERATOR" && !isSender ? null : reason,
    at: at.toISOString(),
  };
}

async function markRead(deps: ReadDeps, message: MessageDoc, userId: string): Promise<void> {
  const { _id, senderId, receiverId, reply, receiverReadAt, replyReadAt } = message;
  const isSender = userId === senderId;
  const isNews = isSender ? reply !== undefined && replyReadAt === undefined : receiverReadAt === undefined;
  if (!isNews) return;
  await deps.transaction(async (tx) => {
    const at = deps.clock.now();
    if (!isSender) await markReceived(deps, tx, message, at);
    else if (await deps.messages.markRead(tx, _id, "replyReadAt", at)) await deps.sessions.markRead(tx, userId, receiverId);
  });
}
