import { messageExpired } from "#libs/contracts/messaging.ts";
import type { Deps } from "./deps.ts";
import { messageMoves } from "./domain/message.ts";
import { endMessage } from "./end-message.ts";
import { noticeOf } from "./notice.ts";
import { settleAll } from "./settle-all.ts";

type ExpireDeps = Pick<Deps, "messages" | "escrow" | "statusLog" | "outbox" | "transaction" | "clock" | "config" | "logger" | "faults">;

/**
 * Closes messages whose reply window has passed and refunds the paid ones (spec 3.4), a bounded number, each in a
 * transaction of its own. May run anywhere, any number of times: each message expires once.
 */
export async function expireMessages(deps: ExpireDeps): Promise<void> {
  const at = deps.clock.now();
  const due = await deps.messages.due(at, deps.config.read("messaging.expire_batch"));
  await settleAll(deps.logger, due, (id) =>
    deps.transaction(async (tx) => {
      const ending = { move: messageMoves.expire, options: { dueAt: at }, actor: "SYSTEM", actorId: null, reason: null, at } as const;
      const ended = await endMessage(deps, tx, id, ending);
      if (!ended) return;
      const { message, refunded, heldBack } = ended;
      await deps.outbox.add(tx, messageExpired, { ...noticeOf(message), refunded, heldBack, expiredAt: at.toISOString() });
    }),
  );
}
