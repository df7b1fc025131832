import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { MessageDoc } from "../../data/message.model.ts";
import { refundNeeds } from "../../wallet/escrow/escrow-desk.ts";
import { messageOf } from "../data/message.store.ts";
import type { MessagesDeps } from "../deps.ts";
import { type Actor, type MoveCondition, mayMove, movedMessage } from "../domain/message.ts";

export type EndDeps = Pick<MessagesDeps, "escrow" | "statusLog">;

/** How a message ends without a reply. */
export interface Ending {
  readonly move: Move<MessageStatus>;
  readonly condition?: MoveCondition;
  readonly actor: Actor;
  readonly actorId: string | null;
  readonly reason: string | null;
  readonly at: Date;
}

export interface EndedMessage {
  readonly message: MessageDoc;
  readonly refunded: boolean;
  /** The message was in quarantine, so its receiver never saw it. */
  readonly heldBack: boolean;
}

/**
 * Ends a message without a reply, and refunds a paid one in the same transaction. Of several attempts to end a message one succeeds;
 * the others get null.
 */
export async function endMessage(deps: EndDeps, set: WorkingSet, messageId: string, ending: Ending): Promise<EndedMessage | null> {
  const { move, condition, actor, actorId, reason, at } = ending;
  await set.load([messageOf(messageId)]);
  const open = set.get(messageOf(messageId));
  if (!open || !mayMove(open, move, condition)) return null;
  const message = movedMessage(open, move);
  set.put(messageOf(messageId), message);
  const refunded = message.priceSnapshot !== null;
  if (refunded) {
    set.hit("messaging.end.refund");
    await set.load(refundNeeds({ messageId, fanId: message.senderId }));
    deps.escrow.refund(set, messageId);
  }
  deps.statusLog.append(set, messageId, { from: open.status, to: message.status, actor, actorId, reason, at });
  return { message, refunded, heldBack: open.status === "QUARANTINED" };
}
