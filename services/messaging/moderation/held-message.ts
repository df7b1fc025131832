import { messageRejected } from "#libs/contracts/messaging/index.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { MessageDoc } from "../data/message.model.ts";
import { revealInSession, sessionOf } from "../messages/data/chat-session.store.ts";
import { messageOf } from "../messages/data/message.store.ts";
import { endOfReplyWindow, mayMove, messageMoves, movedMessage, reminderOf } from "../messages/domain/message.ts";
import { type EndDeps, endMessage } from "../messages/ending/end-message.ts";
import { type PartyNames, recordMessageSent } from "../messages/send/commit-message.ts";
import { messageFacts } from "../messages/views/message-view.ts";
import type { ModerationDeps } from "./deps.ts";

/** A decision of a moderator about a message or an appeal. */
export interface ModeratorDecision {
  readonly moderatorId: string;
  readonly reason: string;
  readonly at: Date;
}

type DeliverDeps = EndDeps & Pick<ModerationDeps, "config" | "messages" | "messageLists" | "statements" | "outbox">;

/**
 * Delivers a message from quarantine: its reply window starts again, its statements are reversed, its creator is notified. Returns its new
 * status; null when it is not in quarantine or its window has passed.
 */
export async function deliverHeldMessage(
  deps: DeliverDeps,
  set: WorkingSet,
  { _id: messageId, senderId, receiverId, priceSnapshot, timeoutHours }: MessageDoc,
  { moderatorId, reason, at, ...names }: ModeratorDecision & PartyNames,
): Promise<"ESCROWED" | "DELIVERED" | null> {
  const move = priceSnapshot === null ? messageMoves.approveFree : messageMoves.approvePaid;
  await set.load([messageOf(messageId), sessionOf({ from: senderId, to: receiverId })]);
  const held = set.get(messageOf(messageId));
  if (!held || !mayMove(held, move, { openAt: at })) return null;
  const expiresAt = endOfReplyWindow(at, timeoutHours, deps.config.read("dm.timeout_unit_seconds"));
  const message = {
    ...movedMessage(held, move),
    expiresAt,
    openUntil: expiresAt,
    ...reminderOf(at, expiresAt),
    visibleTo: [senderId, receiverId],
  };
  set.put(messageOf(messageId), message);
  deps.messages.noteOpened(set, message);
  if (priceSnapshot !== null) await deps.escrow.reveal(set.tx, messageId);
  deps.messageLists.addEarlier(set, message);
  revealInSession(set, { messageId, from: senderId, to: receiverId, at });
  deps.statusLog.append(set, messageId, { from: held.status, to: move.to, actor: "MODERATOR", actorId: moderatorId, reason, at });
  await deps.statements.reverseAll(set.tx, messageId, at);
  recordMessageSent(deps, set, message, names);
  return move.to;
}

/** Rejects a message in quarantine and refunds a paid one. False when it is not in quarantine. */
export async function rejectHeldMessage(
  deps: EndDeps & Pick<ModerationDeps, "outbox">,
  set: WorkingSet,
  { _id: messageId }: MessageDoc,
  { moderatorId, reason, at }: ModeratorDecision,
): Promise<boolean> {
  const ending = { move: messageMoves.rejectHeld, actor: "MODERATOR", actorId: moderatorId, reason, at } as const;
  const ended = await endMessage(deps, set, messageId, ending);
  if (!ended) return false;
  const facts = messageFacts(ended.message);
  deps.outbox.record(set, messageRejected, { ...facts, refunded: ended.refunded, rejectedBy: "MODERATOR", reason });
  return true;
}
