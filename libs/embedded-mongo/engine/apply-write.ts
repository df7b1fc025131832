import { deleteKeys, insertKeys, keysOf } from "../index/collection-index.ts";
import { encode } from "../values/codec.ts";
import type { Doc } from "../values/document.ts";
import type { Collection, JournalOperation, KeysByIndex, StoredRecord } from "./model.ts";

export const keysByIndex = (collection: Collection, document: Doc): KeysByIndex =>
  new Map(collection.indexes.map((index) => [index, keysOf(index, document)]));

export interface CommittedWrite {
  readonly recordId: number;
  readonly after: Doc | null;
  readonly bytes: Buffer | null;
  /** The keys of the new document, where the caller has them already. */
  readonly keys?: KeysByIndex | undefined;
}

/** Makes a write the newest committed state and notes it for the journal. */
export function applyWrite(collection: Collection, write: CommittedWrite, committedAt: number, log: JournalOperation[]): void {
  const { recordId, after, bytes } = write;
  const { engine, namespace: ns } = collection;
  const current = collection.records.get(recordId);
  if (engine.active.size) collection.history.push({ committedAt, recordId, before: current?.document ?? null });
  if (!after) {
    if (current) removeCurrent(collection, recordId, current);
    if (current && engine.journal) log.push({ op: "delete", ns, id: current.document._id });
    return;
  }
  const keys = write.keys ?? keysByIndex(collection, after);
  const record = current ?? { document: after, bytes, committedAt, lock: null };
  if (current) replaceCurrent(collection, recordId, current, write, keys, committedAt);
  else {
    collection.records.set(recordId, record);
    for (const index of collection.indexes) insertKeys(index, keys.get(index) ?? [], recordId);
  }
  if (!engine.journal) return;
  record.bytes ??= encode(after);
  log.push({ op: current ? "update" : "insert", ns, doc: record.bytes });
}

function removeCurrent(collection: Collection, recordId: number, current: StoredRecord): void {
  for (const index of collection.indexes) deleteKeys(index, keysOf(index, current.document), recordId);
  collection.records.delete(recordId);
}

function replaceCurrent(
  collection: Collection,
  recordId: number,
  current: StoredRecord,
  write: CommittedWrite,
  keys: KeysByIndex,
  committedAt: number,
): void {
  for (const index of collection.indexes) {
    const before = keysOf(index, current.document);
    const after = keys.get(index) ?? [];
    if (before.length === 1 && after.length === 1 && before[0] === after[0]) continue;
    deleteKeys(index, before, recordId);
    insertKeys(index, after, recordId);
  }
  if (write.after) current.document = write.after;
  current.bytes = write.bytes;
  current.committedAt = committedAt;
}
