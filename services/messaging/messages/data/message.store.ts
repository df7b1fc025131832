import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import { afterCommit, type Tx } from "#libs/platform/mongo/transaction.ts";
import { messageMoves } from "../domain/message.ts";
import { type MessageDoc, messages, type ReplyDoc } from "./message.model.ts";
import { type MessageQueries, messageQueries } from "./message.queries.ts";

/** Further fields that a move writes, and further conditions on the message. */
export interface MoveOptions {
  readonly set?: Partial<Pick<MessageDoc, "expiresAt" | "openUntil" | "visibleTo">>;
  /** The reply window must be open at this instant. */
  readonly openAt?: Date;
  /** The reply window must have passed at this instant. */
  readonly overdueAt?: Date;
}

interface MovedMessage {
  /** The status before the move. */
  readonly from: MessageStatus;
  /** The message after the move. */
  readonly message: MessageDoc;
}

interface AnsweredMessage extends MovedMessage {
  /** The receiver had not read the message before. */
  readonly wasUnread: boolean;
}

export interface MessageStore extends MessageQueries {
  /** Calls back after each commit that opens a reply window, with the end of the window. */
  onOpened(listener: (until: Date) => void): void;
  /** Rejects with a duplicate key error, see {@link insertConflictOf}. */
  insert(tx: Tx, message: MessageDoc): Promise<void>;
  /** Makes a move; null when the message has another status or a condition does not hold. */
  move(tx: Tx, messageId: string, move: Move<MessageStatus>, options?: MoveOptions): Promise<MovedMessage | null>;
  /**
   * Stores the reply to an open message with the moves `reply` and `complete`, which are one write; its receiver has read it. Null when
   * the message has another status or its reply window has passed at the time of the reply.
   */
  answer(tx: Tx, messageId: string, reply: ReplyDoc): Promise<AnsweredMessage | null>;
  /** Frees the idempotency key of a message for a new request. */
  clearIdempotencyKey(messageId: string): Promise<void>;
  /** Marks a message as read by its receiver, or its reply as read by the sender. False when it was marked before. */
  markRead(tx: Tx, messageId: string, field: "receiverReadAt" | "replyReadAt", at: Date): Promise<boolean>;
}

const CLOSED_STATUSES: readonly MessageStatus[] = ["COMPLETED", "EXPIRED", "REJECTED"];
/** A message that waits for no reply any more. */
const CLOSED = { $unset: { openUntil: 1, paidOpen: 1 } };

export function messageStore(database: Collections): MessageStore {
  const collection = database.collection(messages);
  let opened: (until: Date) => void = () => undefined;
  const noteWindow = (tx: Tx, { openUntil }: Pick<Partial<MessageDoc>, "openUntil">) => {
    if (openUntil) afterCommit(tx, () => opened(openUntil));
  };
  return {
    ...messageQueries(collection),

    onOpened(listener) {
      opened = listener;
    },

    async insert(tx, message) {
      noteWindow(tx, message);
      await collection.insert(message, { tx });
    },

    async move(tx, messageId, { from, to }, { set = {}, openAt, overdueAt } = {}) {
      noteWindow(tx, set);
      const filter: Filter<MessageDoc> = {
        _id: messageId,
        status: { $in: [...from] },
        ...(openAt && { expiresAt: { $gt: openAt } }),
        ...(overdueAt && { openUntil: { $lte: overdueAt } }),
      };
      const closing = CLOSED_STATUSES.includes(to) ? CLOSED : {};
      const before = await collection.findOneAndUpdate(
        filter,
        { $set: { ...set, status: to }, ...closing },
        { tx, returnDocument: "before" },
      );
      return before && { from: before.status, message: { ...before, ...set, status: to } };
    },

    async answer(tx, _id, reply) {
      const { reply: answered, complete } = messageMoves;
      const before = await collection.findOneAndUpdate(
        { _id, status: { $in: [...answered.from] }, expiresAt: { $gt: reply.sentAt } },
        { $set: { reply, status: complete.to }, $min: { receiverReadAt: reply.sentAt }, ...CLOSED },
        { tx, returnDocument: "before" },
      );
      if (!before) return null;
      const { status: from, receiverReadAt } = before;
      return { from, message: { ...before, reply, status: complete.to }, wasUnread: receiverReadAt === undefined };
    },

    async clearIdempotencyKey(_id) {
      await collection.updateOne({ _id }, { $unset: { idempotencyKey: 1 } });
    },

    async markRead(tx, _id, field, at) {
      const { modifiedCount } = await collection.updateOne({ _id, [field]: { $exists: false } }, { $set: { [field]: at } }, { tx });
      return modifiedCount === 1;
    },
  };
}

/** The rule that refused an insert: one open paid message per pair, or one message per idempotency key. Null for another error. */
export function insertConflictOf(error: unknown): "pendingPaid" | "idempotencyKey" | null {
  if (!isDuplicateKey(error)) return null;
  if (isDuplicateKey(error, "idempotencyKey")) return "idempotencyKey";
  return isDuplicateKey(error, "receiverId") ? "pendingPaid" : null;
}
