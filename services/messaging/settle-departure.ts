import { messageRejected } from "#libs/contracts/messaging.ts";
import type { DataSubject } from "#libs/personal-data/personal-data.ts";
import type { Deps } from "./deps.ts";
import { messageMoves } from "./domain/message.ts";
import { endMessage } from "./end-message.ts";
import { noticeOf } from "./notice.ts";
import { settleAll } from "./settle-all.ts";

type DepartureDeps = Pick<Deps, "messages" | "escrow" | "statusLog" | "outbox" | "transaction" | "clock" | "config" | "logger" | "faults">;

/**
 * Ends what a leaving user has open, as fan and as creator: each message is closed in a transaction that also gives the money
 * of a paid one back. A bounded number at a time; true when nothing was open.
 */
export async function settleDeparture(deps: DepartureDeps, { userId }: Pick<DataSubject, "userId">): Promise<boolean> {
  const open = await deps.messages.openOf(userId, deps.config.read("messaging.expire_batch"));
  await settleAll(deps.logger, open, (id) => close(deps, id));
  return open.length === 0;
}

async function close(deps: DepartureDeps, id: string): Promise<void> {
  const at = deps.clock.now();
  const reason = "ACCOUNT_DELETED";
  await deps.transaction(async (tx) => {
    const ended = await endMessage(deps, tx, id, { move: messageMoves.close, actor: "SYSTEM", actorId: null, reason, at });
    if (!ended) return;
    const notice = noticeOf(ended.message);
    await deps.outbox.add(tx, messageRejected, { ...notice, refunded: ended.refunded, rejectedBy: "SYSTEM", reason });
  });
}
