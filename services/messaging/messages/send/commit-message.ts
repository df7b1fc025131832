import { messageQuarantined, messageSent } from "#libs/contracts/messaging/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Money } from "#libs/kernel/money.ts";
import { batchedTransaction } from "#libs/platform/mongo/batched-transaction.ts";
import type { Key, LoadedSet, WorkingSet } from "#libs/platform/mongo/working-set.ts";
import type { MessageDoc } from "../../data/message.model.ts";
import type { CompiledRule } from "../../rules/domain/moderation-rule.ts";
import { categoryOfQuarantine, statementOfQuarantine } from "../../rules/domain/statement.ts";
import { holdNeeds, holdsAny } from "../../wallet/escrow/escrow-desk.ts";
import { appendToSession, sessionOf } from "../data/chat-session.store.ts";
import { insertConflictOf, openPaidOf } from "../data/message.store.ts";
import type { MessagesDeps } from "../deps.ts";
import { endOfReplyWindow, firstStatus, outwardStatus, reminderOf } from "../domain/message.ts";
import { searchContentOf } from "../domain/search-content.ts";
import { creatorShareOf, messageFacts } from "../views/message-view.ts";
import { commissionRateOf, type LoadedFacts, type MessageDraft, timeoutHoursOf } from "./draft.ts";

/** The parts of a new message. */
export interface Composition {
  readonly draft: MessageDraft;
  readonly facts: LoadedFacts;
  /** The moderation rules that the text matches. */
  readonly flags: readonly CompiledRule[];
  readonly idempotencyKey: string | undefined;
  readonly requestHash: string;
}

/** A message before its session is known. */
export type NewMessage = Omit<MessageDoc, "sessionId">;

type ComposeDeps = Pick<MessagesDeps, "config" | "texts">;
type CommitDeps = Pick<MessagesDeps, "database" | "messages" | "escrow" | "statusLog" | "statements" | "outbox" | "faults">;

/** A message before its transaction. */
interface UnsentMessage extends Pick<Composition, "facts" | "flags"> {
  readonly message: NewMessage;
}

/**
 * Stores a message in one transaction with its session, escrow, status log, statement of reasons and event. Throws
 * `message.send.error.pending_paid_exists`, `payment.escrow.*` or the error of the store; then nothing is stored.
 */
export type CommitMessage = (unsent: UnsentMessage) => Promise<void>;

/** The message as it will be stored, with the settings that apply now (spec 4.10), or with the terms of its quote. */
export function composeMessage(deps: ComposeDeps, { draft, facts, flags, ...request }: Composition): NewMessage {
  const { messageId, senderId, receiverId, content, dmType, price, quote, now } = draft;
  const status = firstStatus({ flagged: flags.length > 0, paid: price !== null });
  const timeoutHours = timeoutHoursOf(deps.config, facts, draft.timeoutHours);
  const expiresAt = endOfReplyWindow(now, timeoutHours, deps.config.read("dm.timeout_unit_seconds"));
  return {
    _id: messageId,
    senderId,
    receiverId,
    content: deps.texts.seal(messageId, senderId, receiverId, content),
    searchContent: deps.config.read("messaging.search_projection") ? searchContentOf(content) : null,
    dmType,
    priceSnapshot: price,
    currency: CURRENCY,
    commissionRate: quote?.commissionRate ?? commissionRateOf(deps.config, facts),
    timeoutHours,
    status,
    sentAs: outwardStatus(status),
    visibleTo: status === "QUARANTINED" ? [senderId] : [senderId, receiverId],
    ...(flags.length > 0 && { heldBy: flags.map(({ id }) => id), heldAs: categoryOfQuarantine(flags) }),
    sentAt: now,
    expiresAt,
    openUntil: expiresAt,
    ...(status !== "QUARANTINED" && reminderOf(now, expiresAt)),
    requestHash: request.requestHash,
    ...(price === null ? { freeDay: utcDay(now) } : { paidOpen: true }),
    ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
    ...(quote && { quoteId: quote.id }),
  };
}

