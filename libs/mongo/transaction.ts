import type { ClientSession, Connection } from "mongoose";

/** An open transaction; every read and write that belongs to it gets it as `session`. */
export type Tx = ClientSession;

/** Runs work in one transaction and commits it. The work may run several times, so it has no effect outside the store. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const MAJORITY = { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } } as const;

/** Milliseconds for a transaction with all its repetitions. */
const TRANSACTION_MS = 10_000;

/**
 * Transactions on one database. Write conflicts and unknown commit results are repeated, for ten seconds in all;
 * whatever the work throws aborts the transaction and reaches the caller.
 */
export function transactionOn(connection: Connection): Transaction {
  return async (work) => {
    const session = await connection.startSession();
    try {
      return await session.withTransaction(work, { ...MAJORITY, timeoutMS: TRANSACTION_MS });
    } finally {
      await session.endSession();
    }
  };
}
