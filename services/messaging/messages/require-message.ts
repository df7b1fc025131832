import { AppError } from "#libs/errors/app-error.ts";
import type { MessageDoc } from "../data/message.model.ts";
import type { MessagesDeps } from "./deps.ts";

/** The message with an id. Throws message.error.not_found. */
export async function requireMessage({ messages }: Pick<MessagesDeps, "messages">, messageId: string): Promise<MessageDoc> {
  const message = await messages.find(messageId);
  if (!message) throw new AppError("message.error.not_found");
  return message;
}

/**
 * A message for one of its parties. Throws message.error.not_party for other users, and message.error.not_found for the receiver of a
 * message in quarantine.
 */
export async function requirePartyMessage(deps: Pick<MessagesDeps, "messages">, messageId: string, userId: string): Promise<MessageDoc> {
  const message = await requireMessage(deps, messageId);
  if (userId !== message.senderId && userId !== message.receiverId) throw new AppError("message.error.not_party");
  if (!message.visibleTo.includes(userId)) throw new AppError("message.error.not_found");
  return message;
}
