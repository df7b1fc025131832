import { channel, tracingChannel } from "node:diagnostics_channel";
import type { Connection } from "mongoose";

/** An operation of a store on its collection. */
export interface StoreOperation {
  readonly collection: string;
}

/**
 * Diagnostics channels for tools that observe the database operations. `mongo:operation` is traced around each operation of a store.
 * `mongo:command` gets the driver's events of the commands that it sends. Without a subscriber neither has a cost.
 */
const operations = tracingChannel<StoreOperation>("mongo:operation");
const commands = channel("mongo:command");

/** Runs an operation of a store so that its commands can be distinguished from other commands on the same connection. */
export function traced<T>(operation: StoreOperation, work: () => Promise<T>): Promise<T> {
  // Not `Promise.resolve(…)` around it: a query of mongoose would run for each `then`.
  return operations.hasSubscribers ? operations.tracePromise(work, { ...operation }) : work();
}

/** As `traced`, for documents that are fetched while they are read. */
export function tracedIterable<T>(operation: StoreOperation, open: () => AsyncIterable<T>): AsyncIterable<T> {
  if (!operations.hasSubscribers) return open();
  return {
    [Symbol.asyncIterator]() {
      // Opened by the first read, because a cursor sends its query in the async context in which it was opened.
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
 * Whether the driver has to report its commands. Then the connection publishes them with their replies. Called before the connection opens,
 * because its first commands follow at once.
 */
export function observesCommands(connection: Connection): boolean {
  if (!commands.hasSubscribers) return false;
  for (const event of ["commandStarted", "commandSucceeded", "commandFailed"] as const)
    connection.on(event, (details: object) => commands.publish({ event, details }));
  return true;
}
