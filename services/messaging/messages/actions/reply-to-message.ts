import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { messageReplied, replyToMessage } from "#libs/contracts/messaging/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { refuse } from "#libs/errors/refuse.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { batchedTransaction } from "#libs/platform/mongo/batched-transaction.ts";
import type { Key, LoadedSet, WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { MessageDoc, ReplyDoc } from "../../data/message.model.ts";
import { releaseNeeds } from "../../wallet/escrow/escrow-desk.ts";
import { appendToSession, sessionOf } from "../data/chat-session.store.ts";
import { messageOf } from "../data/message.store.ts";
import type { MessagesDeps } from "../deps.ts";
import { answeredMessage } from "../domain/message.ts";
import { replyChecks } from "../domain/reply-checks.ts";
import { getUserName } from "../user-cards.ts";
import { messageFacts } from "../views/message-view.ts";

type ReplyContext = Parameters<HandlerOf<typeof replyToMessage>>[0];

/** A reply before its transaction. */
interface UnsentReply extends Pick<ReplyContext["params"], "messageId" | "content" | "idempotencyKey"> {
  readonly callerId: string;
  readonly callerName: string | null;
  readonly now: Date;
}

/** POST /messages/{messageId}/reply (spec 3.4): the reply, the release of the money and both moves commit together or not at all. */
export const replyToMessageAction = (deps: MessagesDeps) => {
  const commit = batchedTransaction<UnsentReply, string>(deps, "messaging.reply", {
    needs: replyNeeds,
    apply: (set, reply) => replyOne(deps, set, reply),
  });
  return implement(replyToMessage, async (ctx) => {
    const { messageId, content, idempotencyKey } = ctx.params;
    const callerId = ctx.caller.userId;
    const callerName = await getUserName(ctx, deps, callerId);
    const unsent = { messageId, content, idempotencyKey, callerId, callerName, now: deps.clock.now() };
    const replyId = await commit(unsent).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      deps.logger.error({ err: error, messageId }, "reply rolled back");
      throw new AppError("message.reply.error.release_failed");
    });
    return { messageId, replyId, status: "COMPLETED" };
  });
};

/** First the message: it gives the keys of its session, its escrow and the wallets. */
function replyNeeds({ messageId }: UnsentReply, set: LoadedSet): Key[] {
  const message = set.find(messageOf(messageId));
  if (!message) return [messageOf(messageId)];
  const { senderId: fanId, receiverId: creatorId, priceSnapshot } = message;
  const session = sessionOf({ from: creatorId, to: fanId });
  return priceSnapshot === null ? [session] : [session, ...releaseNeeds({ messageId, fanId, creatorId })];
}

/** One reply. Returns its id, or the id of the earlier reply when the request is repeated. */
function replyOne(deps: MessagesDeps, set: WorkingSet, unsent: UnsentReply): string {
  const { messageId, callerId, callerName, content, now } = unsent;
  const message = set.get(messageOf(messageId));
  if (!message) throw new AppError("message.error.not_found");
  const repeated = earlierReply(message, unsent);
  if (repeated) return repeated.id;
  refuse(replyChecks, { callerId, content, now, message });

  const reply = replyOf(deps, message, unsent);
  const answered = answeredMessage(message, reply);
  set.put(messageOf(messageId), answered);
  if (message.priceSnapshot !== null) {
    set.hit("messaging.reply.release");
    deps.escrow.release(set, messageId);
  }
  const change = { actor: "CREATOR", actorId: callerId, reason: null, at: now } as const;
  deps.statusLog.append(
    set,
    messageId,
    { ...change, from: message.status, to: "REPLIED" },
    { ...change, from: "REPLIED", to: "COMPLETED" },
  );
  const readsOne = message.receiverReadAt === undefined;
  appendToSession(set, { messageId, from: callerId, to: message.senderId, visible: true, readsOne, at: now });
  const sent = { replyId: reply.id, creatorName: callerName, sentAt: message.sentAt.toISOString() };
  deps.outbox.record(set, messageReplied, { ...messageFacts(answered), ...sent });
  return reply.id;
}

/** The earlier reply of a repeated request. */
function earlierReply({ reply, receiverId, status }: MessageDoc, { idempotencyKey, callerId }: UnsentReply): ReplyDoc | null {
  const isRepeated = reply && idempotencyKey !== undefined && reply.idempotencyKey === idempotencyKey;
  return isRepeated && receiverId === callerId && status === "COMPLETED" ? reply : null;
}

function replyOf({ texts }: MessagesDeps, { senderId, receiverId }: MessageDoc, { content, now, idempotencyKey }: UnsentReply): ReplyDoc {
  const id = uuid();
  const sealed = texts.seal(id, receiverId, senderId, content);
  return { id, content: sealed, sentAt: now, ...(idempotencyKey !== undefined && { idempotencyKey }) };
}
