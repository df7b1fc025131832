import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import type { Check } from "#libs/errors/refuse.ts";
import { isBlank } from "#libs/kernel/blank-text.ts";
import { messageMoves } from "./message.ts";

/** A creator's attempt to reply to a message. */
export interface ReplyAttempt {
  readonly callerId: string;
  readonly content: string;
  readonly now: Date;
  readonly message: { readonly receiverId: string; readonly status: MessageStatus; readonly expiresAt: Date };
}

/** The reply window closes at its end, even if the job that expires the message is late. */
function isClosed({ message, now }: Pick<ReplyAttempt, "message" | "now">, openStatuses: readonly MessageStatus[]): boolean {
  return !openStatuses.includes(message.status) || message.expiresAt <= now;
}

export const replyChecks: readonly Check<ReplyAttempt>[] = [
  ["message.reply.error.not_creator", ({ message, callerId }) => message.receiverId !== callerId],
  ["message.reply.error.invalid_status", (attempt) => isClosed(attempt, messageMoves.reply.from)],
  ["message.reply.error.empty_content", ({ content }) => isBlank(content)],
];

export const rejectChecks: readonly Check<Omit<ReplyAttempt, "content">>[] = [
  ["message.reject.error.not_creator", ({ message, callerId }) => message.receiverId !== callerId],
  ["message.reject.error.invalid_status", (attempt) => isClosed(attempt, messageMoves.reject.from)],
];
