import { messageQuarantined, messageSent } from "#libs/contracts/messaging/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { CompiledRule } from "../../rules/domain/moderation-rule.ts";
import { statementOfQuarantine } from "../../rules/domain/statement.ts";
import type { MessageDoc } from "../data/message.model.ts";
import { insertConflictOf } from "../data/message.store.ts";
import type { MessagesDeps } from "../deps.ts";
import { endOfReplyWindow, firstStatus, outwardStatus } from "../domain/message.ts";
import { searchContentOf } from "../domain/search-content.ts";
import { messageFacts } from "../views/message-view.ts";
import { type LoadedFacts, type MessageDraft, timeoutHoursOf } from "./draft.ts";

/** Everything from which a new message is composed. */
export interface Composition {
  readonly draft: MessageDraft;
  readonly facts: LoadedFacts;
  /** The moderation rules that the text matches. */
  readonly flags: readonly CompiledRule[];
  readonly timeoutHours: number | undefined;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: string;
}

/** A message before its session is known. */
export type NewMessage = Omit<MessageDoc, "sessionId">;

type ComposeDeps = Pick<MessagesDeps, "config" | "texts">;
type CommitDeps = Pick<MessagesDeps, "transaction" | "sessions" | "messages" | "escrow" | "statusLog" | "statements" | "outbox" | "faults">;

/** The message as it will be stored, with the settings that apply now (spec 4.10). */
export function composeMessage(deps: ComposeDeps, { draft, facts, flags, ...request }: Composition): NewMessage {
  const { messageId, senderId, receiverId, content, dmType, price, now } = draft;
  const status = firstStatus({ flagged: flags.length > 0, paid: price !== null });
  const timeoutHours = timeoutHoursOf(deps.config, facts, request.timeoutHours);
  const expiresAt = endOfReplyWindow(now, timeoutHours, deps.config.read("dm.timeout_unit_seconds"));
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
 * Stores a message in one transaction with its session, escrow, status log, statement of reasons and event. Throws
 * `message.send.error.pending_paid_exists`, `payment.escrow.*` or the error of the store; then nothing is stored.
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
    if (insertConflictOf(error) === "pendingPaid") throw new AppError("message.send.error.pending_paid_exists");
    throw error;
  }
}

async function writeMessage(
  deps: CommitDeps,
  tx: Tx,
  newMessage: NewMessage,
  { facts, flags }: Pick<Composition, "facts" | "flags">,
): Promise<void> {
  const { _id: messageId, senderId, receiverId, sentAt: at, status, priceSnapshot, commissionRate } = newMessage;
  const visible = status !== "QUARANTINED";
  const sessionId = await deps.sessions.appendEntry(tx, { messageId, from: senderId, to: receiverId, visible, at });
  const message: MessageDoc = { ...newMessage, sessionId };
  await deps.messages.insert(tx, message);
  if (priceSnapshot !== null) {
    await deps.faults.hit("messaging.send.escrow");
    const terms = { amount: priceSnapshot, commissionRate, concealed: !visible };
    await deps.escrow.hold(tx, { messageId, fanId: senderId, creatorUserId: receiverId, ...terms });
  }
  await deps.statusLog.append(tx, messageId, { from: null, to: status, actor: "FAN", actorId: senderId, reason: null, at });
  if (visible) await publishMessageSent(deps, tx, message, facts.senderName);
  else await issueStatement(deps, tx, message, flags);
  await deps.faults.hit("messaging.send.commit");
}

/** Publishes that a message has reached its creator. */
export async function publishMessageSent(
  { outbox }: Pick<MessagesDeps, "outbox">,
  tx: Tx,
  message: MessageDoc,
  senderName: string | null,
): Promise<void> {
  await outbox.add(tx, messageSent, {
    ...messageFacts(message),
    status: message.priceSnapshot === null ? "DELIVERED" : "ESCROWED",
    senderName,
    expiresAt: message.expiresAt.toISOString(),
    sentAt: message.sentAt.toISOString(),
  });
}

/** Stores the statement of reasons about a quarantined message, and publishes that there is one. */
async function issueStatement(
  { statements, outbox }: Pick<MessagesDeps, "statements" | "outbox">,
  tx: Tx,
  message: MessageDoc,
  flags: readonly CompiledRule[],
): Promise<void> {
  const { _id: messageId, senderId, sentAt: issuedAt } = message;
  const statementId = uuid();
  const text = statementOfQuarantine(flags);
  await statements.insert(tx, { ...text, _id: statementId, messageId, senderId, ruleIds: flags.map(({ id }) => id), issuedAt });
  await outbox.add(tx, messageQuarantined, { ...messageFacts(message), statementId, category: text.category });
}
