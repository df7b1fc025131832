import { messageRejected } from "#libs/contracts/messaging.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import type { ClosingDoc } from "./data/closing.store.ts";
import type { Deps } from "./deps.ts";
import { messageMoves } from "./domain/message.ts";
import { endMessage } from "./end-message.ts";
import { noticeOf } from "./notice.ts";
import { settleAll } from "./settle-all.ts";

type CloseDeps = Pick<
  Deps,
  "messages" | "escrow" | "statusLog" | "outbox" | "transaction" | "clock" | "config" | "logger" | "faults" | "closings"
>;

const USERS_PER_RUN = 20;

/** A send that began before the request may commit a moment after it. */
const STRAGGLERS_MS = MINUTE;

/** Ends and refunds the open messages of banned users and creators, in bounded steps. */
export async function closeMessages(deps: CloseDeps): Promise<void> {
  for (const closing of await deps.closings.open(USERS_PER_RUN)) await closeFor(deps, closing);
}

async function closeFor(deps: CloseDeps, closing: ClosingDoc): Promise<void> {
  const at = deps.clock.now();
  const limit = deps.config.read("messaging.expire_batch");
  const { userId, reason } = closing;
  const open = reason === "USER_BANNED" ? await deps.messages.openOf(userId, limit) : await deps.messages.openPaidTo(userId, limit);
  await settleAll(deps.logger, open, (id) => close(deps, id, closing, at));
  const isOver = open.length === 0 && at.getTime() - closing.requestedAt.getTime() > STRAGGLERS_MS;
  await (isOver ? deps.closings.finish(closing) : deps.closings.swept(closing, at));
}

async function close(deps: CloseDeps, id: string, { reason }: ClosingDoc, at: Date): Promise<void> {
  await deps.transaction(async (tx) => {
    const ended = await endMessage(deps, tx, id, { move: messageMoves.close, actor: "SYSTEM", actorId: null, reason, at });
    if (!ended) return;
    const notice = noticeOf(ended.message);
    await deps.outbox.add(tx, messageRejected, { ...notice, refunded: ended.refunded, rejectedBy: "SYSTEM", reason });
  });
}
