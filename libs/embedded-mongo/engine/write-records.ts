import { type CollectionIndex, keysOf } from "../index/collection-index.ts";
import { isBsonRegExp } from "../values/bson-types.ts";
import type { Doc } from "../values/document.ts";
import { firstKey, isDoc } from "../values/document.ts";
import { MongoError, writeConflict } from "../values/mongo-error.ts";
import { applyWrite, type CommittedWrite, keysByIndex, operationsOf } from "./apply-write.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { BlockedByTransaction, type Collection, type KeysByIndex, type StoredRecord, type Transaction } from "./model.ts";

export interface WriteOptions {
  readonly transaction?: Transaction | null | undefined;
  readonly bypassValidation?: boolean | undefined;
}

/** Inserts a document that has an `_id`; returns the id of its record. Throws duplicate key, validation failure or write conflict. */
export function insertRecord(collection: Collection, document: Doc, bytes: Buffer | null, options: WriteOptions = {}): number {
  const transaction = options.transaction ?? null;
  if (Array.isArray(document._id) || isBsonRegExp(document._id))
    throw new MongoError(53, "InvalidIdField", `The '_id' value cannot be of type ${Array.isArray(document._id) ? "array" : "regex"}`);
  if (!options.bypassValidation) validate(collection, document);
  const keys = keysByIndex(collection, document);
  const recordId = collection.engine.nextRecordId++;
  checkUnique(collection, keys, recordId, document, transaction);
  if (transaction) noteWrite(collection, transaction, { recordId, before: null, after: document, bytes }, null, keys);
  else commitNow(collection, { recordId, after: document, bytes, keys });
  return recordId;
}

/** Replaces the visible version of a record. */
export function replaceRecord(collection: Collection, recordId: number, current: Doc, document: Doc, options: WriteOptions = {}): void {
  const transaction = options.transaction ?? null;
  const before = lockRecord(collection, recordId, transaction);
  const leftAlone = collection.options.validationLevel === "moderate" && collection.validator && !collection.validator(current);
  if (!options.bypassValidation && !leftAlone) validate(collection, document);
  const keys = keysByIndex(collection, document);
  checkUnique(collection, keys, recordId, document, transaction);
  if (transaction)
    noteWrite(collection, transaction, { recordId, before, after: document, bytes: null }, keysByIndex(collection, current), keys);
  else commitNow(collection, { recordId, after: document, bytes: null, keys });
}

export function removeRecord(collection: Collection, recordId: number, current: Doc, transaction: Transaction | null = null): void {
  const before = lockRecord(collection, recordId, transaction);
  const keys = keysByIndex(collection, current);
  if (transaction) {
    noteWrite(collection, transaction, { recordId, before, after: null, bytes: null }, keys, null);
    return;
  }
  for (const [index, ownKeys] of keys) if (index.unique) for (const key of ownKeys) refuseHolder(index, key, null);
  commitNow(collection, { recordId, after: null, bytes: null });
}

function commitNow(collection: Collection, write: CommittedWrite): void {
  const { engine } = collection;
  engine.journal?.(operationsOf(collection, [write]));
  applyWrite(collection, write, ++engine.clock);
}

function validate(collection: Collection, document: Doc): void {
  const { validator, options } = collection;
  if (!validator || options.validationAction === "warn" || options.validationLevel === "off" || validator(document)) return;
  const operatorName = isDoc(options.validator) ? firstKey(options.validator) : undefined;
  throw new MongoError(121, "DocumentValidationFailure", "Document failed validation", {
    fields: { errInfo: { failingDocumentId: document._id, details: { operatorName } } },
  });
}

/** A transaction fails at once with a write conflict, a write outside waits. */
function conflict(holder: Transaction, transaction: Transaction | null): never {
  if (transaction) throw writeConflict();
  throw new BlockedByTransaction(holder);
}

function refuseHolder(index: CollectionIndex, key: string, transaction: Transaction | null): void {
  const holder = index.reserved.get(key);
  if (holder && holder !== transaction) conflict(holder as Transaction, transaction);
}

function checkUnique(collection: Collection, keys: KeysByIndex, recordId: number, document: Doc, transaction: Transaction | null): void {
  for (const [index, indexKeys] of keys) {
    if (!index.unique) continue;
    for (const key of indexKeys) {
      refuseHolder(index, key, transaction);
      if (isTaken(collection, index, key, recordId, transaction)) throw duplicateKey(collection, index, document);
    }
  }
}

function isTaken(collection: Collection, index: CollectionIndex, key: string, recordId: number, transaction: Transaction | null): boolean {
  const ownHolder = transaction?.keys.get(index)?.get(key);
  if (ownHolder !== undefined && ownHolder !== recordId) return true;
  const holder = index.unique?.get(key);
  if (holder === undefined || holder === recordId) return false;
  if (!transaction) return true;
  const written = transaction.writes.get(collection)?.get(holder);
  if (written) return written.after !== null && keysOf(index, written.after).includes(key);
  // somebody committed the key after this transaction's snapshot was taken
  if ((collection.records.get(holder)?.committedAt ?? 0) > transaction.snapshot) throw writeConflict();
  return true;
}

function lockRecord(collection: Collection, recordId: number, transaction: Transaction | null): StoredRecord | null {
  const record = collection.records.get(recordId) ?? null;
  const isOwn = transaction?.writes.get(collection)?.has(recordId) ?? false;
  if (!record) {
    if (transaction && !isOwn) throw writeConflict();
    return null;
  }
  if (record.lock && record.lock !== transaction) conflict(record.lock, transaction);
  if (transaction && record.committedAt > transaction.snapshot && !isOwn) throw writeConflict();
  return record;
}

interface NotedWrite {
  readonly recordId: number;
  readonly before: StoredRecord | null;
  readonly after: Doc | null;
  readonly bytes: Buffer | null;
}

/** Keeps a write of a transaction, locks the record and reserves its unique keys. */
function noteWrite(
  collection: Collection,
  transaction: Transaction,
  write: NotedWrite,
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
  if (write.before) write.before.lock = transaction;
  reserve(transaction, keysBefore, (held, key) => {
    if (held.get(key) === recordId) held.delete(key);
  });
  reserve(transaction, keysAfter, (held, key) => held.set(key, recordId));
}

function reserve(transaction: Transaction, keys: KeysByIndex | null, note: (held: Map<string, number>, key: string) => void): void {
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
      note(held, key);
    }
  }
}
