import { setTimeout as pause } from "node:timers/promises";
import mongoose, { type Connection, type mongo } from "mongoose";
import { observesCommands, traced } from "./observe.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";

// A misspelt field in a filter throws instead of matching nothing.
mongoose.set("strictQuery", "throw");

const CONNECT_RETRY_MS = 500;
/** Connections to one database. */
const POOL_SIZE = 20;
/** Longest wait of an operation for a connection, and of work for a free slot, in milliseconds. */
export const MAX_WAIT_MS = 3_000;
/**
 * Maximum number of concurrent units of work on one database. Each may hold a connection while the database makes it wait for an open
 * transaction. If these held all connections, that transaction could not end, and all would wait until a time limit.
 */
export const MAX_WORK = POOL_SIZE - 4;

/** A store that does not answer within these times counts as unavailable; all in milliseconds. */
const OPTIONS = {
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 15_000,
  waitQueueTimeoutMS: MAX_WAIT_MS,
  heartbeatFrequencyMS: 2_000,
  bufferTimeoutMS: 3_000,
  minPoolSize: 0,
  maxPoolSize: POOL_SIZE,
  writeConcern: { w: "majority", journal: true },
  readConcern: { level: "majority" },
  // A 64-bit amount must never pass through a float.
  useBigInt64: true,
  autoIndex: false,
  autoCreate: false,
} as const;

/**
 * The connection to one database. Returns at once and connects in the background, retrying while the store is unavailable. Operations wait
 * for it up to three seconds. Close it with `close()`.
 */
export function openDatabase({ url, name }: { readonly url: string; readonly name: string }): Connection {
  const connection = mongoose.createConnection();
  const close = connection.close.bind(connection);
  const monitorCommands = observesCommands(connection);
  let closed = false;
  connection.close = (force) => {
    closed = true;
    return close(force);
  };
  const connectUntilDone = async () => {
    while (!closed) {
      try {
        await connection.openUri(url, { ...OPTIONS, dbName: name, monitorCommands });
        return;
      } catch {
        await pause(CONNECT_RETRY_MS);
      }
    }
  };
  void connectUntilDone();
  return connection;
}

/**
 * Creates the indexes of all models of a connection, those of a collection with one command; waits while the store is unavailable. May run
 * again at every start.
 */
export async function createIndexes(connection: Connection): Promise<void> {
  for (const { collection, schema } of Object.values(connection.models)) {
    const indexes = schema.indexes().map(([key, options]) => ({ ...options, key }) as mongo.IndexDescription);
    if (indexes.length === 0) continue;
    await whenReachable(() => traced({ collection: collection.collectionName }, () => collection.createIndexes(indexes)));
  }
}

async function whenReachable(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      await pause(CONNECT_RETRY_MS);
    }
  }
}
