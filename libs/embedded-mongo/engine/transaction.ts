import { applyWrite, operationsOf } from "./apply-write.ts";
import { creationOperations } from "./catalog.ts";
import type { Engine, Transaction } from "./model.ts";

/** Begins a transaction that reads what is committed now. */
export function beginTransaction(engine: Engine): Transaction {
  const transaction: Transaction = {
    state: "active",
    engine,
    snapshot: engine.clock,
    startedAt: Date.now(),
    writes: new Map(),
    keys: new Map(),
    reserved: [],
    created: [],
    onEnd: new Set(),
  };
  engine.active.add(transaction);
  return transaction;
}

/** Makes all writes visible at once, as one record of the journal. Where that cannot be written it throws, and nothing has changed. */
export function commitTransaction(transaction: Transaction): void {
  const { engine } = transaction;
  engine.journal?.([
    ...transaction.created.flatMap(creationOperations),
    ...[...transaction.writes].flatMap(([collection, writes]) => operationsOf(collection, writes.values())),
  ]);
  const committedAt = ++engine.clock;
  transaction.state = "committed";
  engine.active.delete(transaction); // its own snapshot needs no history
  for (const collection of transaction.created) collection.pending = null;
  for (const [collection, writes] of transaction.writes) for (const write of writes.values()) applyWrite(collection, write, committedAt);
  release(transaction);
}

export function abortTransaction(transaction: Transaction): void {
  if (transaction.state !== "active") return;
  transaction.state = "aborted";
  release(transaction);
  for (const collection of transaction.created) {
    if (collection.pending !== transaction) continue;
    collection.pending = null;
    const collections = transaction.engine.databases.get(collection.database);
    collections?.delete(collection.name);
    if (!collections?.size) transaction.engine.databases.delete(collection.database);
  }
}

/** Resolves to true when the transaction has ended, to false after the time. */
export function transactionEnd(transaction: Transaction, milliseconds: number): Promise<boolean> {
  if (transaction.state !== "active") return Promise.resolve(true);
  return new Promise((resolve) => {
    const ended = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      transaction.onEnd.delete(ended);
      resolve(false);
    }, milliseconds);
    timer.unref();
    transaction.onEnd.add(ended);
  });
}

function release(transaction: Transaction): void {
  for (const writes of transaction.writes.values())
    for (const { before } of writes.values()) if (before?.lock === transaction) before.lock = null;
  for (const [index, key] of transaction.reserved) if (index.reserved.get(key) === transaction) index.reserved.delete(key);
  transaction.engine.active.delete(transaction);
  trimHistory(transaction.engine);
  for (const ended of [...transaction.onEnd]) ended();
}

/** Forgets the versions that no open transaction can read any more. */
function trimHistory(engine: Engine): void {
  let oldest = Number.POSITIVE_INFINITY;
  for (const transaction of engine.active) oldest = Math.min(oldest, transaction.snapshot);
  for (const collections of engine.databases.values()) {
    for (const collection of collections.values()) {
      if (!collection.history.length) continue;
      collection.history = engine.active.size ? collection.history.filter((entry) => entry.committedAt > oldest) : [];
    }
  }
}
