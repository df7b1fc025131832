import { deleteKeys, insertKeys, keysOf } from "../index/collection-index.ts";
import { encode } from "../values/codec.ts";
import type { Doc } from "../values/document.ts";
import type { Collection, JournalOperation, KeysByIndex, StoredRecord } from "./model.ts";

export const keysByIndex = (collection: Collection, document: Doc): KeysByIndex =>
  new Map(collection.indexes.map((index) => [index, keysOf(index, document)]));

export interface CommittedWrite {
  readonly recordId: number;
  readonly after: Doc | null;
  /** Those of `after`; encoded when they are first needed. */
  bytes: Buffer | null;
  /** The keys of the new document, where the caller has them already. */
  readonly keys?: KeysByIndex | undefined;
}

/** What the journal has to know of writes that are about to be applied. */
export function operationsOf(collection: Collection, writes: Iterable<CommittedWrite>): JournalOperation[] {
  const { namespace: ns, records } = collection;
  const operations: JournalOperation[] = [];
  for (const write of writes) {
    const current = records.get(write.recordId);
    if (write.after) {
      write.bytes ??= encode(write.after);
      operations.push({ op: current ? "update" : "insert", ns, doc: write.bytes });
    } else if (current) operations.push({ op: "delete", ns, id: current.document._id });
  }
  return operations;
}

/** Makes a write the newest committed state. Nothing here fails: the journal has it already. */
export function applyWrite(collection: Collection, write: CommittedWrite, committedAt: number): void {
  const { recordId, after, bytes } = write;
  const { engine } = collection;
  const current = collection.records.get(recordId);
  if (engine.active.size) collection.history.push({ committedAt, recordId, before: current?.document ?? null });
  if (!after) {
    if (current) removeCurrent(collection, recordId, current);
    return;
  }
  const keys = write.keys ?? keysByIndex(collection, after);
  if (current) replaceCurrent(collection, recordId, current, write, keys, committedAt);
  else {
    collection.records.set(recordId, { document: after, bytes, committedAt, lock: null });
    for (const index of collection.indexes) insertKeys(index, keys.get(index) ?? [], recordId);
  }
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
