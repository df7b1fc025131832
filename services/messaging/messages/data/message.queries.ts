import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collection, Filter, FindManyOptions, Sort } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { MessageDoc } from "./message.model.ts";

/** Whose messages a list shows, and which of them. */
interface InboxFilter {
  readonly userId: string;
  readonly role?: "sender" | "receiver" | undefined;
  readonly sessionId?: string | undefined;
}

interface MessagePage {
  readonly items: MessageDoc[];
  readonly total: number;
}

/** Every result is bounded and comes from an index. */
export interface MessageQueries {
  find(messageId: string, tx?: Tx): Promise<MessageDoc | null>;
  findByIds(messageIds: readonly string[]): Promise<MessageDoc[]>;
  findByIdempotencyKey(senderId: string, idempotencyKey: string): Promise<MessageDoc | null>;
  exists(messageId: string): Promise<boolean>;
  hasOpenPaid(senderId: string, receiverId: string): Promise<boolean>;
  /** A page of the messages that a user may see, newest first. */
  list(filter: InboxFilter, page: PageRequest): Promise<MessagePage>;
  /** A page of the messages in quarantine, longest waiting first. */
  listQuarantined(page: PageRequest): Promise<MessagePage>;
  /** Ids of messages whose reply window has passed, longest overdue first. */
  listOverdueIds(now: Date, limit: number): Promise<string[]>;
  /** When the open message that is most overdue should have expired; null when none is overdue. */
  oldestOverdueAt(now: Date): Promise<Date | null>;
  /** Ids of open messages from or to a user. */
  listOpenIds(userId: string, limit: number): Promise<string[]>;
  /** Ids of open paid messages to a creator. */
  listOpenPaidIds(receiverId: string, limit: number): Promise<string[]>;
  /** Free messages of a user on a UTC day, to all creators (`receiverId` null) or to one. Counts no further than `atMost`. */
  countFree(freeDay: string, senderId: string, receiverId: string | null, atMost: number): Promise<number>;
}

export function messageQueries(messages: Collection<MessageDoc>): MessageQueries {
  const exists = async (filter: Filter<MessageDoc>) => (await messages.findOne(filter, { projection: { _id: 1 } })) !== null;

  const listPage = async (filter: Filter<MessageDoc>, sort: Sort, page: PageRequest, by: { hint?: string } = {}): Promise<MessagePage> => {
    const items = await messages.find(filter, { sort, skip: skipOf(page), limit: page.limit, ...by });
    // A page that is not full is the last one, and its place gives the total.
    const isLast = items.length < page.limit && (items.length > 0 || page.page === 1);
    return { items, total: isLast ? skipOf(page) + items.length : await messages.count(filter, by) };
  };

  const listIds = async (filter: Filter<MessageDoc>, options: FindManyOptions): Promise<string[]> => {
    const rows = await messages.find<Pick<MessageDoc, "_id">>(filter, { ...options, projection: { _id: 1 } });
    return rows.map(({ _id }) => _id);
  };

  return {
    find: (_id, tx) => messages.findOne({ _id }, { tx }),
    findByIds: (ids) => messages.find({ _id: { $in: ids } }),
    findByIdempotencyKey: (senderId, idempotencyKey) => messages.findOne({ senderId, idempotencyKey }),
    exists: (_id) => exists({ _id }),
    hasOpenPaid: (senderId, receiverId) => exists({ receiverId, senderId, paidOpen: true }),
    // Without the hint a session may be searched in everything that its user has received.
    list: (filter, page) =>
      listPage(inboxQuery(filter), { sentAt: -1, _id: -1 }, page, filter.sessionId === undefined ? {} : { hint: "session" }),
    listQuarantined: (page) => listPage({ status: "QUARANTINED" }, { sentAt: 1, _id: 1 }, page),
    listOverdueIds: (now, limit) => listIds({ openUntil: { $lte: now } }, { sort: { openUntil: 1 }, limit }),
    async oldestOverdueAt(now) {
      const found = await messages.findOne({ openUntil: { $lte: now } }, { sort: { openUntil: 1 }, projection: { openUntil: 1 } });
      return found?.openUntil ?? null;
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
    countFree: (freeDay, senderId, receiverId, atMost) =>
      messages.count({ senderId, freeDay, ...(receiverId !== null && { receiverId }) }, { limit: Math.max(1, atMost) }),
  };
}

function inboxQuery({ userId, role, sessionId }: InboxFilter): Filter<MessageDoc> {
  return {
    ...(sessionId !== undefined && { sessionId }),
    ...(role === "sender" && { senderId: userId }),
    ...(role === "receiver" && { receiverId: userId }),
    ...((role !== "sender" || sessionId !== undefined) && { visibleTo: userId }),
  };
}
