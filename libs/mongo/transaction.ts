import type { ClientSession, Connection } from "mongoose";
import { TransactionTimeout } from "./store-unavailable.ts";

/** An open transaction; every read and write that belongs to it gets it as `session`. */
export type Tx = ClientSession;

/** Runs work in one transaction and commits it. The work may run several times, so it has no effect outside the store. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const SNAPSHOT = { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } } as const;

/** Milliseconds for a transaction with all its repetitions; the driver's own bound is two minutes. */
const TRANSACTION_MS = 10_000;

/**
 * Transactions on one database. Write conflicts and unknown commit results are repeated, for ten seconds in all; then
 * TransactionTimeout is thrown and nothing is committed any more, unless a commit was already under way. Whatever the
 * work throws aborts the transaction and reaches the caller.
 */
export function transactionOn(connection: Connection, limitMs = TRANSACTION_MS): Transaction {
  return (work) => {
    let expired = false;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        expired = true;
        reject(new TransactionTimeout(limitMs));
      }, limitMs);
    });
    const refuseLate = () => {
      if (expired) throw new TransactionTimeout(limitMs);
    };
    const run = async () => {
      const session = await connection.startSession();
      try {
        return await session.withTransaction(async (tx) => {
          refuseLate();
          const result = await work(tx);
          refuseLate();
          return result;
        }, SNAPSHOT);
      } finally {
        await session.endSession();
      }
    };
    return Promise.race([run(), limit]).finally(() => clearTimeout(timer));
  };
}
