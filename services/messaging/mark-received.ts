import type { Tx } from "#libs/mongo/transaction.ts";
import type { MessageDoc } from "./data/message.store.ts";
import type { Deps } from "./deps.ts";

/** The receiver has seen a message, by opening, answering or declining it: one unread entry less, once. */
export async function markReceived(
  { messages, sessions }: Pick<Deps, "messages" | "sessions">,
  tx: Tx,
  { _id, senderId, receiverId }: Pick<MessageDoc, "_id" | "senderId" | "receiverId">,
  at: Date,
): Promise<void> {
  if (await messages.markRead(tx, _id, "receiverReadAt", at)) await sessions.markRead(tx, receiverId, senderId);
}
