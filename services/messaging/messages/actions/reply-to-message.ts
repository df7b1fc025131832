import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { GroupBroken } from "#libs/contract-kit/packing/shared-work.ts";
import { type Origin, runningOrigin } from "#libs/contract-kit/running-action.ts";
import { messageReplied, replyToMessage } from "#libs/contracts/messaging/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuseIfAny } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageDoc, ReplyDoc } from "../data/message.model.ts";
import type { AnsweredMessage, NewReply } from "../data/message.store.ts";
import type { MessagesDeps } from "../deps.ts";
import { replyChecks } from "../domain/reply-checks.ts";
import { sharedCommit } from "../shared-commit.ts";
import { getUserName } from "../user-cards.ts";
import { messageFacts } from "../views/message-view.ts";

type ReplyContext = Parameters<HandlerOf<typeof replyToMessage>>[0];

/** A reply that waits for its transaction. */
interface UnsentReply extends NewReply {
  readonly creatorId: string;
  readonly creatorName: string | null;
  readonly origin: Origin;
}

/** POST /messages/{messageId}/reply (spec 3.4): the reply, the release of the money and both moves commit together or not at all. */
export const replyToMessageAction = (deps: MessagesDeps) => {
  const commit = replyCommits(deps);
  return implement(replyToMessage, async (ctx) => {
    const { messageId, content, idempotencyKey } = ctx.params;
    const message = await deps.messages.findToAnswer(messageId);
    if (!message) throw new AppError("message.error.not_found");
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
    const { receiverId: creatorId } = message;
    const creatorName = await getUserName(ctx, deps, creatorId);
    await commit({ messageId, creatorId, reply, creatorName, origin: runningOrigin() });
    return { messageId, replyId, status: "COMPLETED" };
  });
};

/** The outcome of the same request when it was sent before; null for a new request. */
function earlierOutcome({ _id, reply, receiverId, status }: MessageDoc, { params, caller }: ReplyContext) {
  const isRepeated = params.idempotencyKey !== undefined && reply?.idempotencyKey === params.idempotencyKey;
  if (!reply || !isRepeated || receiverId !== caller.userId || status !== "COMPLETED") return null;
  return { messageId: _id, replyId: reply.id, status: "COMPLETED" as const };
}

/** Replies that arrive while others are being stored share the next transaction: all of a creator write one wallet. */
function replyCommits(deps: MessagesDeps): (reply: UnsentReply) => Promise<void> {
  const commit = sharedCommit<UnsentReply>("messaging.reply", {
    run: (replies) => deps.transaction((tx) => writeReplies(deps, tx, replies)),
    callerOf: ({ creatorId }) => creatorId,
  });
  return async (unsent) => {
    try {
      await commit(unsent);
    } catch (error) {
      if (error instanceof AppError && error.key === "message.reply.error.invalid_status") throw error;
      deps.logger.error({ err: error, messageId: unsent.messageId }, "reply rolled back");
      throw new AppError("message.reply.error.release_failed");
    }
  };
}

async function writeReplies(deps: MessagesDeps, tx: Tx, replies: readonly UnsentReply[]): Promise<void> {
  const outcomes = await deps.messages.answer(tx, replies);
  const refused = outcomes.indexOf(null);
  if (refused >= 0) throw new GroupBroken(refused, new AppError("message.reply.error.invalid_status"));
  const answered = replies.map((unsent, index) => ({ ...unsent, ...(outcomes[index] as AnsweredMessage) }));
  const paid = answered.filter(({ message }) => message.priceSnapshot !== null);
  if (paid.length > 0) {
    await deps.faults.hit("messaging.reply.release");
    await deps.escrow.releaseAll(
      tx,
      paid.map(({ messageId }) => messageId),
    );
  }
  await deps.statusLog.appendAll(
    tx,
    answered.map(({ messageId, from, creatorId: actorId, reply: { sentAt: at } }) => {
      const change = { actor: "CREATOR", actorId, reason: null, at } as const;
      return {
        messageId,
        entries: [
          { ...change, from, to: "REPLIED" },
          { ...change, from: "REPLIED", to: "COMPLETED" },
        ],
      };
    }),
  );
  await deps.sessions.appendEntries(
    tx,
    answered.map(({ messageId, message: { senderId: to, receiverId: from }, wasUnread: readsOne, reply: { sentAt: at } }) => {
      return { messageId, from, to, visible: true, readsOne, at };
    }),
  );
  await deps.outbox.addAll(
    tx,
    messageReplied,
    answered.map(({ message, reply, creatorName, origin }) => {
      const payload = { ...messageFacts(message), replyId: reply.id, creatorName, sentAt: message.sentAt.toISOString() };
      return { payload, origin };
    }),
  );
  await deps.faults.hit("messaging.reply.commit");
}
