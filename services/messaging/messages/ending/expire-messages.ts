import { messageExpired } from "#libs/contracts/messaging/index.ts";
import type { Turns } from "#libs/platform/jobs/turns.ts";
import type { MessagesDeps } from "../deps.ts";
import { messageMoves } from "../domain/message.ts";
import { messageFacts } from "../views/message-view.ts";
import { type EndDeps, endMessage } from "./end-message.ts";
import { forEachMessage } from "./for-each-message.ts";

type ExpireDeps = EndDeps & Pick<MessagesDeps, "messages" | "outbox" | "inTransaction" | "clock" | "config" | "logger">;

/**
 * Expires a batch of messages whose reply window has passed, and refunds the paid ones (spec 3.4), each in its own transaction. Any number
 * of processes may run this: each message expires once.
 */
export async function expireMessages(deps: ExpireDeps, turns: Turns): Promise<void> {
  const at = deps.clock.now();
  const expire = (messageId: string) =>
    deps.inTransaction(async (set) => {
      const ending = { move: messageMoves.expire, condition: { overdueAt: at }, actor: "SYSTEM", actorId: null, reason: null, at } as const;
      const ended = await endMessage(deps, set, messageId, ending);
      if (!ended) return;
      const { message, refunded, heldBack } = ended;
      deps.outbox.record(set, messageExpired, { ...messageFacts(message), refunded, heldBack, expiredAt: at.toISOString() });
    });
  const list = (skip: number, limit: number) => deps.messages.listOverdueIds(at, skip, limit);
  await turns.take(list, deps.config.read("messaging.expire_batch"), (overdue) => forEachMessage(deps.logger, overdue, expire));
}
