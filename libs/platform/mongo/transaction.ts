import { setTimeout as pause } from "node:timers/promises";
import mongoose, { type ClientSession, type Connection } from "mongoose";
import { ERROR_CODES } from "./error-codes.ts";
import { isNetworkFailure, isStoreUnavailable, TransactionTimeout } from "./store-unavailable.ts";

const { mongo } = mongoose;

/** An open transaction; every read and write that belongs to it gets it as `session`. */
export type Tx = ClientSession;

/**
 * Runs work in one transaction and commits it. The work may be retried, so it has no effect outside the store.
 * @param turn transactions with the same one run one after the other in this process: a long one would lose to many short ones each time it is
 * retried, and never be made. Inside such a transaction no other one with its turn is begun: it would wait for ever
 */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>, turn?: string) => Promise<T>;

const callbacks = new WeakMap<Tx, (() => void)[]>();

/** Discards the callbacks of an earlier attempt. @internal for stores that are not MongoDB */
export function beginCallbacks(tx: Tx): void {
  callbacks.set(tx, []);
}

/** Calls back after the commit. @internal for stores that are not MongoDB */
export function runCallbacks(tx: Tx): void {
  for (const callback of callbacks.get(tx) ?? []) callback();
}

/**
 * Calls back after the commit; not after an abort, and not when the outcome is unknown. A retry of the work discards earlier callbacks. A
 * callback must not throw: the transaction would look aborted.
 */
export function afterCommit(tx: Tx, callback: () => void): void {
  callbacks.get(tx)?.push(callback);
}

const SNAPSHOT = { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } } as const;

/** Milliseconds for a transaction with all its retries; the driver's own limit is two minutes. */
const TRANSACTION_MS = 10_000;

const KILL_RETRY_MS = 500;
const KILL_ATTEMPTS = 60;

/**
 * Transactions on one database. Write conflicts, broken connections and unknown commit results are retried, for ten seconds in all. Then
 * TransactionTimeout is thrown and nothing is committed, unless a commit was already under way. Such a commit is retried until its result
 * is known, but the caller does not wait for it while the store is unavailable. An error of the work aborts the transaction and reaches the
 * caller.
 */
export function transactionOn(connection: Connection, limitMs = TRANSACTION_MS): Transaction {
  return (work) => {
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(new TransactionTimeout(limitMs)), limitMs);
    const limit = new Promise<never>((_, reject) => ended.signal.addEventListener("abort", () => reject(ended.signal.reason)));
    const run = async () => {
      const session = await connection.startSession();
      let killed: Promise<void> | null = null;
      retryCommits(session, ended);
      try {
        const outcome = await session.withTransaction(async (tx) => {
          ended.signal.throwIfAborted();
          beginCallbacks(tx);
          const result = await work(tx).catch((error: unknown) => rethrowWithLabel(error, "TransientTransactionError"));
          ended.signal.throwIfAborted();
          return result;
        }, SNAPSHOT);
        runCallbacks(session);
        return outcome;
      } catch (error) {
        if (isStoreUnavailable(error)) killed = killSession(connection, session.id);
        throw error;
      } finally {
        // An ended session is lent again: the kill would end the command of its next user.
        if (killed) void killed.finally(() => session.endSession());
        else await session.endSession();
      }
    };
    return Promise.race([run(), limit]).finally(() => clearTimeout(timer));
  };
}

/** An error after which the transaction runs again, as after a conflict that the database has found. */
export function writeConflict(): Error {
  const error = new mongo.MongoServerError({ message: "WriteConflict", code: ERROR_CODES.WriteConflict });
  error.addErrorLabel("TransientTransactionError");
  return error;
}

/** The driver retries by labels, but sets none on an error that occurs before there is a connection. */
function rethrowWithLabel(error: unknown, label: string): never {
  if (error instanceof mongo.MongoError && isNetworkFailure(error)) error.addErrorLabel(label);
  throw error;
}

/** Lets the driver retry a commit also while no server can be selected. The caller gets the error at once. */
function retryCommits(session: ClientSession, ended: AbortController): void {
  const commit = session.commitTransaction.bind(session);
  session.commitTransaction = async () => {
    try {
      await commit();
    } catch (error) {
      if (error instanceof mongo.MongoServerSelectionError) {
        ended.abort(error);
        error.addErrorLabel("UnknownTransactionCommitResult");
      }
      rethrowWithLabel(error, "UnknownTransactionCommitResult");
    }
  };
}

/** Ends a transaction that an outage left open: the store would lock its documents for a minute. */
async function killSession(connection: Connection, id: ClientSession["id"]): Promise<void> {
  for (let attempt = 0; attempt < KILL_ATTEMPTS; attempt += 1) {
    try {
      await connection
        .getClient()
        .db("admin")
        .command({ killSessions: [id] });
      return;
    } catch (error) {
      if (!isStoreUnavailable(error)) return;
    }
    await pause(KILL_RETRY_MS, undefined, { ref: false });
  }
}
