import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { messageReplied, replyToMessage } from "#libs/contracts/messaging.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { MessageDoc, ReplyDoc } from "../data/message.store.ts";
import type { Deps } from "../deps.ts";
import { messageMoves } from "../domain/message.ts";
import { replyChecks } from "../domain/reply-checks.ts";
import { markReceived } from "../mark-received.ts";
import { cardsOf, nameOf } from "../names.ts";
import { noticeOf } from "../notice.ts";

type ReplyContext = Parameters<HandlerOf<typeof replyToMessage>>[0];

interface Answer {
  readonly reply: ReplyDoc;
  readonly creatorName: string | null;
}

/** Spec 3.4: the answer, the release of the money and both moves commit together, or not at all. */
export const replyToMessageAction = (deps: Deps) =>
  implement(replyToMessage, async (ctx) => {
    const { messageId, content, idempotencyKey } = ctx.params;
    const message = await deps.messages.find(messageId);
    if (!message) throw new AppError("message.error.not_found");
    const repeated = outcomeOfKey(message, ctx);
    if (repeated) return repeated;
    await refuseIfAny(replyChecks, { callerId: ctx.caller.userId, content, now: deps.clock.now(), message });

    const replyId = uuid();
    const sealed = deps.texts.seal(replyId, message.receiverId, message.senderId, content);
    const reply: ReplyDoc = {
      id: replyId,
      content: sealed,
      sentAt: deps.clock.now(),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    };
    const creatorName = nameOf((await cardsOf(ctx, deps, [message.receiverId]))(message.receiverId));
    await complete(deps, message, { reply, creatorName });
    return { messageId, replyId, status: "COMPLETED" };
  });

/** A repetition of the request that was answered before. */
function outcomeOfKey({ _id, reply, receiverId, status }: MessageDoc, { params, caller }: ReplyContext) {
  const isRepeated = params.idempotencyKey !== undefined && reply?.idempotencyKey === params.idempotencyKey;
  if (!reply || !isRepeated || receiverId !== caller.userId || status !== "COMPLETED") return null;
  return { messageId: _id, replyId: reply.id, status: "COMPLETED" as const };
}

async function complete(deps: Deps, { _id: id, receiverId }: MessageDoc, answer: Answer): Promise<void> {
  try {
    // All replies of a creator write one wallet.
    await deps.inTurn(receiverId, () => deps.transaction((tx) => writeReply(deps, tx, id, answer)));
  } catch (error) {
    if (error instanceof AppError && error.key === "message.reply.error.invalid_status") throw error;
    deps.logger.error({ err: error, messageId: id }, "a reply was taken back");
    throw new AppError("message.reply.error.release_failed");
  }
}

async function writeReply(deps: Deps, tx: Tx, id: string, { reply, creatorName }: Answer): Promise<void> {
  const { sentAt: at } = reply;
  const replied = await deps.messages.move(tx, id, messageMoves.reply, { set: { reply }, openAt: at });
  if (!replied) throw new AppError("message.reply.error.invalid_status");
  const { message, from } = replied;
  const { senderId, receiverId } = message;
  if (message.priceSnapshot !== null) {
    await deps.faults.hit("messaging.reply.release");
    await deps.escrow.release(tx, id);
  }
  await deps.messages.move(tx, id, messageMoves.complete);
  await markReceived(deps, tx, message, at);
  const step = { actor: "CREATOR", actorId: receiverId, reason: null, at } as const;
  await deps.statusLog.add(tx, id, { ...step, from, to: "REPLIED" }, { ...step, from: "REPLIED", to: "COMPLETED" });
  await deps.sessions.enter(tx, { messageId: id, from: receiverId, to: senderId, visible: true, at });
  const sentAt = message.sentAt.toISOString();
  await deps.outbox.add(tx, messageReplied, { ...noticeOf(message), replyId: reply.id, creatorName, sentAt });
  await deps.faults.hit("messaging.reply.commit");
}
