import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import { moderationAppealDecided } from "#libs/contracts/messaging/moderation-appeals.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageDoc } from "../data/message.model.ts";
import { outwardStatus } from "../messages/domain/message.ts";
import type { AppealDoc } from "./data/appeal.model.ts";
import type { ModerationDeps } from "./deps.ts";

/** Publishes how an appeal was decided, and the status of its message after the decision. */
export async function publishAppealDecided(
  { outbox }: Pick<ModerationDeps, "outbox">,
  tx: Tx,
  { _id: appealId, status, decidedAt, senderId, messageId }: AppealDoc,
  { sessionId }: Pick<MessageDoc, "sessionId">,
  messageStatus: MessageStatus,
): Promise<void> {
  if (status === "OPEN" || !decidedAt) throw new Error(`appeal ${appealId} is not decided`);
  await outbox.add(tx, moderationAppealDecided, {
    appealId,
    messageId,
    sessionId,
    senderId,
    decision: status,
    messageStatus: outwardStatus(messageStatus),
    decidedAt: decidedAt.toISOString(),
  });
}
