import { setTimeout as pause } from "node:timers/promises";
import mongoose, { type ClientSession, type Connection } from "mongoose";
import { isNetworkFailure, isStoreUnavailable, TransactionTimeout } from "./store-unavailable.ts";

const { mongo } = mongoose;

/** An open transaction; every read and write that belongs to it gets it as `session`. */
export type Tx = ClientSession;

/** Runs work in one transaction and commits it. The work may run several times, so it has no effect outside the store. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const afterwards = new WeakMap<Tx, (() => void)[]>();

/**
 * Calls back when the transaction has been committed: not when it was undone, nor when nobody knows. A repetition of the work starts
 * anew. What is called does not fail: the transaction would look undone.
 */
export function afterCommit(tx: Tx, told: () => void): void {
  afterwards.get(tx)?.push(told);
}

const SNAPSHOT = { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } } as const;

/** Milliseconds for a transaction with all its repetitions; the driver's own bound is two minutes. */
const TRANSACTION_MS = 10_000;

const FORGET_EVERY_MS = 500;
const FORGET_ATTEMPTS = 60;

/**
 * Transactions on one database. Write conflicts, broken connections and unknown commit results are repeated, for ten seconds in
 * all; then TransactionTimeout is thrown and nothing is committed any more, unless a commit was already under way: that is asked
 * for until its result is known, but not waited for once the store is away. Whatever the work throws aborts the transaction
 * and reaches the caller.
 */
export function transactionOn(connection: Connection, limitMs = TRANSACTION_MS): Transaction {
  return (work) => {
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(new TransactionTimeout(limitMs)), limitMs);
    const limit = new Promise<never>((_, reject) => ended.signal.addEventListener("abort", () => reject(ended.signal.reason)));
    const run = async () => {
      const session = await connection.startSession();
      const { id } = session;
      repeatCommits(session, ended);
      try {
        const outcome = await session.withTransaction(async (tx) => {
          ended.signal.throwIfAborted();
          afterwards.set(tx, []);
          const result = await work(tx).catch((error: unknown) => rethrow(error, "TransientTransactionError"));
          ended.signal.throwIfAborted();
          return result;
        }, SNAPSHOT);
        for (const told of afterwards.get(session) ?? []) told();
        return outcome;
      } catch (error) {
        if (isStoreUnavailable(error)) void forget(connection, id);
        throw error;
      } finally {
        await session.endSession();
      }
    };
    return Promise.race([run(), limit]).finally(() => clearTimeout(timer));
  };
}

/** The driver repeats by labels, but gives none to what fails before there is a connection. */
function rethrow(error: unknown, label: string): never {
  if (error instanceof mongo.MongoError && isNetworkFailure(error)) error.addErrorLabel(label);
  throw error;
}

/** Lets the driver ask for the result of a commit also when it has nobody to ask. The caller hears of that at once. */
function repeatCommits(session: ClientSession, ended: AbortController): void {
  const commit = session.commitTransaction.bind(session);
  session.commitTransaction = async () => {
    try {
      await commit();
    } catch (error) {
      if (error instanceof mongo.MongoServerSelectionError) {
        ended.abort(error);
        error.addErrorLabel("UnknownTransactionCommitResult");
      }
      rethrow(error, "UnknownTransactionCommitResult");
    }
  };
}

/** Ends what an outage has left open: the store would hold its documents for a minute, and nobody else could write them. */
async function forget(connection: Connection, id: ClientSession["id"]): Promise<void> {
  for (let attempt = 0; attempt < FORGET_ATTEMPTS; attempt += 1) {
    try {
      await connection
        .getClient()
        .db("admin")
        .command({ killSessions: [id] });
      return;
    } catch (error) {
      if (!isStoreUnavailable(error)) return;
    }
    await pause(FORGET_EVERY_MS, undefined, { ref: false });
  }
}
