import type { Doc } from "../values/document.ts";
import type { Collection, Transaction } from "./model.ts";

/** What a reader sees of a record: its own writes, else the state at its snapshot, else the newest. */
export function visibleDocument(collection: Collection, recordId: number, transaction: Transaction | null): Doc | null {
  const record = collection.records.get(recordId);
  if (!transaction) return record?.document ?? null;
  const written = transaction.writes.get(collection)?.get(recordId);
  if (written) return written.after;
  if (record && record.committedAt <= transaction.snapshot) return record.document;
  for (const entry of collection.history) if (entry.recordId === recordId && entry.committedAt > transaction.snapshot) return entry.before;
  return null;
}

/** The records whose indexed state is not what the transaction sees; null for none. */
export function differingRecords(collection: Collection, transaction: Transaction | null): Set<number> | null {
  if (!transaction) return null;
  const ids = new Set<number>();
  for (const entry of collection.history) if (entry.committedAt > transaction.snapshot) ids.add(entry.recordId);
  for (const recordId of transaction.writes.get(collection)?.keys() ?? []) ids.add(recordId);
  return ids.size ? ids : null;
}

/** All records in their natural order, with those that only the transaction sees. */
export function* recordIds(collection: Collection, differing: Set<number> | null): Iterable<number> {
  yield* collection.records.keys();
  if (!differing) return;
  yield* [...differing].filter((recordId) => !collection.records.has(recordId)).sort((left, right) => left - right);
}
