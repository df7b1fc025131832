import { applyWrite } from "./apply-write.ts";
import { discardCollection } from "./catalog.ts";
import { saveCollection } from "./catalog-rows.ts";
import type { Engine, Transaction } from "./model.ts";

/** Begins a transaction whose snapshot contains all data committed so far. */
export function beginTransaction(engine: Engine): Transaction {
  const transaction: Transaction = {
    state: "active",
    engine,
    snapshot: engine.clock,
    basis: engine.store.settled(false),
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

/** Makes all writes visible at once, in one batch of the store. If the store refuses a write, the transaction is aborted. */
export function commitTransaction(transaction: Transaction): void {
  const { engine } = transaction;
  engine.active.delete(transaction); // applyWrite retains old versions only for other open transactions
  try {
    for (const collection of transaction.created) {
      collection.pending = null;
      saveCollection(collection);
    }
    const committedAt = ++engine.clock;
    for (const [collection, writes] of transaction.writes) for (const write of writes.values()) applyWrite(collection, write, committedAt);
    transaction.state = "committed";
  } catch (error) {
    transaction.state = "aborted";
    throw error;
  } finally {
    release(transaction);
  }
}

export function abortTransaction(transaction: Transaction): void {
  if (transaction.state !== "active") return;
  transaction.state = "aborted";
  release(transaction);
  for (const collection of transaction.created) if (collection.pending === transaction) discardCollection(collection);
}

/** Resolves to true when the transaction has ended, to false after the timeout. */
export function waitForTransactionEnd(transaction: Transaction, milliseconds: number): Promise<boolean> {
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

/** Releases the locks and reserved keys of a transaction, and the versions that only it could read. */
function release(transaction: Transaction): void {
  const { engine } = transaction;
  for (const [{ locks }, writes] of transaction.writes)
    for (const recordId of writes.keys()) if (locks.get(recordId) === transaction) locks.delete(recordId);
  for (const [index, key] of transaction.reserved) if (index.reserved.get(key) === transaction) index.reserved.delete(key);
  engine.active.delete(transaction);
  forgetOldVersions(engine);
  for (const ended of [...transaction.onEnd]) ended();
}

function forgetOldVersions(engine: Engine): void {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { snapshot } of engine.active) oldest = Math.min(oldest, snapshot);
  for (const collections of engine.databases.values())
    for (const { history } of collections.values()) if (!history.isEmpty) history.forgetUntil(oldest);
}
