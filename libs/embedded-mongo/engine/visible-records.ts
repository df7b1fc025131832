import { type CollectionIndex, isMultikey, keysOf } from "../indexes/collection-index.ts";
import type { KeyRange } from "../indexes/plan-query.ts";
import { SortedEntries } from "../indexes/sorted-entries.ts";
import type { Entry } from "../store/stored-entries.ts";
import type { StoredRecord } from "../store/stored-record.ts";
import type { Collection, Transaction } from "./model.ts";

/**
 * The version of a record that a reader sees: its own write, else the version in its snapshot. Without a transaction it is the newest one.
 */
function visibleRecord(collection: Collection, recordId: number, transaction: Transaction | null): StoredRecord | null {
  if (transaction) {
    const written = transaction.writes.get(collection)?.get(recordId);
    if (written) return written.after;
    const replaced = collection.history.versionAt(recordId, transaction.snapshot);
    if (replaced !== undefined) return replaced;
  }
  return collection.records.get(recordId) ?? null;
}

/** Whether a reader may see another version of some record than the newest committed one, which the indexes hold. */
const seesOthers = (collection: Collection, transaction: Transaction | null): transaction is Transaction =>
  transaction !== null && (!collection.history.isEmpty || (transaction.writes.get(collection)?.size ?? 0) > 0);

/** The records that a reader sees, in natural order or backwards. */
export function allRecords(collection: Collection, transaction: Transaction | null, backwards: boolean): Iterable<[number, StoredRecord]> {
  return seesOthers(collection, transaction) ? allInSnapshot(collection, transaction, backwards) : collection.records.entries(backwards);
}

function* allInSnapshot(collection: Collection, transaction: Transaction, backwards: boolean): Generator<[number, StoredRecord]> {
  const others = uncommittedRecords(collection, transaction);
  if (backwards) yield* visibleRecords(collection, others.reverse(), transaction);
  for (const [recordId, record] of collection.records.entries(backwards)) {
    const visible = visibleVersion(collection, recordId, record, transaction);
    if (visible) yield [recordId, visible];
  }
  if (!backwards) yield* visibleRecords(collection, others, transaction);
}

/** The visible versions among some records. */
export function* visibleRecords(
  collection: Collection,
  recordIds: Iterable<number>,
  transaction: Transaction | null,
): Generator<[id: number, record: StoredRecord]> {
  for (const recordId of recordIds) {
    const record = visibleRecord(collection, recordId, transaction);
    if (record) yield [recordId, record];
  }
}

function visibleVersion(collection: Collection, recordId: number, newest: StoredRecord, transaction: Transaction): StoredRecord | null {
  const written = transaction.writes.get(collection)?.get(recordId);
  if (written) return written.after;
  const replaced = collection.history.versionAt(recordId, transaction.snapshot);
  return replaced === undefined ? newest : replaced;
}

/** The records that a transaction may see although the collection does not have them, or no longer. */
function uncommittedRecords(collection: Collection, transaction: Transaction): number[] {
  const ids = new Set(collection.history.deletedRecords());
  for (const [recordId, { before }] of transaction.writes.get(collection) ?? []) if (!before) ids.add(recordId);
  return [...ids].sort((left, right) => left - right);
}

/** The candidates of key ranges, in the order of the index or reversed. The caller reads the visible version of each. */
export function* candidates(
  collection: Collection,
  index: CollectionIndex,
  ranges: readonly KeyRange[],
  reverse: boolean,
  transaction: Transaction | null,
): Generator<number> {
  const ordered = reverse ? ranges.toReversed() : ranges;
  if (!seesOthers(collection, transaction)) {
    const seen = isMultikey(index) ? new Set<number>() : null;
    for (const range of ordered) {
      for (const recordId of recordsIn(index, range, reverse)) {
        if (seen?.has(recordId)) continue;
        seen?.add(recordId);
        yield recordId;
      }
    }
    return;
  }
  const own = ownEntries(collection, index, transaction);
  const view = { collection, index, transaction };
  const seen = new Set<number>();
  for (const [from, to] of ordered) {
    const newest = visibleEntries(entriesIn(index, [from, to], reverse), { ...view, areNewest: true });
    const beside = merge(index.superseded.entries(from, to, reverse), own.entries(from, to, reverse), reverse);
    const others = visibleEntries(beside, { ...view, areNewest: false });
    for (const [, recordId] of merge(newest, others, reverse)) {
      if (seen.has(recordId)) continue;
      seen.add(recordId);
      yield recordId;
    }
  }
}

/** Whether a range is a complete key of a unique index, which has at most one record. */
const isUniqueKey = ({ unique }: CollectionIndex, [from, to]: KeyRange): boolean => unique && to === `${from}\x00`;

/** The records in a key range. For a complete key of a unique index one step finds the record. */
function recordsIn(index: CollectionIndex, range: KeyRange, reverse: boolean): Iterable<number> {
  const [from, to] = range;
  if (!isUniqueKey(index, range)) return index.entries.range(from, to, reverse);
  const holder = index.entries.holder(from);
  return holder === undefined ? [] : [holder];
}

/** As `recordsIn`, with the keys. */
function entriesIn(index: CollectionIndex, range: KeyRange, reverse: boolean): Iterable<Entry> {
  const [from, to] = range;
  if (!isUniqueKey(index, range)) return index.entries.entries(from, to, reverse);
  const holder = index.entries.holder(from);
  return holder === undefined ? [] : [[from, holder]];
}

/** The entries of the documents that a transaction has written itself. */
function ownEntries(collection: Collection, index: CollectionIndex, transaction: Transaction): SortedEntries {
  const entries = new SortedEntries();
  for (const [recordId, { after }] of transaction.writes.get(collection) ?? [])
    if (after) for (const key of keysOf(index, after.document)) entries.add(key, recordId);
  return entries;
}

/** Whether a transaction sees another version of a record than the newest committed one. */
const seesAnother = (collection: Collection, recordId: number, transaction: Transaction): boolean =>
  (transaction.writes.get(collection)?.has(recordId) ?? false) || collection.history.hasChangedSince(recordId, transaction.snapshot);

/** Those entries of an index, or of the versions beside it, under which a transaction sees a record. */
function* visibleEntries(entries: Iterable<Entry>, { collection, index, transaction, areNewest }: EntryView): Generator<Entry> {
  for (const entry of entries) {
    const [key, recordId] = entry;
    if (seesAnother(collection, recordId, transaction)) {
      const visible = visibleRecord(collection, recordId, transaction);
      if (visible && keysOf(index, visible.document).includes(key)) yield entry;
    } else if (areNewest) yield entry;
  }
}

interface EntryView {
  readonly collection: Collection;
  readonly index: CollectionIndex;
  readonly transaction: Transaction;
  /** Whether the entries are those of the newest versions. */
  readonly areNewest: boolean;
}

/** Merges two sorted sequences of entries. */
function* merge(left: Iterator<Entry>, right: Iterator<Entry>, reverse: boolean): Generator<Entry> {
  let a = left.next();
  let b = right.next();
  while (!a.done && !b.done) {
    if (comesFirst(a.value, b.value) !== reverse) {
      yield a.value;
      a = left.next();
    } else {
      yield b.value;
      b = right.next();
    }
  }
  for (; !a.done; a = left.next()) yield a.value;
  for (; !b.done; b = right.next()) yield b.value;
}

const comesFirst = ([leftKey, leftRecord]: Entry, [rightKey, rightRecord]: Entry): boolean =>
  leftKey < rightKey || (leftKey === rightKey && leftRecord < rightRecord);
