import { channel, tracingChannel } from "node:diagnostics_channel";
import type { Connection } from "mongoose";

/** What a store asks of its collection. */
export interface StoreOperation {
  readonly collection: string;
}

/**
 * Diagnostics channels for those who watch what is asked of the database: `mongo:operation` is traced around each operation of a
 * store, `mongo:command` gets the driver's events of the commands that it sends. Without a subscriber neither costs anything.
 */
const operations = tracingChannel<StoreOperation>("mongo:operation");
const commands = channel("mongo:command");

/** Runs an operation of a store so that its commands can be told from those that others send over the same connection. */
export function traced<T>(operation: StoreOperation, work: () => Promise<T>): Promise<T> {
  // Not `Promise.resolve(…)` around it: a query of mongoose would run for each `then`.
  return operations.hasSubscribers ? operations.tracePromise(work, { ...operation }) : work();
}

/** As `traced`, for documents that are fetched while they are read. */
export function tracedIterable<T>(operation: StoreOperation, open: () => AsyncIterable<T>): AsyncIterable<T> {
  if (!operations.hasSubscribers) return open();
  return {
    [Symbol.asyncIterator]() {
      // Opened by the first read: a cursor sends its query from where it was made.
      let iterator: AsyncIterator<T> | undefined;
      const opened = () => {
        iterator ??= open()[Symbol.asyncIterator]();
        return iterator;
      };
      return {
        next: () => traced(operation, () => opened().next()),
        return: async (value) => (await iterator?.return?.(value)) ?? { done: true, value },
      };
    },
  };
}

/**
 * Whether the driver has to report its commands. Then the connection publishes them with their replies; asked before it is opened,
 * since its first commands follow at once.
 */
export function observesCommands(connection: Connection): boolean {
  if (!commands.hasSubscribers) return false;
  for (const event of ["commandStarted", "commandSucceeded", "commandFailed"] as const)
    connection.on(event, (details: object) => commands.publish({ event, details }));
  return true;
}
