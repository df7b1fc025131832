import { implement } from "#libs/contract-kit/implement.ts";
import { getModeratedMessage } from "#libs/contracts/moderation-queue.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { MessageDoc } from "../data/message.store.ts";
import { ERASED_TEXT } from "../data/message-text.ts";
import type { Deps } from "../deps.ts";
import { readingGround } from "../domain/appeal.ts";
import { priceOf } from "../notice.ts";

type ReadDeps = Pick<Deps, "messages" | "texts" | "statements" | "appeals" | "reports" | "clock" | "config" | "transaction" | "audit">;

/** Nobody reads a text without a reason, and nobody reads one unseen. */
export const getModeratedMessageAction = (deps: ReadDeps) =>
  implement(getModeratedMessage, async (ctx) => {
    const { messageId } = ctx.params;
    const message = await deps.messages.find(messageId);
    if (!message) throw new AppError("message.error.not_found");
    const ground = message.content === ERASED_TEXT ? null : await groundFor(deps, message);
    if (ground === null) throw new AppError("moderation.error.content_unavailable");
    const line = { actor: ctx.caller.userId, action: "moderation.read_message", target: messageId, details: { ground } };
    await deps.transaction((tx) => deps.audit.add(tx, { ...line, requestId: ctx.requestId }));
    const { senderId, receiverId, status, dmType, sentAt } = message;
    return {
      messageId,
      senderId,
      receiverId,
      content: deps.texts.content(message),
      reply: ground === "REPORT" ? deps.texts.reply(message) : null,
      status,
      dmType,
      price: priceOf(message),
      sentAt: sentAt.toISOString(),
      ground,
    };
  });

async function groundFor({ statements, appeals, reports, clock, config }: ReadDeps, { _id, status }: MessageDoc) {
  const [statement, hasOpenReport] = await Promise.all([statements.latest(_id), reports.hasOpen(_id)]);
  const appeal = statement ? await appeals.ofStatement(statement._id) : null;
  return readingGround({ status, statement, appeal, hasOpenReport }, clock.now(), config.read("moderation.appeal_months"));
}
