import { messageRejected } from "#libs/contracts/messaging/index.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageDoc } from "../messages/data/message.model.ts";
import { endOfReplyWindow, messageMoves } from "../messages/domain/message.ts";
import { type EndDeps, endMessage } from "../messages/ending/end-message.ts";
import { publishMessageSent } from "../messages/send/commit-message.ts";
import { messageFacts } from "../messages/views/message-view.ts";
import type { ModerationDeps } from "./deps.ts";

/** A decision of a moderator about a message or an appeal. */
export interface ModeratorDecision {
  readonly moderatorId: string;
  readonly reason: string;
  readonly at: Date;
}

type DeliverDeps = EndDeps & Pick<ModerationDeps, "config" | "sessions" | "messageLists" | "statements" | "outbox">;

/**
 * Delivers a message from quarantine: its reply window starts again, its statements are reversed, its creator is notified. Returns its
 * new status; null when it is not in quarantine or its window has passed.
 */
export async function deliverHeldMessage(
  deps: DeliverDeps,
  tx: Tx,
  { _id: messageId, senderId, receiverId, priceSnapshot, timeoutHours }: MessageDoc,
  { moderatorId, reason, at, senderName }: ModeratorDecision & { readonly senderName: string | null },
): Promise<"ESCROWED" | "DELIVERED" | null> {
  const expiresAt = endOfReplyWindow(at, timeoutHours, deps.config.read("dm.timeout_unit_seconds"));
  const status = priceSnapshot === null ? "DELIVERED" : "ESCROWED";
  const move = status === "ESCROWED" ? messageMoves.approvePaid : messageMoves.approveFree;
  const set = { expiresAt, openUntil: expiresAt, visibleTo: [senderId, receiverId] };
  const moved = await deps.messages.move(tx, messageId, move, { set, openAt: at });
  if (!moved) return null;
  const { message, from } = moved;
  if (priceSnapshot !== null) await deps.escrow.reveal(tx, messageId);
  await deps.messageLists.addEarlier(tx, message);
  await deps.sessions.revealEntry(tx, { messageId, from: senderId, to: receiverId, at });
  await deps.statusLog.append(tx, messageId, { from, to: status, actor: "MODERATOR", actorId: moderatorId, reason, at });
  await deps.statements.reverseAll(tx, messageId, at);
  await publishMessageSent(deps, tx, message, senderName);
  return status;
}

/** Rejects a message in quarantine and refunds a paid one. False when it is not in quarantine. */
export async function rejectHeldMessage(
  deps: EndDeps & Pick<ModerationDeps, "outbox">,
  tx: Tx,
  { _id: messageId }: MessageDoc,
  { moderatorId, reason, at }: ModeratorDecision,
): Promise<boolean> {
  const ending = { move: messageMoves.rejectHeld, actor: "MODERATOR", actorId: moderatorId, reason, at } as const;
  const ended = await endMessage(deps, tx, messageId, ending);
  if (!ended) return false;
  const facts = messageFacts(ended.message);
  await deps.outbox.add(tx, messageRejected, { ...facts, refunded: ended.refunded, rejectedBy: "MODERATOR", reason });
  return true;
}
