import { messageQuarantined, messageSent } from "#libs/contracts/messaging.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { insertConflict, type MessageDoc } from "../data/message.store.ts";
import type { Deps } from "../deps.ts";
import { firstStatus, outwardStatus } from "../domain/message.ts";
import type { CompiledRule } from "../domain/moderation.ts";
import { searchContentOf } from "../domain/search-content.ts";
import { statementOfFlags } from "../domain/statement.ts";
import { noticeOf } from "../notice.ts";
import { endOfWindow } from "../reply-window.ts";
import { type LoadedFacts, type MessageDraft, timeoutHoursOf } from "./draft.ts";

export interface Composition {
  readonly draft: MessageDraft;
  readonly facts: LoadedFacts;
  /** The moderation rules that the text breaks. */
  readonly flags: readonly CompiledRule[];
  readonly timeoutHours: number | undefined;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: string;
}

export type NewMessage = Omit<MessageDoc, "sessionId">;

type ComposeDeps = Pick<Deps, "config" | "texts">;
type CommitDeps = Pick<Deps, "transaction" | "sessions" | "messages" | "escrow" | "statusLog" | "statements" | "outbox" | "faults">;

/** The message as it will be stored, with the rules of this moment (spec 4.10). */
export function composeMessage(deps: ComposeDeps, { draft, facts, flags, ...request }: Composition): NewMessage {
  const { messageId, senderId, receiverId, content, dmType, price, now } = draft;
  const status = firstStatus({ flagged: flags.length > 0, paid: price !== null });
  const timeoutHours = timeoutHoursOf(deps.config, facts, request.timeoutHours);
  const expiresAt = endOfWindow(deps.config, now, timeoutHours);
  const level = facts.level ?? "BRONZE";
  return {
    _id: messageId,
    senderId,
    receiverId,
    content: deps.texts.seal(messageId, senderId, receiverId, content),
    searchContent: deps.config.read("messaging.search_projection") ? searchContentOf(content) : null,
    dmType,
    priceSnapshot: price,
    currency: CURRENCY,
    commissionRate: deps.config.read(`creator.commission_${level.toLowerCase() as Lowercase<typeof level>}`),
    timeoutHours,
    status,
    sentAs: outwardStatus(status),
    visibleTo: status === "QUARANTINED" ? [senderId] : [senderId, receiverId],
    sentAt: now,
    expiresAt,
    openUntil: expiresAt,
    requestHash: request.requestHash,
    ...(price === null ? { freeDay: utcDay(now) } : { paidOpen: true }),
    ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
  };
}

/**
 * Stores a message with everything that must be true together with it: session, escrow, log, statement of reasons, event.
 * Throws `message.send.error.pending_paid_exists`, `payment.escrow.*`, or what failed; then nothing of it is stored.
 */
export async function commitMessage(deps: CommitDeps, message: NewMessage, { facts, flags }: Composition): Promise<void> {
  const write = () => deps.transaction((tx) => writeMessage(deps, tx, message, { facts, flags }));
  try {
    await write().catch((error: unknown) => {
      // Another first message of the pair has just created the session.
      if (isDuplicateKey(error, "pairKey")) return write();
      throw error;
    });
  } catch (error) {
    if (insertConflict(error) === "pendingPaid") throw new AppError("message.send.error.pending_paid_exists");
    throw error;
  }
}

async function writeMessage(
  deps: CommitDeps,
  tx: Tx,
  unbound: NewMessage,
  { facts, flags }: Pick<Composition, "facts" | "flags">,
): Promise<void> {
  const { _id: messageId, senderId, receiverId, sentAt: at, status, priceSnapshot, commissionRate } = unbound;
  const visible = status !== "QUARANTINED";
  const sessionId = await deps.sessions.enter(tx, { messageId, from: senderId, to: receiverId, visible, at });
  const message: MessageDoc = { ...unbound, sessionId };
  await deps.messages.insert(tx, message);
  if (priceSnapshot !== null) {
    await deps.faults.hit("messaging.send.escrow");
    const terms = { amount: priceSnapshot, commissionRate, concealed: !visible };
    await deps.escrow.hold(tx, { messageId, fanId: senderId, creatorUserId: receiverId, ...terms });
  }
  await deps.statusLog.add(tx, messageId, { from: null, to: status, actor: "FAN", actorId: senderId, reason: null, at });
  if (visible) await announce(deps, tx, message, facts.senderName);
  else await stateReasons(deps, tx, message, flags);
  await deps.faults.hit("messaging.send.commit");
}

/** Tells the world that a message has reached its creator. */
export async function announce({ outbox }: Pick<Deps, "outbox">, tx: Tx, message: MessageDoc, senderName: string | null): Promise<void> {
  await outbox.add(tx, messageSent, {
    ...noticeOf(message),
    status: message.priceSnapshot === null ? "DELIVERED" : "ESCROWED",
    senderName,
    expiresAt: message.expiresAt.toISOString(),
    sentAt: message.sentAt.toISOString(),
  });
}

async function stateReasons(
  { statements, outbox }: Pick<Deps, "statements" | "outbox">,
  tx: Tx,
  message: MessageDoc,
  flags: readonly CompiledRule[],
): Promise<void> {
  const { _id: messageId, senderId, sentAt: issuedAt } = message;
  const statementId = uuid();
  const text = statementOfFlags(flags);
  await statements.insert(tx, { ...text, _id: statementId, messageId, senderId, ruleIds: flags.map(({ id }) => id), issuedAt });
  await outbox.add(tx, messageQuarantined, { ...noticeOf(message), statementId, category: text.category });
}
