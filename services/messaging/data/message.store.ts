import type { Connection, QueryFilter } from "mongoose";
import type { MessageStatus } from "#libs/contracts/messaging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type MessageDoc, messageModel, type ReplyDoc } from "./message.model.ts";
import { messageQueries } from "./message.queries.ts";

/** What a move writes besides the status, and what must hold besides where it starts. */
export interface MoveOptions {
  readonly set?: Partial<Pick<MessageDoc, "reply" | "expiresAt" | "openUntil" | "visibleTo">>;
  /** The reply window must still be open then. */
  readonly openAt?: Date;
  /** The reply window must have passed then. */
  readonly dueAt?: Date;
}

export interface Moved {
  readonly from: MessageStatus;
  /** The message after the move. */
  readonly message: MessageDoc;
}

/** Why an insert was refused by a rule that an index guards. */
export type InsertConflict = "pendingPaid" | "idempotencyKey";

export type MessageStore = ReturnType<typeof messageStore>;

const ENDS: readonly MessageStatus[] = ["REPLIED", "COMPLETED", "EXPIRED", "REJECTED"];

export function messageStore(connection: Connection) {
  const model = messageModel(connection);
  return {
    ...messageQueries(model),

    async insert(session: Tx, message: MessageDoc): Promise<void> {
      await model.insertOne(message, { session });
    },

    /** Makes the move if the message is still where the move starts; says from where it went, or null. */
    async move(
      session: Tx,
      id: string,
      { from, to }: Move<MessageStatus>,
      { set = {}, openAt, dueAt }: MoveOptions = {},
    ): Promise<Moved | null> {
      const filter: QueryFilter<MessageDoc> = {
        _id: id,
        status: { $in: [...from] },
        ...(openAt && { expiresAt: { $gt: openAt } }),
        ...(dueAt && { openUntil: { $lte: dueAt } }),
      };
      const closing = ENDS.includes(to) ? { $unset: { openUntil: 1, paidOpen: 1 } } : {};
      const before = await model
        .findOneAndUpdate(filter, { $set: { ...set, status: to }, ...closing }, { session, returnDocument: "before" })
        .lean<MessageDoc>();
      return before && { from: before.status, message: { ...before, ...set, status: to } };
    },

    /** Lets a key name a new request. */
    async forgetKey(id: string): Promise<void> {
      await model.updateOne({ _id: id }, { $unset: { idempotencyKey: 1 } });
    },

    /** Notes that the receiver has opened a message, or its sender the reply. Says whether that was news. */
    async markRead(session: Tx, id: string, what: "receiverReadAt" | "replyReadAt", at: Date): Promise<boolean> {
      const { modifiedCount } = await model.updateOne({ _id: id, [what]: { $exists: false } }, { $set: { [what]: at } }, { session });
      return modifiedCount === 1;
    },
  };
}

/** Which guarded rule an insert has broken, or null when the error is another one. */
export function insertConflict(error: unknown): InsertConflict | null {
  if (!isDuplicateKey(error)) return null;
  if (isDuplicateKey(error, "idempotencyKey")) return "idempotencyKey";
  return isDuplicateKey(error, "receiverId") ? "pendingPaid" : null;
}

export type { MessageDoc, ReplyDoc };
