import type { Connection, QueryFilter } from "mongoose";
import type { MessageStatus } from "#libs/contracts/messaging.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Move } from "#libs/kernel/state-machine.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type MessageDoc, messageModel, type ReplyDoc } from "./message.model.ts";

/** Whose messages a list shows, and which of them. */
export interface InboxFilter {
  readonly userId: string;
  readonly role?: "sender" | "receiver" | undefined;
  readonly sessionId?: string | undefined;
}

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

    find(id: string): Promise<MessageDoc | null> {
      return model.findById(id).lean<MessageDoc>().exec();
    },

    async exists(id: string): Promise<boolean> {
      return (await model.exists({ _id: id })) !== null;
    },

    findMany(ids: readonly string[]): Promise<MessageDoc[]> {
      return model
        .find({ _id: { $in: ids } })
        .lean<MessageDoc[]>()
        .exec();
    },

    findByKey(senderId: string, idempotencyKey: string): Promise<MessageDoc | null> {
      return model.findOne({ senderId, idempotencyKey }).lean<MessageDoc>().exec();
    },

    /** Lets a key name a new request. */
    async forgetKey(id: string): Promise<void> {
      await model.updateOne({ _id: id }, { $unset: { idempotencyKey: 1 } });
    },

    async hasOpenPaid(senderId: string, receiverId: string): Promise<boolean> {
      return (await model.exists({ receiverId, senderId, paidOpen: true })) !== null;
    },

    /** Free messages of a UTC day, of a user or of a user to one creator; counts no further than `atMost`. */
    countFree(freeDay: string, senderId: string, receiverId: string | null, atMost: number): Promise<number> {
      return model.countDocuments({ senderId, freeDay, ...(receiverId !== null && { receiverId }) }, { limit: Math.max(1, atMost) }).exec();
    },

    /** Ids of messages whose reply window has passed, the longest overdue first. */
    async due(now: Date, limit: number): Promise<string[]> {
      const found = await model
        .find({ openUntil: { $lte: now } }, { _id: 1 })
        .sort({ openUntil: 1 })
        .limit(limit)
        .lean();
      return found.map(({ _id }) => _id);
    },

    /** Ids of open paid messages to a creator. */
    async openPaidTo(receiverId: string, limit: number): Promise<string[]> {
      const found = await model.find({ receiverId, paidOpen: true }, { _id: 1 }).hint("one_open_paid").limit(limit).lean();
      return found.map(({ _id }) => _id);
    },

    /** One page of what a user may see, newest first, and how many there are. */
    async page(filter: InboxFilter, page: PageRequest): Promise<{ items: MessageDoc[]; total: number }> {
      const query = inboxQuery(filter);
      const items = model.find(query).sort({ sentAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean<MessageDoc[]>();
      const [found, total] = await Promise.all([items.exec(), model.countDocuments(query)]);
      return { items: found, total };
    },

    /** Notes that the receiver has opened a message, or its sender the reply. Says whether that was news. */
    async markRead(session: Tx, id: string, what: "receiverReadAt" | "replyReadAt", at: Date): Promise<boolean> {
      const { modifiedCount } = await model.updateOne({ _id: id, [what]: { $exists: false } }, { $set: { [what]: at } }, { session });
      return modifiedCount === 1;
    },
  };
}

function inboxQuery({ userId, role, sessionId }: InboxFilter): QueryFilter<MessageDoc> {
  return {
    ...(sessionId !== undefined && { sessionId }),
    ...(role === "sender" && { senderId: userId }),
    ...(role === "receiver" && { receiverId: userId }),
    ...((role !== "sender" || sessionId !== undefined) && { visibleTo: userId }),
  };
}

/** Which guarded rule an insert has broken, or null when the error is another one. */
export function insertConflict(error: unknown): InsertConflict | null {
  if (!isDuplicateKey(error)) return null;
  if (isDuplicateKey(error, "idempotencyKey")) return "idempotencyKey";
  return isDuplicateKey(error, "receiverId") ? "pendingPaid" : null;
}

export type { MessageDoc, ReplyDoc };
