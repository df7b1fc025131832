import type { Model, QueryFilter } from "mongoose";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { MessageDoc } from "./message.model.ts";

/** Whose messages a list shows, and which of them. */
export interface InboxFilter {
  readonly userId: string;
  readonly role?: "sender" | "receiver" | undefined;
  readonly sessionId?: string | undefined;
}

/** Which messages wait for their end. */
function openMessages(model: Model<MessageDoc>) {
  return {
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

    /** Ids of messages from or to a user that still wait for an answer. */
    async openOf(userId: string, limit: number): Promise<string[]> {
      const waiting = { openUntil: { $exists: true } };
      const sent = model
        .find({ senderId: userId, ...waiting }, { _id: 1 })
        .hint("open_of_sender")
        .limit(limit)
        .lean();
      const received = model
        .find({ receiverId: userId, ...waiting }, { _id: 1 })
        .hint("open_of_receiver")
        .limit(limit)
        .lean();
      const found = await Promise.all([sent.exec(), received.exec()]);
      return found
        .flat()
        .map(({ _id }) => _id)
        .slice(0, limit);
    },
  };
}

/** What the message store can be asked; every answer is bounded and comes from an index. */
export function messageQueries(model: Model<MessageDoc>) {
  return {
    ...openMessages(model),

    find(id: string, session?: Tx): Promise<MessageDoc | null> {
      return model
        .findById(id, null, session ? { session } : {})
        .lean<MessageDoc>()
        .exec();
    },

    /** Messages in quarantine, those that wait longest first. */
    async quarantined(page: PageRequest): Promise<{ items: MessageDoc[]; total: number }> {
      const query = { status: "QUARANTINED" } as const;
      const items = model.find(query).sort({ sentAt: 1, _id: 1 }).skip(skipOf(page)).limit(page.limit).lean<MessageDoc[]>();
      const [found, total] = await Promise.all([items.exec(), model.countDocuments(query)]);
      return { items: found, total };
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

    async hasOpenPaid(senderId: string, receiverId: string): Promise<boolean> {
      return (await model.exists({ receiverId, senderId, paidOpen: true })) !== null;
    },

    /** Free messages of a UTC day, of a user or of a user to one creator; counts no further than `atMost`. */
    countFree(freeDay: string, senderId: string, receiverId: string | null, atMost: number): Promise<number> {
      return model.countDocuments({ senderId, freeDay, ...(receiverId !== null && { receiverId }) }, { limit: Math.max(1, atMost) }).exec();
    },

    /** One page of what a user may see, newest first, and how many there are. */
    async page(filter: InboxFilter, page: PageRequest): Promise<{ items: MessageDoc[]; total: number }> {
      const query = inboxQuery(filter);
      const items = model.find(query).sort({ sentAt: -1, _id: -1 }).skip(skipOf(page)).limit(page.limit).lean<MessageDoc[]>();
      const [found, total] = await Promise.all([items.exec(), model.countDocuments(query)]);
      return { items: found, total };
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
