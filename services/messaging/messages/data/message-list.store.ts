import { type Clock, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Collection, Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type MessageDoc, messages } from "./message.model.ts";
import { listIdOf, type MessageListDoc, type MessageListKey, messageLists } from "./message-list.model.ts";

interface MessagePage {
  readonly items: MessageDoc[];
  readonly total: number;
}

/**
 * The lists of messages that a user may see, newest first. Counting all of them for every page would take longer with each message, and a
 * counter in the transaction of each message would make all senders of a creator wait for each other. So a reader counts the messages of
 * past hours once and keeps the number (`message_lists`), and every page counts the messages since then.
 */
export interface MessageListStore {
  /** A page of a list, read by one command; by up to three, once an hour. */
  list(key: MessageListKey, page: PageRequest): Promise<MessagePage>;
  /** A message that was sent earlier enters the lists of its receiver, in the transaction that delivers it. */
  addEarlier(tx: Tx, message: Pick<MessageDoc, "receiverId" | "sessionId" | "sentAt">): Promise<void>;
  /** Ids of up to `limit` kept counts, in their order. @param after the id before the first of them */
  listIds(after: string | null, limit: number): Promise<string[]>;
  /** Corrects a kept count that differs from its messages. Returns whether it did. */
  correct(listId: string): Promise<boolean>;
}

/** A message is stored far earlier than this after the time that it says it was sent at, also when the clocks of two processes differ. */
const STORED_WITHIN_MS = 10 * MINUTE;

/** Messages that were sent before this instant are all stored. The same for an hour, so that a kept count is of use for as long. */
const countedUntil = (now: Date): Date => new Date(Math.floor((now.getTime() - STORED_WITHIN_MS) / HOUR) * HOUR);

interface MessageListDeps {
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

export function messageListStore(database: Collections, { clock, faults }: MessageListDeps): MessageListStore {
  const rows = database.collection(messages);
  const lists = database.collection(messageLists);
  const countBetween = (key: MessageListKey, from: Date | undefined, to: Date | undefined) => {
    const sentAt = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
    return rows.count({ ...filterOf(key), ...(from || to ? { sentAt } : {}) }, hintOf(key));
  };

  return {
    async list(key, page) {
      const until = countedUntil(clock.now());
      const { items, recent, kept } = await readPage(rows, key, page, until);
      // A page that is not full is the last one, and its place gives the total.
      const isLast = items.length < page.limit && (items.length > 0 || page.page === 1);
      if (isLast) return { items, total: skipOf(page) + items.length };
      if (kept?.until && kept.until > until) return { items, total: kept.count + (await countBetween(key, kept.until, undefined)) };
      if (kept?.until?.getTime() === until.getTime()) return { items, total: kept.count + recent };
      const count = (kept?.until ? kept.count : 0) + (await countBetween(key, kept?.until, until));
      await faults.hit("messaging.list.keep");
      await keepCount(lists, key, kept, { until, count });
      return { items, total: count + recent };
    },

    async addEarlier(tx, { receiverId, sessionId, sentAt }) {
      const keys = [null, sessionId].flatMap((session) =>
        ([null, "receiver"] as const).map((role) => ({ userId: receiverId, role, sessionId: session })),
      );
      const operations = keys.flatMap((key) => [
        { updateOne: { filter: { _id: listIdOf(key) }, update: { $setOnInsert: { ...key, count: 0 }, $inc: { epoch: 1 } }, upsert: true } },
        { updateOne: { filter: { _id: listIdOf(key), until: { $gt: sentAt } }, update: { $inc: { count: 1 } } } },
      ]);
      await lists.bulkWrite(operations, { tx });
    },

    async listIds(after, limit) {
      const found = await lists.find({ _id: { $gt: after ?? "" } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit });
      return found.map(({ _id }) => _id);
    },

    async correct(_id) {
      const kept = await lists.findOne({ _id });
      if (!kept?.until) return false;
      const { until, epoch } = kept;
      const count = await countBetween(kept, undefined, until);
      if (count === kept.count) return false;
      return (await lists.updateOne({ _id, until, epoch, count: kept.count }, { $set: { count } })).modifiedCount === 1;
    },
  };
}

interface ReadPage {
  readonly items: MessageDoc[];
  /** Messages of the list since `until`. */
  readonly recent: number;
  readonly kept: MessageListDoc | null;
}

type Row = MessageDoc | MessageListDoc | { readonly recent: number };

async function readPage(rows: Collection<MessageDoc>, key: MessageListKey, page: PageRequest, until: Date): Promise<ReadPage> {
  const filter = filterOf(key);
  const found = await rows.aggregate<Row>(
    [
      { $match: filter },
      { $sort: { sentAt: -1, _id: -1 } },
      { $skip: skipOf(page) },
      { $limit: page.limit },
      { $unionWith: { coll: messages.name, pipeline: [{ $match: { ...filter, sentAt: { $gte: until } } }, { $count: "recent" }] } },
      { $unionWith: { coll: messageLists.name, pipeline: [{ $match: { _id: listIdOf(key) } }] } },
    ],
    hintOf(key),
  );
  const items: MessageDoc[] = [];
  let [recent, kept]: [number, MessageListDoc | null] = [0, null];
  for (const row of found) {
    if ("recent" in row) recent = Number(row.recent);
    else if ("epoch" in row) kept = { ...row, count: Number(row.count), epoch: Number(row.epoch) };
    else items.push(row);
  }
  return { items, recent, kept };
}

/** Keeps a count, unless another reader has kept one or a message that was sent earlier has entered the list since it was read. */
async function keepCount(
  lists: Collection<MessageListDoc>,
  key: MessageListKey,
  kept: MessageListDoc | null,
  counted: Required<Pick<MessageListDoc, "until" | "count">>,
): Promise<void> {
  const _id = listIdOf(key);
  if (kept) {
    await lists.updateOne({ _id, epoch: kept.epoch, until: kept.until ?? { $exists: false } }, { $set: counted });
    return;
  }
  try {
    await lists.insert({ _id, ...key, ...counted, epoch: 0 });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

function filterOf({ userId, role, sessionId }: MessageListKey): Filter<MessageDoc> {
  return {
    ...(sessionId !== null && { sessionId }),
    ...(role === "sender" && { senderId: userId }),
    ...(role === "receiver" && { receiverId: userId }),
    ...((role !== "sender" || sessionId !== null) && { visibleTo: userId }),
  };
}

/** Without the hint a session may be searched in everything that its user has received. */
const hintOf = ({ sessionId }: MessageListKey): { hint?: string } => (sessionId === null ? {} : { hint: "session" });
