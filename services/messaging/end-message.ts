import type { MessageStatus } from "#libs/contracts/messaging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { MessageDoc, MoveOptions } from "./data/message.store.ts";
import type { Deps } from "./deps.ts";
import type { Actor } from "./domain/message.ts";

/** How a message ends without an answer. */
export interface Ending {
  readonly move: Move<MessageStatus>;
  readonly options?: MoveOptions;
  readonly actor: Actor;
  readonly actorId: string | null;
  readonly reason: string | null;
  readonly at: Date;
}

export interface Ended {
  readonly message: MessageDoc;
  readonly refunded: boolean;
  /** It was in quarantine until now: its receiver never saw it. */
  readonly heldBack: boolean;
}

type EndDeps = Pick<Deps, "messages" | "escrow" | "statusLog" | "faults">;

/**
 * Ends a message if it is still where the move starts, and gives the whole price of a paid one back, in one transaction:
 * of several that want to end it, one does. Returns null for the others.
 */
export async function endMessage(deps: EndDeps, tx: Tx, id: string, ending: Ending): Promise<Ended | null> {
  const { move, options, actor, actorId, reason, at } = ending;
  const moved = await deps.messages.move(tx, id, move, options);
  if (!moved) return null;
  const { message, from } = moved;
  const refunded = message.priceSnapshot !== null;
  if (refunded) {
    await deps.faults.hit("messaging.end.refund");
    await deps.escrow.refund(tx, id);
  }
  await deps.statusLog.add(tx, id, { from, to: message.status, actor, actorId, reason, at });
  return { message, refunded, heldBack: from === "QUARANTINED" };
}
