import { messageRejected } from "#libs/contracts/messaging/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { type Turns, turns } from "#libs/platform/jobs/turns.ts";
import type { ClosingDoc, ClosingReason } from "../data/closing.store.ts";
import type { MessagesDeps } from "../deps.ts";
import { messageMoves } from "../domain/message.ts";
import { messageFacts } from "../views/message-view.ts";
import { type EndDeps, endMessage } from "./end-message.ts";
import { forEachMessage } from "./for-each-message.ts";

export type CloseDeps = EndDeps & Pick<MessagesDeps, "messages" | "outbox" | "inTransaction" | "clock" | "config" | "logger">;

const CLOSINGS_PER_RUN = 20;

/** A send that began before a ban may commit after it, so a closing stays open at least this long. */
const MIN_CLOSING_MS = MINUTE;

type SweepDeps = CloseDeps & Pick<MessagesDeps, "closings">;
/** By closing: the place in the list of its open messages. */
type Places = Map<string, Turns>;

/** Closes and refunds open messages for which that was requested, in batches. Resolves to whether any closing was requested. */
export async function closeMessagesOfBannedUsers(deps: SweepDeps, places: Places = new Map()): Promise<boolean> {
  const requested = await deps.closings.list(CLOSINGS_PER_RUN);
  // The closings of users who were reinstated are gone.
  if (requested.length === 0) places.clear();
  for (const closing of requested) await sweep(deps, closing, places);
  return requested.length > 0;
}

async function sweep(deps: SweepDeps, closing: ClosingDoc, places: Places): Promise<void> {
  const { _id, userId, reason, requestedAt } = closing;
  const at = deps.clock.now();
  const limit = deps.config.read("messaging.expire_batch");
  const place = places.get(_id) ?? turns();
  let isEmpty = false;
  const list = async (skip: number, size: number) => {
    const open = (await openMessages(deps, { userId, reason }, skip + size)).slice(skip);
    isEmpty = skip === 0 && open.length === 0;
    return open;
  };
  await place.take(list, limit, (open) => forEachMessage(deps.logger, open, (messageId) => closeMessage(deps, messageId, reason)));
  // A closing that is dated far ahead was requested under a fast clock. Its minute is over, too.
  const isFinished = isEmpty && Math.abs(at.getTime() - requestedAt.getTime()) > MIN_CLOSING_MS;
  if (isFinished) places.delete(_id);
  else places.set(_id, place);
  await (isFinished ? deps.closings.deleteUnchanged(closing) : deps.closings.markSwept(closing, at));
}

function openMessages(
  { messages }: CloseDeps,
  { userId, reason }: Pick<ClosingDoc, "userId" | "reason">,
  limit: number,
): Promise<string[]> {
  if (reason === "USER_BANNED") return messages.listOpenIds(userId, limit);
  return reason === "CHARGEBACK" ? messages.listOpenPaidIdsFrom(userId, limit) : messages.listOpenPaidIds(userId, limit);
}

/** Closes a batch of the open messages from and to a user who deletes the account. True when there were none. */
export async function closeMessagesOfLeavingUser(deps: CloseDeps, userId: string): Promise<boolean> {
  const open = await deps.messages.listOpenIds(userId, deps.config.read("messaging.expire_batch"));
  await forEachMessage(deps.logger, open, (messageId) => closeMessage(deps, messageId, "ACCOUNT_DELETED"));
  return open.length === 0;
}

/** Closes a message and refunds a paid one, in one transaction. A message that has ended is not changed. */
async function closeMessage(deps: CloseDeps, messageId: string, reason: ClosingReason | "ACCOUNT_DELETED"): Promise<void> {
  const at = deps.clock.now();
  await deps.inTransaction(async (set) => {
    const ended = await endMessage(deps, set, messageId, { move: messageMoves.close, actor: "SYSTEM", actorId: null, reason, at });
    if (!ended) return;
    const facts = messageFacts(ended.message);
    deps.outbox.record(set, messageRejected, { ...facts, refunded: ended.refunded, rejectedBy: "SYSTEM", reason });
  });
}
