import { MESSAGE_STATUSES, type MessageStatus } from "#libs/contracts/messaging/index.ts";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import { type Move, moves } from "#libs/kernel/state-machine.ts";

/**
 * The moves of a message (spec 3.4). REPLIED lasts only within the transaction of a reply: when the release of the money fails, the
 * reply is rolled back, so no move leads from REPLIED to an earlier status.
 */
export const messageMoves = moves(MESSAGE_STATUSES, {
  reply: { from: ["ESCROWED", "DELIVERED"], to: "REPLIED" },
  complete: { from: ["REPLIED"], to: "COMPLETED" },
  reject: { from: ["ESCROWED", "DELIVERED"], to: "REJECTED" },
  expire: { from: ["ESCROWED", "DELIVERED", "QUARANTINED"], to: "EXPIRED" },
  close: { from: ["ESCROWED", "DELIVERED", "QUARANTINED"], to: "REJECTED" },
  approvePaid: { from: ["QUARANTINED"], to: "ESCROWED" },
  approveFree: { from: ["QUARANTINED"], to: "DELIVERED" },
  rejectHeld: { from: ["QUARANTINED"], to: "REJECTED" },
});

/** The role of the user, or the system, that changed the status of a message. */
export type Actor = "FAN" | "CREATOR" | "MODERATOR" | "SYSTEM";

export type FirstStatus = "QUARANTINED" | "ESCROWED" | "DELIVERED";

/** The status of a new message. */
export function firstStatus({ flagged, paid }: { readonly flagged: boolean; readonly paid: boolean }): FirstStatus {
  if (flagged) return "QUARANTINED";
  return paid ? "ESCROWED" : "DELIVERED";
}

/** A status as users see it: a quarantined message is pending. */
export function outwardStatus<S extends MessageStatus>(status: S): Exclude<S, "QUARANTINED"> | "PENDING" {
  return status === "QUARANTINED" ? "PENDING" : (status as Exclude<S, "QUARANTINED">);
}

/** End of a reply window that opens now (spec 2.6). A test system may have hours of a few seconds. */
export function endOfReplyWindow(opensAt: Date, timeoutHours: number, secondsPerHour: number): Date {
  return new Date(opensAt.getTime() + timeoutHours * secondsPerHour * SECOND);
}

/** When the creator is reminded: a quarter of the window before its end, at least an hour. Nothing for a window that is not longer. */
export function reminderOf(opensAt: Date, expiresAt: Date): { readonly remindAt?: Date } {
  const end = expiresAt.getTime();
  const remindAt = end - Math.max((end - opensAt.getTime()) / 4, HOUR);
  return remindAt > opensAt.getTime() ? { remindAt: new Date(remindAt) } : {};
}

/** The fields of a message that decide which moves it may make. */
export interface MovableMessage {
  readonly status: MessageStatus;
  readonly expiresAt: Date;
}

/** The time conditions of a move. */
export interface MoveCondition {
  /** The reply window must be open at this instant. It closes at its end, even when the job that expires the message is late. */
  readonly openAt?: Date;
  /** The reply window must have passed at this instant. */
  readonly overdueAt?: Date;
}

/** Whether a message may make a move: its status allows the move, and the condition on its reply window holds. */
export function mayMove({ status, expiresAt }: MovableMessage, { from }: Move<MessageStatus>, condition: MoveCondition = {}): boolean {
  const { openAt, overdueAt } = condition;
  if (!from.includes(status)) return false;
  if (openAt && expiresAt <= openAt) return false;
  return !overdueAt || expiresAt <= overdueAt;
}

/** The fields of a message that waits for no reply. */
const CLOSED = { openUntil: undefined, remindAt: undefined, paidOpen: undefined } as const;
const CLOSED_STATUSES: readonly MessageStatus[] = ["COMPLETED", "EXPIRED", "REJECTED"];

/** A message after a move. */
export function movedMessage<M extends MovableMessage>(message: M, { to }: Move<MessageStatus>): M {
  return { ...message, status: to, ...(CLOSED_STATUSES.includes(to) && CLOSED) };
}

/** A message with its reply, after the moves `reply` and `complete`. Its receiver has read it at the latest now. */
export function answeredMessage<
  M extends MovableMessage & { readonly receiverReadAt?: Date | undefined },
  R extends { readonly sentAt: Date },
>(message: M, reply: R) {
  const { receiverReadAt } = message;
  const wasRead = receiverReadAt !== undefined && receiverReadAt < reply.sentAt;
  return { ...movedMessage(message, messageMoves.complete), reply, receiverReadAt: wasRead ? receiverReadAt : reply.sentAt };
}
