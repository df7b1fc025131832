import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { messageReplied, replyToMessage } from "#libs/contracts/messaging/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageDoc, ReplyDoc } from "../data/message.model.ts";
import type { MessagesDeps } from "../deps.ts";
import { replyChecks } from "../domain/reply-checks.ts";
import { requireMessage } from "../require-message.ts";
import { getUserName } from "../user-cards.ts";
import { messageFacts } from "../views/message-view.ts";

type ReplyContext = Parameters<HandlerOf<typeof replyToMessage>>[0];

interface NewReply {
  readonly reply: ReplyDoc;
  readonly creatorName: string | null;
}

/** POST /messages/{messageId}/reply (spec 3.4): the reply, the release of the money and both moves commit together or not at all. */
export const replyToMessageAction = (deps: MessagesDeps) =>
  implement(replyToMessage, async (ctx) => {
    const { messageId, content, idempotencyKey } = ctx.params;
    const message = await requireMessage(deps, messageId);
    const repeated = earlierOutcome(message, ctx);
    if (repeated) return repeated;
    await refuseIfAny(replyChecks, { callerId: ctx.caller.userId, content, now: deps.clock.now(), message });

    const replyId = uuid();
    const reply: ReplyDoc = {
      id: replyId,
      content: deps.texts.seal(replyId, message.receiverId, message.senderId, content),
      sentAt: deps.clock.now(),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    };
    const creatorName = await getUserName(ctx, deps, message.receiverId);
    await commitReply(deps, message, { reply, creatorName });
    return { messageId, replyId, status: "COMPLETED" };
  });

/** The outcome of the same request when it was sent before; null for a new request. */
function earlierOutcome({ _id, reply, receiverId, status }: MessageDoc, { params, caller }: ReplyContext) {
  const isRepeated = params.idempotencyKey !== undefined && reply?.idempotencyKey === params.idempotencyKey;
  if (!reply || !isRepeated || receiverId !== caller.userId || status !== "COMPLETED") return null;
  return { messageId: _id, replyId: reply.id, status: "COMPLETED" as const };
}

async function commitReply(deps: MessagesDeps, { _id: messageId, receiverId }: MessageDoc, newReply: NewReply): Promise<void> {
  try {
    // All replies of a creator write one wallet.
    await deps.mutex(receiverId, () => deps.transaction((tx) => writeReply(deps, tx, messageId, newReply)));
  } catch (error) {
    if (error instanceof AppError && error.key === "message.reply.error.invalid_status") throw error;
    deps.logger.error({ err: error, messageId }, "reply rolled back");
    throw new AppError("message.reply.error.release_failed");
  }
}

async function writeReply(deps: MessagesDeps, tx: Tx, messageId: string, { reply, creatorName }: NewReply): Promise<void> {
  const { sentAt: at } = reply;
  const replied = await deps.messages.answer(tx, messageId, reply);
  if (!replied) throw new AppError("message.reply.error.invalid_status");
  const { message, from, wasUnread } = replied;
  const { senderId, receiverId } = message;
  if (message.priceSnapshot !== null) {
    await deps.faults.hit("messaging.reply.release");
    await deps.escrow.release(tx, messageId);
  }
  const change = { actor: "CREATOR", actorId: receiverId, reason: null, at } as const;
  await deps.statusLog.append(tx, messageId, { ...change, from, to: "REPLIED" }, { ...change, from: "REPLIED", to: "COMPLETED" });
  await deps.sessions.appendEntry(tx, { messageId, from: receiverId, to: senderId, visible: true, readsOne: wasUnread, at });
  const sentAt = message.sentAt.toISOString();
  await deps.outbox.add(tx, messageReplied, { ...messageFacts(message), replyId: reply.id, creatorName, sentAt });
  await deps.faults.hit("messaging.reply.commit");
}
