import { implement } from "#libs/contract-kit/implement.ts";
import { getModeratedMessage } from "#libs/contracts/messaging/moderation-queue.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { MessageDoc } from "../../data/message.model.ts";
import { ERASED_TEXT } from "../../messages/data/message-text.ts";
import { requireMessage } from "../../messages/require-message.ts";
import { decimalPrice } from "../../messages/views/message-view.ts";
import type { ModerationDeps } from "../deps.ts";
import { type ReadingGround, readingGround } from "../domain/appeal.ts";

type ReadDeps = Pick<
  ModerationDeps,
  "messages" | "texts" | "statements" | "appeals" | "reports" | "clock" | "config" | "transaction" | "audit"
>;

/** GET /admin/moderation/messages/{messageId}: a moderator reads a text only with a reason, and each time is audited. */
export const getModeratedMessageAction = (deps: ReadDeps) =>
  implement(getModeratedMessage, async (ctx) => {
    const { messageId } = ctx.params;
    const message = await requireMessage(deps, messageId);
    const ground = message.content === ERASED_TEXT ? null : await findGround(deps, message);
    if (ground === null) throw new AppError("moderation.error.content_unavailable");
    const line = { actor: ctx.caller.userId, action: "moderation.read_message", target: messageId, details: { ground } } as const;
    await deps.transaction((tx) => deps.audit.add(tx, { ...line, requestId: ctx.requestId }));
    const { senderId, receiverId, status, dmType, sentAt } = message;
    return {
      messageId,
      senderId,
      receiverId,
      content: deps.texts.openContent(message),
      reply: ground === "REPORT" ? deps.texts.openReply(message) : null,
      status,
      dmType,
      price: decimalPrice(message),
      sentAt: sentAt.toISOString(),
      ground,
    };
  });

async function findGround(
  { statements, appeals, reports, clock, config }: ReadDeps,
  { _id, status }: MessageDoc,
): Promise<ReadingGround | null> {
  const [statement, hasOpenReport] = await Promise.all([statements.findLatest(_id), reports.hasOpen(_id)]);
  const appeal = statement ? await appeals.findByStatement(statement._id) : null;
  return readingGround({ status, statement, appeal, hasOpenReport }, clock.now(), config.read("moderation.appeal_months"));
}
