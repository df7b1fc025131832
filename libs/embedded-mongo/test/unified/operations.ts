import { mongo } from "mongoose";
import { type Entities, isSession } from "./entities.ts";
import { NotRunnable, type Operation } from "./format.ts";

type On<Target> = Readonly<Record<string, (target: Target, options: mongo.Document) => unknown>>;

const camel = (text: unknown): unknown => (typeof text === "string" ? text.toLowerCase() : undefined);
/** Options of findOneAnd…: the driver wants `after`, the format says `After`. */
const returned = ({ returnDocument, ...options }: mongo.Document): mongo.Document => ({
  ...options,
  ...(returnDocument !== undefined && { returnDocument: camel(returnDocument) }),
});

const ON_COLLECTION: On<mongo.Collection> = {
  find: (rows, { filter, ...options }) => rows.find(filter, options).toArray(),
  findOne: (rows, { filter, ...options }) => rows.findOne(filter, options),
  createFindCursor: (rows, { filter, ...options }) => rows.find(filter, options),
  aggregate: (rows, { pipeline, ...options }) => rows.aggregate(pipeline, options).toArray(),
  countDocuments: (rows, { filter, ...options }) => rows.countDocuments(filter, options),
  count: (rows, { filter, ...options }) => rows.count(filter, options),
  estimatedDocumentCount: (rows, options) => rows.estimatedDocumentCount(options),
  distinct: (rows, { fieldName, filter, ...options }) => rows.distinct(fieldName, filter, options),
  insertOne: (rows, { document, ...options }) => rows.insertOne(document, options),
  insertMany: (rows, { documents, ...options }) => rows.insertMany(documents, options),
  updateOne: (rows, { filter, update, ...options }) => rows.updateOne(filter, update, options),
  updateMany: (rows, { filter, update, ...options }) => rows.updateMany(filter, update, options),
  replaceOne: (rows, { filter, replacement, ...options }) => rows.replaceOne(filter, replacement, options),
  deleteOne: (rows, { filter, ...options }) => rows.deleteOne(filter, options),
  deleteMany: (rows, { filter, ...options }) => rows.deleteMany(filter, options),
  findOneAndUpdate: (rows, { filter, update, ...options }) => rows.findOneAndUpdate(filter, update, returned(options)),
  findOneAndReplace: (rows, { filter, replacement, ...options }) => rows.findOneAndReplace(filter, replacement, returned(options)),
  findOneAndDelete: (rows, { filter, ...options }) => rows.findOneAndDelete(filter, options),
  bulkWrite: (rows, { requests, ...options }) => rows.bulkWrite(requests, options),
  createIndex: (rows, { keys, ...options }) => rows.createIndex(keys, options),
  dropIndex: (rows, { name, ...options }) => rows.dropIndex(name, options),
  dropIndexes: (rows, options) => rows.dropIndexes(options),
  listIndexes: (rows, options) => rows.listIndexes(options).toArray(),
  listIndexNames: async (rows, options) => (await rows.listIndexes(options).toArray()).map(({ name }) => name),
  rename: (rows, { to, ...options }) => rows.rename(to, options),
};

const ON_DATABASE: On<mongo.Db> = {
  runCommand: (database, { command, commandName: _name, ...options }) => database.command(command, options),
  runCursorCommand: (database, { command, commandName: _name, batchSize, ...options }) => {
    const cursor = database.runCursorCommand(command, options);
    return (batchSize === undefined ? cursor : cursor.setBatchSize(batchSize)).toArray();
  },
  aggregate: (database, { pipeline, ...options }) => database.aggregate(pipeline, options).toArray(),
  createCollection: (database, { collection, ...options }) => database.createCollection(collection, options),
  dropCollection: (database, { collection, ...options }) => database.dropCollection(collection, options),
  listCollections: (database, { filter, ...options }) => database.listCollections(filter, options).toArray(),
  listCollectionNames: async (database, { filter, ...options }) =>
    (await database.listCollections(filter, { ...options, nameOnly: true }).toArray()).map(({ name }) => name),
  modifyCollection: (database, { collection, session, ...options }) => database.command({ collMod: collection, ...options }, { session }),
};

const ON_CLIENT: On<mongo.MongoClient> = {
  listDatabases: async (client, options) => (await client.db("admin").admin().listDatabases(options)).databases,
  listDatabaseNames: async (client, options) =>
    (
      await client
        .db("admin")
        .admin()
        .listDatabases({ ...options, nameOnly: true })
    ).databases.map(({ name }) => name),
  close: (client) => client.close(),
};

const ON_SESSION: On<mongo.ClientSession> = {
  startTransaction: (session, options) => session.startTransaction(options),
  commitTransaction: (session) => session.commitTransaction(),
  abortTransaction: (session) => session.abortTransaction(),
  endSession: (session) => session.endSession(),
};

const ON_CURSOR: On<mongo.FindCursor> = {
  iterateUntilDocumentOrError: (cursor) => cursor.next(),
  iterateOnce: (cursor) => cursor.tryNext(),
  close: (cursor) => cursor.close(),
};

function tableFor(target: unknown): On<never> {
  if (target instanceof mongo.Collection) return ON_COLLECTION as On<never>;
  if (target instanceof mongo.Db) return ON_DATABASE as On<never>;
  if (target instanceof mongo.MongoClient) return ON_CLIENT as On<never>;
  if (target instanceof mongo.FindCursor) return ON_CURSOR as On<never>;
  return isSession(target) ? (ON_SESSION as On<never>) : {};
}

/** Runs an operation on an entity and returns its result. */
export async function runOnEntity({ name, object, arguments: given = {} }: Operation, entities: Entities): Promise<unknown> {
  const target = entities.get(object);
  const run = tableFor(target)[name];
  if (!run) throw new NotRunnable(`operation ${name} on ${object}`);
  const options = { ...given };
  if (typeof options.session === "string") options.session = entities.get(options.session);
  return run(target as never, options);
}
