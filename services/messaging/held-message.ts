import { messageRejected } from "#libs/contracts/messaging.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { MessageDoc } from "./data/message.store.ts";
import type { Deps } from "./deps.ts";
import { messageMoves } from "./domain/message.ts";
import { type Ended, endMessage } from "./end-message.ts";
import { noticeOf } from "./notice.ts";
import { endOfWindow } from "./reply-window.ts";
import { announce } from "./send/commit-message.ts";

type HeldDeps = Pick<Deps, "config" | "messages" | "sessions" | "statusLog" | "statements" | "outbox" | "escrow" | "faults">;

/** A moderator's word on a message in quarantine. */
export interface Word {
  readonly moderatorId: string;
  readonly reason: string;
  readonly at: Date;
}

/**
 * Delivers a message from quarantine: its window begins anew, its statement is reversed, its creator hears of it now.
 * Null when it is not in quarantine, or its window has passed.
 */
export async function deliverHeld(
  deps: HeldDeps,
  tx: Tx,
  { _id: id, senderId, receiverId, priceSnapshot, timeoutHours }: MessageDoc,
  { moderatorId, reason, at, senderName }: Word & { readonly senderName: string | null },
): Promise<"ESCROWED" | "DELIVERED" | null> {
  const expiresAt = endOfWindow(deps.config, at, timeoutHours);
  const status = priceSnapshot === null ? "DELIVERED" : "ESCROWED";
  const move = status === "ESCROWED" ? messageMoves.approvePaid : messageMoves.approveFree;
  const set = { expiresAt, openUntil: expiresAt, visibleTo: [senderId, receiverId] };
  const moved = await deps.messages.move(tx, id, move, { set, openAt: at });
  if (!moved) return null;
  const { message, from } = moved;
  if (priceSnapshot !== null) await deps.escrow.reveal(tx, id);
  await deps.sessions.reveal(tx, { messageId: id, from: senderId, to: receiverId, at });
  await deps.statusLog.add(tx, id, { from, to: status, actor: "MODERATOR", actorId: moderatorId, reason, at });
  await deps.statements.reverseOf(tx, id, at);
  await announce(deps, tx, message, senderName);
  return status;
}

/** Rejects a message in quarantine and refunds a paid one. Null when it is not in quarantine. */
export async function refuseHeld(
  deps: HeldDeps,
  tx: Tx,
  { _id: id }: MessageDoc,
  { moderatorId, reason, at }: Word,
): Promise<Ended | null> {
  const ended = await endMessage(deps, tx, id, { move: messageMoves.refuse, actor: "MODERATOR", actorId: moderatorId, reason, at });
  if (!ended) return null;
  const notice = noticeOf(ended.message);
  await deps.outbox.add(tx, messageRejected, { ...notice, refunded: ended.refunded, rejectedBy: "MODERATOR", reason });
  return ended;
}
