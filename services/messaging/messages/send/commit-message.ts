import { GroupBroken } from "#libs/contract-kit/packing/shared-work.ts";
import { type Origin, runningOrigin } from "#libs/contract-kit/running-action.ts";
import { messageQuarantined, messageSent } from "#libs/contracts/messaging/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey, refusedIndexOf } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { CompiledRule } from "../../rules/domain/moderation-rule.ts";
import { statementOfQuarantine } from "../../rules/domain/statement.ts";
import type { MessageDoc } from "../data/message.model.ts";
import { insertConflictOf } from "../data/message.store.ts";
import type { MessagesDeps } from "../deps.ts";
import { endOfReplyWindow, firstStatus, outwardStatus } from "../domain/message.ts";
import { searchContentOf } from "../domain/search-content.ts";
import { sharedCommit } from "../shared-commit.ts";
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

/** A message that waits for its transaction. */
interface UnsentMessage extends Pick<Composition, "facts" | "flags"> {
  readonly message: NewMessage;
  readonly origin: Origin;
}

/** A message with the session to which it belongs. */
interface EnteredMessage extends UnsentMessage {
  readonly message: MessageDoc;
}

/**
 * Stores a message in one transaction with its session, escrow, status log, statement of reasons and event. Throws
 * `message.send.error.pending_paid_exists`, `payment.escrow.*` or the error of the store; then nothing is stored.
 */
export type CommitMessage = (message: NewMessage, composition: Pick<Composition, "facts" | "flags">) => Promise<void>;

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

/** Messages that are sent while others are being stored share the next transaction. */
export function messageCommits(deps: CommitDeps): CommitMessage {
  const commit = sharedCommit<UnsentMessage>("messaging.send", {
    run: (unsent) => deps.transaction((tx) => writeMessages(deps, tx, unsent)),
    callerOf: ({ message }) => message.senderId,
  });
  return async (message, { facts, flags }) => {
    const unsent = { message, facts, flags, origin: runningOrigin() };
    try {
      await commit(unsent).catch((error: unknown) => {
        // Another first message of the pair has just created the session.
        if (isDuplicateKey(error, "pairKey")) return commit(unsent);
        throw error;
      });
    } catch (error) {
      if (insertConflictOf(error) === "pendingPaid") throw new AppError("message.send.error.pending_paid_exists");
      throw error;
    }
  };
}

async function writeMessages(deps: CommitDeps, tx: Tx, unsent: readonly UnsentMessage[]): Promise<void> {
  const entries = unsent.map(({ message: { _id: messageId, senderId: from, receiverId: to, sentAt: at, ...message } }) => {
    return { messageId, from, to, visible: isVisible(message), at };
  });
  const sessionIds = await deps.sessions.appendEntries(tx, entries);
  const sent = unsent.map((each, index): EnteredMessage => ({ ...each, message: { ...each.message, sessionId: sessionIds[index] ?? "" } }));
  await insertMessages(deps, tx, sent);
  await holdPrices(deps, tx, sent);
  await deps.statusLog.appendAll(
    tx,
    sent.map(({ message: { _id: messageId, status: to, senderId: actorId, sentAt: at } }) => {
      return { messageId, entries: [{ from: null, to, actor: "FAN", actorId, reason: null, at }] };
    }),
  );
  const visible = sent.filter(({ message }) => isVisible(message));
  await deps.outbox.addAll(
    tx,
    messageSent,
    visible.map(({ message, facts, origin }) => ({ payload: messageSentFacts(message, facts.senderName), origin })),
  );
  for (const held of sent) if (!visible.includes(held)) await issueStatement(deps, tx, held);
  await deps.faults.hit("messaging.send.commit");
}

const isVisible = ({ status }: Pick<NewMessage, "status">): boolean => status !== "QUARANTINED";

async function insertMessages({ messages }: CommitDeps, tx: Tx, sent: readonly EnteredMessage[]): Promise<void> {
  try {
    await messages.insert(
      tx,
      sent.map(({ message }) => message),
    );
  } catch (error) {
    const index = refusedIndexOf(error);
    throw index === null || sent.length === 1 ? error : new GroupBroken(index, error);
  }
}

async function holdPrices({ faults, escrow }: CommitDeps, tx: Tx, sent: readonly EnteredMessage[]): Promise<void> {
  const holds = sent.flatMap(({ message }) => {
    const { _id: messageId, senderId: fanId, receiverId: creatorUserId, priceSnapshot: amount, commissionRate } = message;
    return amount === null ? [] : [{ messageId, fanId, creatorUserId, amount, commissionRate, concealed: !isVisible(message) }];
  });
  if (holds.length === 0) return;
  await faults.hit("messaging.send.escrow");
  try {
    await escrow.holdAll(tx, holds);
  } catch (error) {
    // Its place among all messages, where some are free.
    const broken = error instanceof GroupBroken ? holds[error.index] : undefined;
    if (!broken) throw error;
    const index = sent.findIndex(({ message }) => message._id === broken.messageId);
    throw new GroupBroken(index, (error as GroupBroken).cause);
  }
}

/** Publishes that a message has reached its creator. */
export async function publishMessageSent(
  { outbox }: Pick<MessagesDeps, "outbox">,
  tx: Tx,
  message: MessageDoc,
  senderName: string | null,
): Promise<void> {
  await outbox.add(tx, messageSent, messageSentFacts(message, senderName));
}

function messageSentFacts(message: MessageDoc, senderName: string | null) {
  return {
    ...messageFacts(message),
    status: message.priceSnapshot === null ? ("DELIVERED" as const) : ("ESCROWED" as const),
    senderName,
    expiresAt: message.expiresAt.toISOString(),
    sentAt: message.sentAt.toISOString(),
  };
}

/** Stores the statement of reasons about a quarantined message, and publishes that there is one. */
async function issueStatement(
  { statements, outbox }: Pick<MessagesDeps, "statements" | "outbox">,
  tx: Tx,
  { message, flags, origin }: EnteredMessage,
): Promise<void> {
  const { _id: messageId, senderId, sentAt: issuedAt } = message;
  const statementId = uuid();
  const text = statementOfQuarantine(flags);
  await statements.insert(tx, { ...text, _id: statementId, messageId, senderId, ruleIds: flags.map(({ id }) => id), issuedAt });
  const payload = { ...messageFacts(message), statementId, category: text.category };
  await outbox.addAll(tx, messageQuarantined, [{ payload, origin }]);
}
