import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageDoc } from "../data/message.model.ts";
import type { MoveOptions } from "../data/message.store.ts";
import type { MessagesDeps } from "../deps.ts";
import type { Actor } from "../domain/message.ts";

export type EndDeps = Pick<MessagesDeps, "messages" | "escrow" | "statusLog" | "faults">;

/** How a message ends without a reply. */
export interface Ending {
  readonly move: Move<MessageStatus>;
  readonly options?: MoveOptions;
  readonly actor: Actor;
  readonly actorId: string | null;
  readonly reason: string | null;
  readonly at: Date;
}

export interface EndedMessage {
  readonly message: MessageDoc;
  readonly refunded: boolean;
  /** The message was in quarantine: its receiver never saw it. */
  readonly heldBack: boolean;
}

/**
 * Ends a message without a reply, and refunds a paid one in the same transaction. Of several attempts to end a message one succeeds;
 * the others get null.
 */
export async function endMessage(deps: EndDeps, tx: Tx, messageId: string, ending: Ending): Promise<EndedMessage | null> {
  const { move, options, actor, actorId, reason, at } = ending;
  const moved = await deps.messages.move(tx, messageId, move, options);
  if (!moved) return null;
  const { message, from } = moved;
  const refunded = message.priceSnapshot !== null;
  if (refunded) {
    await deps.faults.hit("messaging.end.refund");
    await deps.escrow.refund(tx, messageId);
  }
  await deps.statusLog.append(tx, messageId, { from, to: message.status, actor, actorId, reason, at });
  return { message, refunded, heldBack: from === "QUARANTINED" };
}
