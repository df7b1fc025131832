import type { MessageStatus } from "#libs/contracts/messaging.ts";
import type { Check } from "#libs/errors/refuse.ts";
import { messageMoves } from "./message.ts";

/** A creator's answer to a message. */
export interface ReplyAttempt {
  readonly callerId: string;
  readonly content: string;
  readonly now: Date;
  readonly message: { readonly receiverId: string; readonly status: MessageStatus; readonly expiresAt: Date };
}

/** The deadline counts, not the job that closes what is past it. */
function isClosed({ message, now }: Pick<ReplyAttempt, "message" | "now">, from: readonly MessageStatus[]): boolean {
  return !from.includes(message.status) || message.expiresAt <= now;
}

export const replyChecks: readonly Check<ReplyAttempt>[] = [
  ["message.reply.error.not_creator", ({ message, callerId }) => message.receiverId !== callerId],
  ["message.reply.error.invalid_status", (attempt) => isClosed(attempt, messageMoves.reply.from)],
  ["message.reply.error.empty_content", ({ content }) => content.trim() === ""],
];

export const rejectChecks: readonly Check<Omit<ReplyAttempt, "content">>[] = [
  ["message.reject.error.not_creator", ({ message, callerId }) => message.receiverId !== callerId],
  ["message.reject.error.invalid_status", (attempt) => isClosed(attempt, messageMoves.reject.from)],
];
