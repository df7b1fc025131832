import { type Clock, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { FaultPoints } from "#libs/platform/faults/fault-points.ts";
import type { Collection, Filter } from "#libs/platform/mongo/collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { listIdOf, type MessageListDoc, type MessageListKey, messageLists } from "./message-list.model.ts";

/**
 * A list with a stored total. Counting all rows for every page would take longer with each row. A counter in the transaction of each row
 * would make all senders of a creator wait for each other. So a reader counts the rows of past hours once and stores the number
 * (`message_lists`). Every page counts only the rows since then.
 */
export interface CountedList<T> {
  readonly key: MessageListKey;
  readonly rows: Collection<T>;
  readonly filter: Filter<T>;
  readonly sort: Readonly<Record<string, 1 | -1>>;
  /** The field with the time of a row, which never changes. Rows are never deleted. */
  readonly timeField: string;
  readonly hint?: string;
}

interface CountDeps {
  readonly lists: Collection<MessageListDoc>;
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

interface Page<T> {
  readonly items: T[];
  readonly total: number;
}

/** A row is stored much sooner than this after its time, even if the clocks of two processes differ. */
const STORED_WITHIN_MS = 10 * MINUTE;

/** All rows with an earlier time are stored. It is constant for an hour, so that a stored count stays useful that long. */
const countedUntil = (now: Date): Date => new Date(Math.floor((now.getTime() - STORED_WITHIN_MS) / HOUR) * HOUR);

/** Reads a page of a list with one command; with up to three, once an hour. */
export async function readCountedPage<T>({ lists, clock, faults }: CountDeps, list: CountedList<T>, page: PageRequest): Promise<Page<T>> {
  const until = countedUntil(clock.now());
  const { items, recent, stored } = await readPage(list, page, until);
  // A page that is not full is the last one, so its position gives the total.
  const isLast = items.length < page.limit && (items.length > 0 || page.page === 1);
  if (isLast) return { items, total: skipOf(page) + items.length };
  if (stored?.until && stored.until > until) return { items, total: stored.count + (await countBetween(list, stored.until, undefined)) };
  if (stored?.until?.getTime() === until.getTime()) return { items, total: stored.count + recent };
  const count = (stored?.until ? stored.count : 0) + (await countBetween(list, stored?.until, until));
  await faults.hit("messaging.list.keep");
  await keepCount(lists, list.key, stored, { until, count });
  return { items, total: count + recent };
}

/** A row that enters a list after its time. */
export interface LateEntry {
  readonly key: MessageListKey;
  readonly time: Date;
}

/** Counts a late row, in the transaction that makes it enter its list. */
export function countLateEntry(set: WorkingSet, { key, time }: LateEntry): void {
  const _id = listIdOf(key);
  const { userId, role, sessionId } = key;
  const update = { $setOnInsert: { userId, role, sessionId, count: 0 }, $inc: { epoch: 1 } };
  set.write(messageLists, { updateOne: { filter: { _id }, update, upsert: true } });
  set.write(messageLists, { updateOne: { filter: { _id, until: { $gt: time } }, update: { $inc: { count: 1 } } } });
}

/** Corrects a stored count that differs from its rows. Returns whether it did. */
export async function correctCount<T>(lists: Collection<MessageListDoc>, list: CountedList<T>, stored: MessageListDoc): Promise<boolean> {
  if (!stored.until) return false;
  const { _id, until, epoch } = stored;
  const count = await countBetween(list, undefined, until);
  if (count === stored.count) return false;
  return (await lists.updateOne({ _id, until, epoch, count: stored.count }, { $set: { count } })).modifiedCount === 1;
}

function countBetween<T>({ rows, filter, timeField, hint }: CountedList<T>, from: Date | undefined, to: Date | undefined): Promise<number> {
  const time = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
  return rows.count({ ...filter, ...(from || to ? { [timeField]: time } : {}) }, hint === undefined ? {} : { hint });
}

interface ReadPage<T> {
  readonly items: T[];
  /** Rows of the list since `until`. */
  readonly recent: number;
  readonly stored: MessageListDoc | null;
}

async function readPage<T>(list: CountedList<T>, page: PageRequest, until: Date): Promise<ReadPage<T>> {
  const { key, rows, filter, sort, timeField, hint } = list;
  const found = await rows.aggregate<object>(
    [
      { $match: filter },
      { $sort: sort },
      { $skip: skipOf(page) },
      { $limit: page.limit },
      { $unionWith: { coll: rows.name, pipeline: [{ $match: { ...filter, [timeField]: { $gte: until } } }, { $count: "recent" }] } },
      { $unionWith: { coll: messageLists.name, pipeline: [{ $match: { _id: listIdOf(key) } }] } },
    ],
    hint === undefined ? {} : { hint },
  );
  const items: T[] = [];
  let [recent, stored]: [number, MessageListDoc | null] = [0, null];
  for (const row of found) {
    if ("recent" in row) recent = Number(row.recent);
    else if ("epoch" in row) stored = storedOf(row as MessageListDoc);
    else items.push(row as T);
  }
  return { items, recent, stored };
}

const storedOf = (row: MessageListDoc): MessageListDoc => ({ ...row, count: Number(row.count), epoch: Number(row.epoch) });

/** Stores a count. It does nothing when another reader has stored one, or a late row has entered the list, since the count was read. */
async function keepCount(
  lists: Collection<MessageListDoc>,
  key: MessageListKey,
  stored: MessageListDoc | null,
  counted: Required<Pick<MessageListDoc, "until" | "count">>,
): Promise<void> {
  const _id = listIdOf(key);
  if (stored) {
    await lists.updateOne({ _id, epoch: stored.epoch, until: stored.until ?? { $exists: false } }, { $set: counted });
    return;
  }
  try {
    await lists.insert({ _id, ...key, ...counted, epoch: 0 });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
