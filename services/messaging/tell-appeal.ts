import type { MessageStatus } from "#libs/contracts/messaging.ts";
import { moderationAppealDecided } from "#libs/contracts/moderation-appeals.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { AppealDoc } from "./data/appeal.store.ts";
import type { MessageDoc } from "./data/message.store.ts";
import type { Deps } from "./deps.ts";
import { outwardStatus } from "./domain/message.ts";

/** Tells the sender of a message how the appeal about it was decided. */
export async function tellAppeal(
  { outbox }: Pick<Deps, "outbox">,
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
