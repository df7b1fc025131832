import { messageExpiring } from "#libs/contracts/messaging/index.ts";
import type { Turns } from "#libs/platform/jobs/turns.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import { messageOf } from "../data/message.store.ts";
import type { MessagesDeps } from "../deps.ts";
import { mayMove, messageMoves } from "../domain/message.ts";
import { creatorShareOf, messageFacts } from "../views/message-view.ts";
import { forEachMessage } from "./for-each-message.ts";

type RemindDeps = Pick<MessagesDeps, "messages" | "parties" | "outbox" | "inTransaction" | "clock" | "config" | "logger">;

/**
 * Publishes that the time of messages runs out, each once and in its own transaction. Any number of processes may run this. A message that
 * was answered or has expired meanwhile has no reminder.
 */
export async function remindCreators(deps: RemindDeps, turns: Turns): Promise<void> {
  const at = deps.clock.now();
  const remind = async (messageId: string) => {
    const senderName = await nameOfSender(deps, messageId);
    await deps.inTransaction(async (set) => {
      await set.load([messageOf(messageId)]);
      const open = set.get(messageOf(messageId));
      if (!open?.remindAt) return;
      const message = { ...open, remindAt: undefined };
      set.put(messageOf(messageId), message);
      if (!mayMove(message, messageMoves.reply, { openAt: at })) return;
      const expiresAt = message.expiresAt.toISOString();
      deps.outbox.record(set, messageExpiring, { ...messageFacts(message), senderName, share: creatorShareOf(message), expiresAt });
    });
  };
  const list = (skip: number, limit: number) => deps.messages.listReminderIds(at, skip, limit);
  await turns.take(list, deps.config.read("messaging.expire_batch"), (due) => forEachMessage(deps.logger, due, remind));
}

/** A reminder without a name is better than one that waits until the account service is back. */
async function nameOfSender({ messages, parties, logger }: RemindDeps, messageId: string): Promise<string | null> {
  const message = await messages.find(messageId);
  let name: string | null = null;
  await bestEffort(logger, "get the name of a sender", async () => {
    if (message === null) return;
    const { displayName, username } = await parties.getUser(message.senderId);
    name = displayName ?? username;
  });
  return name;
}
