import type { SyncCheck } from "#libs/errors/refuse.ts";
import { isBlank } from "#libs/kernel/readable-text.ts";
import { type MovableMessage, mayMove, messageMoves } from "./message.ts";

/** A creator's attempt to reply to a message. */
export interface ReplyAttempt {
  readonly callerId: string;
  readonly content: string;
  readonly now: Date;
  readonly message: MovableMessage & { readonly receiverId: string };
}

export const replyChecks: readonly SyncCheck<ReplyAttempt>[] = [
  ["message.reply.error.not_creator", ({ message, callerId }) => message.receiverId !== callerId],
  ["message.reply.error.invalid_status", ({ message, now }) => !mayMove(message, messageMoves.reply, { openAt: now })],
  ["message.reply.error.empty_content", ({ content }) => isBlank(content)],
];

export const rejectChecks: readonly SyncCheck<Omit<ReplyAttempt, "content">>[] = [
  ["message.reject.error.not_creator", ({ message, callerId }) => message.receiverId !== callerId],
  ["message.reject.error.invalid_status", ({ message, now }) => !mayMove(message, messageMoves.reject, { openAt: now })],
];
