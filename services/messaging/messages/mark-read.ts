import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageDoc } from "../data/message.model.ts";
import type { MessagesDeps } from "./deps.ts";

type MarkDeps = Pick<MessagesDeps, "messages" | "sessions">;
type Message = Pick<MessageDoc, "_id" | "senderId" | "receiverId">;

/** The receiver has opened, answered or declined a message, so it is no longer unread. Only the first time counts. */
export async function markMessageRead(
  { messages, sessions }: MarkDeps,
  tx: Tx,
  { _id, senderId, receiverId }: Message,
  at: Date,
): Promise<void> {
  if (await messages.markRead(tx, _id, "receiverReadAt", at)) await sessions.decrementUnread(tx, receiverId, senderId);
}

/** The sender has opened the reply to a message. */
export async function markReplyRead(
  { messages, sessions }: MarkDeps,
  tx: Tx,
  { _id, senderId, receiverId }: Message,
  at: Date,
): Promise<void> {
  if (await messages.markRead(tx, _id, "replyReadAt", at)) await sessions.decrementUnread(tx, senderId, receiverId);
}
