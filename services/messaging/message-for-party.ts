import { AppError } from "#libs/errors/app-error.ts";
import type { MessageDoc } from "./data/message.store.ts";
import type { Deps } from "./deps.ts";

/**
 * A message for one of its two parties. Throws message.error.not_found, also to the receiver of one that is held back, and
 * message.error.not_party to everybody else.
 */
export async function messageForParty({ messages }: Pick<Deps, "messages">, messageId: string, userId: string): Promise<MessageDoc> {
  const message = await messages.find(messageId);
  if (!message) throw new AppError("message.error.not_found");
  if (userId !== message.senderId && userId !== message.receiverId) throw new AppError("message.error.not_party");
  if (!message.visibleTo.includes(userId)) throw new AppError("message.error.not_found");
  return message;
}
