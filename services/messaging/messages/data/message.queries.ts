import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collection, Filter, FindManyOptions } from "#libs/platform/mongo/collection.ts";
import { type QueueState, queueState } from "#libs/platform/mongo/queue-state.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageDoc } from "../../data/message.model.ts";

interface MessagePage {
  readonly items: MessageDoc[];
  readonly total: number;
}

/** Every query is bounded and served by an index. */
export interface MessageQueries {
  find(messageId: string, tx?: Tx): Promise<MessageDoc | null>;
  findByIds(messageIds: readonly string[]): Promise<MessageDoc[]>;
  findByIdempotencyKey(senderId: string, idempotencyKey: string): Promise<MessageDoc | null>;
  exists(messageId: string): Promise<boolean>;
  existsWithQuote(quoteId: string): Promise<boolean>;
  hasOpenPaid(senderId: string, receiverId: string): Promise<boolean>;
  /** A page of the messages in quarantine, longest waiting first: all, one, or those of a moderation rule or category. */
  listQuarantined(
    wanted: { readonly _id?: string; readonly heldBy?: string; readonly heldAs?: string },
    page: PageRequest,
  ): Promise<MessagePage>;
  /** The messages in quarantine. */
  quarantined(): Promise<QueueState>;
  /** Ids of messages whose reply window has passed, longest overdue first. */
  listOverdueIds(now: Date, skip: number, limit: number): Promise<string[]>;
  /** When the most overdue open message should have expired; null when no message is overdue. */
  oldestOverdueAt(now: Date): Promise<Date | null>;
  /** When the next open message expires, or should have expired; null when no message is open. */
  nextDueAt(): Promise<Date | null>;
  /** Ids of messages whose creators are to be reminded, longest due first. */
  listReminderIds(now: Date, skip: number, limit: number): Promise<string[]>;
  /** When the next reminder is due; null when there is none. */
  nextReminderAt(): Promise<Date | null>;
  /** Ids of open messages from or to a user. */
  listOpenIds(userId: string, limit: number): Promise<string[]>;
  /** Ids of open paid messages to a creator. */
  listOpenPaidIds(receiverId: string, limit: number): Promise<string[]>;
  /** Ids of open paid messages from a fan. */
  listOpenPaidIdsFrom(senderId: string, limit: number): Promise<string[]>;
  /** Free messages of a user on a UTC day, to all creators (`receiverId` null) or to one. Counts no further than `atMost`. */
  countFree(freeDay: string, senderId: string, receiverId: string | null, atMost: number): Promise<number>;
}

export function messageQueries(messages: Collection<MessageDoc>): MessageQueries {
  const exists = async (filter: Filter<MessageDoc>) => (await messages.findOne(filter, { projection: { _id: 1 } })) !== null;

  const listIds = async (filter: Filter<MessageDoc>, options: FindManyOptions): Promise<string[]> => {
    const rows = await messages.find<Pick<MessageDoc, "_id">>(filter, { ...options, projection: { _id: 1 } });
    return rows.map(({ _id }) => _id);
  };

  const firstDueAt = async (filter: Filter<MessageDoc>): Promise<Date | null> => {
    const found = await messages.findOne(filter, { sort: { openUntil: 1 }, projection: { openUntil: 1 } });
    return found?.openUntil ?? null;
  };

  const findByIds = (ids: readonly string[]) => messages.find({ _id: { $in: [...ids] } });

  return {
    find: (_id, tx) => messages.findOne({ _id }, { tx }),
    findByIds,
    findByIdempotencyKey: (senderId, idempotencyKey) => messages.findOne({ senderId, idempotencyKey }),
    exists: (_id) => exists({ _id }),
    existsWithQuote: (quoteId) => exists({ quoteId }),
    hasOpenPaid: (senderId, receiverId) => exists({ receiverId, senderId, paidOpen: true }),
    async listQuarantined(wanted, page) {
      const filter = { ...wanted, status: "QUARANTINED" } as const;
      const items = await messages.find(filter, { sort: { sentAt: 1, _id: 1 }, skip: skipOf(page), limit: page.limit });
      // A page that is not full is the last one, so its position gives the total.
      const isLast = items.length < page.limit && (items.length > 0 || page.page === 1);
      return { items, total: isLast ? skipOf(page) + items.length : await messages.count(filter) };
    },
    quarantined: () => queueState(messages, { status: "QUARANTINED" }, "sentAt"),
    listOverdueIds: (now, skip, limit) => listIds({ openUntil: { $lte: now } }, { sort: { openUntil: 1 }, skip, limit }),
    oldestOverdueAt: (now) => firstDueAt({ openUntil: { $lte: now } }),
    nextDueAt: () => firstDueAt({ openUntil: { $exists: true } }),
    listReminderIds: (now, skip, limit) => listIds({ remindAt: { $lte: now } }, { sort: { remindAt: 1 }, skip, limit }),
    async nextReminderAt() {
      const found = await messages.findOne({ remindAt: { $exists: true } }, { sort: { remindAt: 1 }, projection: { remindAt: 1 } });
      return found?.remindAt ?? null;
    },
    async listOpenIds(userId, limit) {
      const isOpen = { openUntil: { $exists: true } };
      const [sent, received] = await Promise.all([
        listIds({ senderId: userId, ...isOpen }, { hint: "open_of_sender", limit }),
        listIds({ receiverId: userId, ...isOpen }, { hint: "open_of_receiver", limit }),
      ]);
      return [...sent, ...received].slice(0, limit);
    },
    listOpenPaidIds: (receiverId, limit) => listIds({ receiverId, paidOpen: true }, { hint: "one_open_paid", limit }),
    listOpenPaidIdsFrom: (senderId, limit) =>
      listIds({ senderId, openUntil: { $exists: true }, paidOpen: true }, { hint: "open_of_sender", limit }),
    countFree: (freeDay, senderId, receiverId, atMost) =>
      messages.count({ senderId, freeDay, ...(receiverId !== null && { receiverId }) }, { limit: Math.max(1, atMost) }),
  };
}
