import { type CollectionIndex, keysOf } from "../indexes/collection-index.ts";
import { StoredRecord } from "../store/stored-record.ts";
import { isBsonRegExp } from "../values/bson-types.ts";
import type { Doc } from "../values/document.ts";
import { MongoError, writeConflict } from "../values/mongo-error.ts";
import { applyWrite, type CommittedWrite, keysByIndex } from "./apply-write.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { BlockedByTransaction, type Collection, type KeysByIndex, type PendingWrite, type Transaction } from "./model.ts";

/** Inserts a document that has an `_id` and returns its record id. Throws a duplicate key or write conflict error. */
export function insertRecord(collection: Collection, document: Doc, bytes: Buffer | null, transaction: Transaction | null = null): number {
  if (Array.isArray(document._id) || isBsonRegExp(document._id))
    throw new MongoError(53, "InvalidIdField", `The '_id' value cannot be of type ${Array.isArray(document._id) ? "array" : "regex"}`);
  const keys = keysByIndex(collection, document);
  const recordId = collection.records.nextId();
  checkUnique(collection, keys, null, recordId, document, transaction);
  const after = StoredRecord.of(document, bytes);
  if (transaction) addPendingWrite(collection, transaction, { recordId, before: null, after }, null, keys);
  else commitSingleWrite(collection, { recordId, before: null, after, keys });
  return recordId;
}

/** Replaces the version of a record that is visible to the transaction. */
export function replaceRecord(
  collection: Collection,
  recordId: number,
  current: Doc,
  document: Doc,
  transaction: Transaction | null = null,
): void {
  const before = writableRecord(collection, recordId, transaction);
  const keysBefore = keysByIndex(collection, current);
  const keys = keysByIndex(collection, document);
  checkUnique(collection, keys, keysBefore, recordId, document, transaction);
  const after = StoredRecord.of(document);
  if (transaction) addPendingWrite(collection, transaction, { recordId, before, after }, keysBefore, keys);
  else commitSingleWrite(collection, { recordId, before, after, keysBefore, keys });
}

export function removeRecord(collection: Collection, recordId: number, current: Doc, transaction: Transaction | null = null): void {
  const before = writableRecord(collection, recordId, transaction);
  const keysBefore = keysByIndex(collection, current);
  if (transaction) {
    addPendingWrite(collection, transaction, { recordId, before, after: null }, keysBefore, null);
    return;
  }
  for (const [index, keys] of keysBefore) if (index.unique) for (const key of keys) requireUnreserved(index, key, null);
  commitSingleWrite(collection, { recordId, before, after: null, keysBefore });
}

function commitSingleWrite(collection: Collection, write: CommittedWrite): void {
  applyWrite(collection, write, ++collection.engine.clock);
}

/** A transaction fails at once with a write conflict; a write outside a transaction waits for the holder. */
function throwConflict(holder: Transaction, transaction: Transaction | null): never {
  if (transaction) throw writeConflict();
  throw new BlockedByTransaction(holder);
}

function requireUnreserved(index: CollectionIndex, key: string, transaction: Transaction | null): void {
  const holder = index.reserved.get(key);
  if (holder && holder !== transaction) throwConflict(holder as Transaction, transaction);
}

/** Throws unless the record may have these keys. Its present keys (`keysBefore`) are safe: no other record can have them. */
function checkUnique(
  collection: Collection,
  keys: KeysByIndex,
  keysBefore: KeysByIndex | null,
  recordId: number,
  document: Doc,
  transaction: Transaction | null,
): void {
  for (const [index, indexKeys] of keys) {
    if (!index.unique) continue;
    for (const key of indexKeys) {
      requireUnreserved(index, key, transaction);
      if (keysBefore?.get(index)?.includes(key)) continue;
      if (isDuplicate(collection, index, key, recordId, transaction)) throw duplicateKey(collection, index, document);
      if (transaction && wasTakenInSnapshot(collection, index, key, recordId, transaction)) throw writeConflict();
    }
  }
}

function isDuplicate(
  collection: Collection,
  index: CollectionIndex,
  key: string,
  recordId: number,
  transaction: Transaction | null,
): boolean {
  const ownRecordId = transaction?.keys.get(index)?.get(key);
  if (ownRecordId !== undefined && ownRecordId !== recordId) return true;
  const existing = index.entries.holder(key);
  if (existing === undefined || existing === recordId) return false;
  if (!transaction) return true;
  const written = transaction.writes.get(collection)?.get(existing);
  if (written) return written.after !== null && keysOf(index, written.after.document).includes(key);
  // the key was committed after this transaction took its snapshot
  if (collection.history.hasChangedSince(existing, transaction.snapshot)) throw writeConflict();
  return true;
}

/** Whether another record had the key in the snapshot or after it: the transaction may still read that record. */
function wasTakenInSnapshot(
  { history }: Collection,
  index: CollectionIndex,
  key: string,
  recordId: number,
  { snapshot }: Transaction,
): boolean {
  for (const [, holder] of index.superseded.entries(key, `${key}\x00`)) {
    if (holder === recordId) continue;
    if (
      history
        .versionsSince(holder, snapshot)
        .some(({ keys }) => keys.some(([{ superseded }, removed]) => superseded === index.superseded && removed === key))
    )
      return true;
  }
  return false;
}

/** Makes sure that a record may be written and returns its committed version; null if only the transaction has it. */
function writableRecord(collection: Collection, recordId: number, transaction: Transaction | null): StoredRecord | null {
  const isOwn = transaction?.writes.get(collection)?.has(recordId) ?? false;
  const holder = collection.locks.get(recordId);
  if (holder && holder !== transaction) throwConflict(holder, transaction);
  if (transaction && !isOwn && collection.history.hasChangedSince(recordId, transaction.snapshot)) throw writeConflict();
  const record = collection.records.get(recordId) ?? null;
  if (!record && transaction && !isOwn) throw writeConflict();
  return record;
}

/** Adds a write to a transaction, locks the record and reserves its unique keys until the transaction ends. */
function addPendingWrite(
  collection: Collection,
  transaction: Transaction,
  write: PendingWrite,
  keysBefore: KeysByIndex | null,
  keysAfter: KeysByIndex | null,
): void {
  const { recordId } = write;
  let writes = transaction.writes.get(collection);
  if (!writes) {
    writes = new Map();
    transaction.writes.set(collection, writes);
  }
  const earlier = writes.get(recordId);
  writes.set(recordId, earlier ? { ...write, before: earlier.before } : write);
  collection.locks.set(recordId, transaction);
  reserve(transaction, keysBefore, (held, key) => {
    if (held.get(key) === recordId) held.delete(key);
  });
  reserve(transaction, keysAfter, (held, key) => held.set(key, recordId));
}

function reserve(transaction: Transaction, keys: KeysByIndex | null, update: (held: Map<string, number>, key: string) => void): void {
  for (const [index, indexKeys] of keys ?? []) {
    if (!index.unique) continue;
    let held = transaction.keys.get(index);
    if (!held) {
      held = new Map();
      transaction.keys.set(index, held);
    }
    for (const key of indexKeys) {
      if (!index.reserved.has(key)) {
        index.reserved.set(key, transaction);
        transaction.reserved.push([index, key]);
      }
      update(held, key);
    }
  }
}
