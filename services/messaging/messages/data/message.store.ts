import type { MessageStatus } from "#libs/contracts/messaging/index.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import type { Collection, Collections, Filter, Update } from "#libs/platform/mongo/collection.ts";
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

/** The reply to a message. */
export interface NewReply {
  readonly messageId: string;
  readonly reply: ReplyDoc;
}

export interface AnsweredMessage extends MovedMessage {
  /** The receiver had not read the message before. */
  readonly wasUnread: boolean;
}

export interface MessageStore extends MessageQueries {
  /** Calls back after each commit that opens a reply window, with the end of the window. */
  onOpened(listener: (until: Date) => void): void;
  /** Rejects with a duplicate key error, see {@link insertConflictOf}. */
  insert(tx: Tx, added: readonly MessageDoc[]): Promise<void>;
  /** Makes a move; null when the message has another status or a condition does not hold. */
  move(tx: Tx, messageId: string, move: Move<MessageStatus>, options?: MoveOptions): Promise<MovedMessage | null>;
  /**
   * Stores replies to open messages with the moves `reply` and `complete`, which are one write; their receiver has read them. Null for a
   * message that has another status or whose reply window has passed at the time of the reply; then none of several is stored.
   */
  answer(tx: Tx, replies: readonly NewReply[]): Promise<readonly (AnsweredMessage | null)[]>;
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

    insert(tx, added) {
      for (const message of added) noteWindow(tx, message);
      const [only, ...others] = added;
      return collection.insert(only && others.length === 0 ? only : added, { tx, trusted: true });
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

    async answer(tx, replies) {
      const [only, ...others] = replies;
      return only && others.length === 0 ? [await answerOne(collection, tx, only)] : answerSeveral(collection, tx, replies);
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

const { reply: replied, complete } = messageMoves;

const answerable = (_id: string, { sentAt }: ReplyDoc) => ({
  _id,
  status: { $in: [...replied.from] },
  expiresAt: { $gt: sentAt },
});

const isAnswerable = ({ status, expiresAt }: MessageDoc, { sentAt }: ReplyDoc): boolean =>
  (replied.from as readonly MessageStatus[]).includes(status) && expiresAt > sentAt;

const answerWith = (reply: ReplyDoc): Update<MessageDoc> => ({
  $set: { reply, status: complete.to },
  $min: { receiverReadAt: reply.sentAt },
  ...CLOSED,
});

function answered(before: MessageDoc, reply: ReplyDoc): AnsweredMessage {
  const { status: from, receiverReadAt } = before;
  return { from, message: { ...before, reply, status: complete.to }, wasUnread: receiverReadAt === undefined };
}

/** One command in place of two. */
async function answerOne(messages: Collection<MessageDoc>, tx: Tx, { messageId, reply }: NewReply): Promise<AnsweredMessage | null> {
  const options = { tx, returnDocument: "before" } as const;
  const before = await messages.findOneAndUpdate(answerable(messageId, reply), answerWith(reply), options);
  return before && answered(before, reply);
}

async function answerSeveral(
  messages: Collection<MessageDoc>,
  tx: Tx,
  replies: readonly NewReply[],
): Promise<readonly (AnsweredMessage | null)[]> {
  const found = await messages.find({ _id: { $in: replies.map(({ messageId }) => messageId) } }, { tx });
  const open = new Map(found.map((message) => [message._id, message]));
  const outcomes = replies.map(({ messageId, reply }) => {
    const before = open.get(messageId);
    // A second reply to a message finds it answered.
    open.delete(messageId);
    return before && isAnswerable(before, reply) ? answered(before, reply) : null;
  });
  if (outcomes.includes(null)) return outcomes;
  const operations = replies.map(({ messageId, reply }, index) => {
    const { wasUnread } = outcomes[index] as AnsweredMessage;
    const filter = { ...answerable(messageId, reply), receiverReadAt: { $exists: !wasUnread } };
    return { updateOne: { filter, update: answerWith(reply) } };
  });
  const { matchedCount } = await messages.bulkWrite(operations, { tx, trusted: true });
  if (matchedCount !== replies.length) throw new Error("a message was written meanwhile");
  return outcomes;
}

/** The rule that refused an insert: one open paid message per pair, or one message per idempotency key. Null for another error. */
export function insertConflictOf(error: unknown): "pendingPaid" | "idempotencyKey" | null {
  if (!isDuplicateKey(error)) return null;
  if (isDuplicateKey(error, "idempotencyKey")) return "idempotencyKey";
  return isDuplicateKey(error, "receiverId") ? "pendingPaid" : null;
}
