import type { Connection, Model } from "mongoose";
import { keyedMutex } from "#libs/kernel/keyed-mutex.ts";
import type { BulkOptions, Collection, CollectionDefinition, Collections, InsertOptions, InTransaction } from "./collection.ts";
import { createIndexes, MAX_WAIT_MS, MAX_WORK } from "./connect.ts";
import { ERROR_CODES } from "./error-codes.ts";
import { traced, tracedIterable } from "./observe.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import { type Transaction, transactionOn } from "./transaction.ts";
import { type WorkLimit, workLimit } from "./work-limit.ts";

/** The database of one service. Operations wait up to three seconds for a database that is away. */
export interface Database extends Collections {
  /** The connection below the port, for operations that no store uses: tests and launchers read collections with it. */
  readonly connection: Connection;
  /** Transactions with another time limit than usual, in milliseconds. */
  transactionWithin(limitMs: number): Transaction;
  /** Creates the indexes of all collections used so far; waits for a database that is away. May run again at every start. */
  createIndexes(): Promise<void>;
  /**
   * Makes the server write everything to its files, by the command `fsync`. The files of the embedded store then contain no text of deleted
   * documents any more. False when the user of the connection may not run it, as is usual on a MongoDB.
   */
  flushFiles(): Promise<boolean>;
  close(): Promise<void>;
}

const databases = new WeakMap<Connection, Database>();

/** The database behind a connection; the same one for the same connection. */
export function databaseOf(connection: Connection): Database {
  const known = databases.get(connection);
  if (known) return known;
  const limit = workLimit(MAX_WORK, MAX_WAIT_MS);
  const inTurn = keyedMutex({ failsWaiters: isStoreUnavailable });
  const limited =
    (transaction: Transaction): Transaction =>
    (work, turn) => {
      const run = () => limit.run(() => transaction(work));
      return turn === undefined ? run() : inTurn(turn, run);
    };
  const database: Database = {
    connection,
    collection: (definition) => collectionOver(modelOf(connection, definition), limit),
    inTurn,
    transaction: limited(transactionOn(connection)),
    transactionWithin: (limitMs) => limited(transactionOn(connection, limitMs)),
    createIndexes: () => createIndexes(connection),
    flushFiles: () => flushFiles(connection),
    close: () => connection.close(),
  };
  databases.set(connection, database);
  return database;
}

async function flushFiles(connection: Connection): Promise<boolean> {
  await connection.asPromise();
  try {
    await traced({ collection: "$cmd" }, async () => connection.getClient().db("admin").command({ fsync: 1 }));
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === ERROR_CODES.Unauthorized) return false;
    throw error;
  }
}

function modelOf<T>(connection: Connection, { name, schema }: CollectionDefinition<T>): Model<T> {
  const known = connection.models[name] as Model<T> | undefined;
  return known ?? connection.model<T>(name, schema, name);
}

/** A mongoose model as the port calls it: the types of the port describe its arguments and results. */
interface UntypedModel {
  readonly collection: {
    readonly collectionName: string;
    insertOne(document: object, options: object): Promise<unknown>;
    insertMany(documents: object[], options: object): Promise<unknown>;
    bulkWrite(operations: object[], options: object): Promise<never>;
  };
  find(filter: object, projection: object | null, options: object): UntypedQuery;
  findOne(filter: object, projection: object | null, options: object): UntypedQuery;
  countDocuments(filter: object, options: object): UntypedQuery;
  aggregate(stages: object[], options: object): UntypedQuery;
  insertOne(document: object, options: object): Promise<unknown>;
  insertMany(documents: object[], options: object): Promise<unknown>;
  updateOne(filter: object, update: object, options: object): UntypedQuery;
  updateMany(filter: object, update: object, options: object): UntypedQuery;
  findOneAndUpdate(filter: object, update: object, options: object): UntypedQuery;
  findOneAndDelete(filter: object, options: object): UntypedQuery;
  deleteOne(filter: object, options: object): UntypedQuery;
  deleteMany(filter: object, options: object): UntypedQuery;
  bulkWrite(operations: object[], options: object): Promise<never>;
}

interface ClosableCursor<T> extends AsyncIterable<T> {
  close(): Promise<unknown>;
}

interface UntypedQuery {
  lean(): UntypedQuery;
  cursor(options: object): ClosableCursor<never>;
  exec(): Promise<never>;
}

/** The port over a mongoose model. Its casts, and its validation on insert, stay in force. */
function collectionOver<T>(model: Model<T>, limit: WorkLimit): Collection<T> {
  const documents = model as unknown as UntypedModel;
  const operation = { collection: documents.collection.collectionName };
  const limited = <R>(work: () => Promise<R>) => limit.run(() => traced(operation, work));
  const run = <R>(query: UntypedQuery) => limited((): Promise<R> => query.exec());
  return {
    name: operation.collection,
    find: (filter, { projection = null, ...options } = {}) => run(documents.find(filter, projection, inSession(options)).lean()),
    findOne: (filter, { projection = null, ...options } = {}) => run(documents.findOne(filter, projection, inSession(options)).lean()),
    scan: (filter, { projection = null, batchSize, ...options } = {}) =>
      tracedIterable(operation, () =>
        closedAfter(
          documents
            .find(filter, projection, inSession(options))
            .lean()
            .cursor(batchSize === undefined ? {} : { batchSize }),
        ),
      ),
    count: (filter, options = {}) => run(documents.countDocuments(filter, inSession(options))),
    aggregate: (stages, options = {}) => run(documents.aggregate(stages, inSession(options))),
    insert: (given, options = {}) => limited(() => insert(documents, given as object | object[], options)),
    updateOne: (filter, update, options = {}) => run(documents.updateOne(filter, update, inSession(options))),
    updateMany: (filter, update, options = {}) => run(documents.updateMany(filter, update, inSession(options))),
    findOneAndUpdate: (filter, update, options = {}) => run(documents.findOneAndUpdate(filter, update, inSession(options)).lean()),
    findOneAndDelete: (filter, options = {}) => run(documents.findOneAndDelete(filter, inSession(options)).lean()),
    deleteOne: (filter, options = {}) => run(documents.deleteOne(filter, inSession(options))),
    deleteMany: (filter, options = {}) => run(documents.deleteMany(filter, inSession(options))),
    bulkWrite: (operations, options = {}) => limited(() => bulkWrite(documents, operations, options)),
  };
}

/** The documents of a cursor. Mongoose would leave it open on the server when the loop over it ends early. */
async function* closedAfter<T>(cursor: ClosableCursor<T>): AsyncIterable<T> {
  try {
    yield* cursor;
  } finally {
    await cursor.close();
  }
}

async function insert(documents: UntypedModel, given: object | object[], { trusted = false, ...options }: InsertOptions): Promise<void> {
  const target = trusted ? documents.collection : documents;
  if (Array.isArray(given)) await target.insertMany([...given], inSession(options));
  else await target.insertOne(given, inSession(options));
}

async function bulkWrite(documents: UntypedModel, operations: readonly object[], { trusted, ...options }: BulkOptions): Promise<never> {
  if (trusted) return documents.collection.bulkWrite([...operations], { ...inSession(options), ignoreUndefined: true });
  return documents.bulkWrite([...operations], inSession(options));
}

/** The options of an operation as mongoose takes them: the transaction is a session there. */
function inSession<O extends InTransaction>({ tx, ...options }: O): object {
  return tx ? { ...options, session: tx } : options;
}