/** Commits concurrent messages in one transaction. */
export function messageCommits(deps: CommitDeps): CommitMessage {
  const commit = batchedTransaction<UnsentMessage, void>(deps, "messaging.send", {
    needs: sendNeeds,
    apply: (set, unsent) => sendOne(deps, set, unsent),
  });
  return (unsent) =>
    commit(unsent).catch((error: unknown) => {
      throw insertConflictOf(error) === "pendingPaid" ? new AppError("message.send.error.pending_paid_exists") : error;
    });
}

const pairOf = ({ senderId: from, receiverId: to }: NewMessage) => ({ from, to });

/** Only a pair with a session, and a fan whose wallet holds a price, can have an open paid message. */
function sendNeeds({ message }: UnsentMessage, set: LoadedSet): Key[] {
  const session = sessionOf(pairOf(message));
  if (message.priceSnapshot === null) return [session];
  const { senderId: fanId } = message;
  const mayBeOpen = set.find(session) && holdsAny({ fanId }, set);
  return [session, ...holdNeeds({ fanId }), ...(mayBeOpen ? [openPaidOf(message)] : [])];
}

/** One message (spec 4.10): its price is held, or nothing is stored. */
function sendOne(deps: CommitDeps, set: WorkingSet, { message: unsent, facts, flags }: UnsentMessage): void {
  const { _id: messageId, senderId, sentAt: at, status, priceSnapshot } = unsent;
  const visible = status !== "QUARANTINED";
  if (priceSnapshot !== null && set.find(openPaidOf(unsent))) throw new AppError("message.send.error.pending_paid_exists");
  const message = { ...unsent, sessionId: appendToSession(set, { ...pairOf(unsent), messageId, visible, at }) };
  deps.messages.insert(set, message);
  if (priceSnapshot !== null) holdPrice(deps, set, message, priceSnapshot);
  deps.statusLog.append(set, messageId, { from: null, to: status, actor: "FAN", actorId: senderId, reason: null, at });
  if (visible) recordMessageSent(deps, set, message, facts);
  else issueStatement(deps, set, message, flags);
}

function holdPrice({ escrow }: CommitDeps, set: WorkingSet, message: MessageDoc, amount: Money): void {
  const { _id: messageId, senderId: fanId, receiverId: creatorUserId, commissionRate, status } = message;
  set.hit("messaging.send.escrow");
  escrow.hold(set, { messageId, fanId, creatorUserId, amount, commissionRate, concealed: status === "QUARANTINED" });
}

/** The names of both sides as people see them, where they are known. */
export interface PartyNames {
  readonly senderName: string | null;
  readonly creatorName: string | null;
}

/** Publishes the message to its creator. */
export function recordMessageSent({ outbox }: Pick<MessagesDeps, "outbox">, set: WorkingSet, message: MessageDoc, names: PartyNames): void {
  outbox.record(set, messageSent, messageSentFacts(message, names));
}

function messageSentFacts(message: MessageDoc, { senderName, creatorName }: PartyNames) {
  return {
    ...messageFacts(message),
    status: message.priceSnapshot === null ? ("DELIVERED" as const) : ("ESCROWED" as const),
    senderName,
    creatorName,
    share: creatorShareOf(message),
    expiresAt: message.expiresAt.toISOString(),
    sentAt: message.sentAt.toISOString(),
  };
}

/** Stores the statement of reasons for a quarantined message, and publishes it. */
function issueStatement(
  { statements, outbox }: Pick<MessagesDeps, "statements" | "outbox">,
  set: WorkingSet,
  message: MessageDoc,
  flags: readonly CompiledRule[],
): void {
  const { _id: messageId, senderId, sentAt: issuedAt } = message;
  const statementId = uuid();
  const text = statementOfQuarantine(flags);
  statements.insert(set, { ...text, _id: statementId, messageId, senderId, ruleIds: flags.map(({ id }) => id), issuedAt });
  outbox.record(set, messageQuarantined, { ...messageFacts(message), statementId, category: text.category });
}
