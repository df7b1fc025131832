import { messageRejected } from "#libs/contracts/messaging.ts";
import type { ClosingReason } from "./data/closing.store.ts";
import type { Deps } from "./deps.ts";
import { messageMoves } from "./domain/message.ts";
import { endMessage } from "./end-message.ts";
import { noticeOf } from "./notice.ts";

export type CloseDeps = Pick<Deps, "messages" | "escrow" | "statusLog" | "outbox" | "transaction" | "clock" | "faults">;

/**
 * Closes an open message because one of its parties is gone, in a transaction that also gives the money of a paid one back. One
 * that has ended stays as it is.
 */
export async function closeMessage(deps: CloseDeps, id: string, reason: ClosingReason | "ACCOUNT_DELETED"): Promise<void> {
  const at = deps.clock.now();
  await deps.transaction(async (tx) => {
    const ended = await endMessage(deps, tx, id, { move: messageMoves.close, actor: "SYSTEM", actorId: null, reason, at });
    if (!ended) return;
    const notice = noticeOf(ended.message);
    await deps.outbox.add(tx, messageRejected, { ...notice, refunded: ended.refunded, rejectedBy: "SYSTEM", reason });
  });
}
