import type { Collections } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { documentKind, type Key, keysBy, type WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { type MessageDoc, messages } from "../../data/message.model.ts";
import { type MessageQueries, messageQueries } from "./message.queries.ts";

/** The times of an open message at which there is work. */
type ReplyWindow = Pick<MessageDoc, "openUntil" | "remindAt">;

export interface MessageStore extends MessageQueries {
  /** Calls back after each commit that opens a reply window. */
  onOpened(listener: (window: ReplyWindow) => void): void;
  /** Adds a message. The commit rejects with a duplicate key error, see {@link insertConflictOf}. */
  insert(set: WorkingSet, message: MessageDoc): void;
  /** Records a reply window that opens. */
  noteOpened(set: WorkingSet, window: ReplyWindow): void;
  /** Frees the idempotency key of a message for a new request. */
  clearIdempotencyKey(messageId: string): Promise<void>;
  /** Marks a message as read by its receiver, or its reply as read by the sender. False when it was marked before. */
  markRead(tx: Tx, messageId: string, field: "receiverReadAt" | "replyReadAt", at: Date): Promise<boolean>;
}

/** A message in a working set. */
export const messageOf = keysBy(messages, "_id");

type Pair = Pick<MessageDoc, "senderId" | "receiverId">;

const nameOfPair = ({ senderId, receiverId }: Pair): string => `${senderId}:${receiverId}`;
const openPaid = documentKind(
  messages,
  (pairs) => {
    const [senders, receivers] = [0, 1].map((part) => pairs.map((pair) => pair.split(":")[part] as string));
    return { receiverId: { $in: receivers ?? [] }, senderId: { $in: senders ?? [] }, paidOpen: true } as const;
  },
  nameOfPair,
);

/** The open paid message of a pair in a working set: there is at most one (spec 4.10). */
export function openPaidOf(pair: Pair): Key<MessageDoc> {
  return { kind: openPaid, name: nameOfPair(pair), value: nameOfPair(pair) };
}

export function messageStore(database: Collections): MessageStore {
  const collection = database.collection(messages);
  let opened: (window: ReplyWindow) => void = () => undefined;
  const noteOpened = (set: WorkingSet, window: ReplyWindow) => set.afterCommit(() => opened(window));
  return {
    ...messageQueries(collection),
    noteOpened,

    onOpened(listener) {
      opened = listener;
    },

    insert(set, message) {
      set.insert(messages, message, message.paidOpen && openPaidOf(message));
      if (message.openUntil) noteOpened(set, message);
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
