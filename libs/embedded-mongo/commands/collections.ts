import { maySeeDatabase } from "../access/check-authorized.ts";
import { collectionOf, createCollection, dropCollection } from "../engine/catalog.ts";
import type { Collection } from "../engine/model.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { type Doc, encode } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import { checkFields, collectionName, cursorBatchSize, fieldSet, filterArgument } from "./command-arguments.ts";
import { scopeOf } from "./command-scope.ts";
import { bytesSource } from "./cursor-registry.ts";
import { requireNoWriters, runWhenUnblocked } from "./run-statement.ts";
import type { CommandHandler } from "./server-state.ts";

const CREATE_FIELDS = fieldSet("create");

export const create: CommandHandler = (command, server) => {
  const { body, database, transaction } = command;
  const name = collectionName(body.create);
  checkFields("create", body, CREATE_FIELDS);
  const existing = collectionOf(server.engine, database, name, transaction);
  if (existing) throw new MongoError(48, "NamespaceExists", `Collection ${existing.namespace} already exists.`);
  return runWhenUnblocked(command, () => {
    createCollection(server.engine, database, name, transaction);
    return {};
  });
};

export const drop: CommandHandler = (command, server) => {
  const { body, database, transaction } = command;
  const name = collectionName(body.drop);
  return runWhenUnblocked(command, () => {
    const collection = collectionOf(server.engine, database, name, transaction);
    if (!collection) return {};
    requireNoWriters(collection);
    dropCollection(server.engine, database, name);
    return { nIndexesWas: collection.indexes.length, ns: collection.namespace };
  });
};

export const dropDatabase: CommandHandler = (command, server) =>
  runWhenUnblocked(command, () => {
    const collections = server.engine.databases.get(command.database);
    if (!collections) return {};
    for (const collection of collections.values()) requireNoWriters(collection);
    for (const name of [...collections.keys()]) dropCollection(server.engine, command.database, name);
    return { dropped: command.database };
  });

const describeCollection = ({ name, uuid }: Collection): Doc => ({
  name,
  type: "collection",
  options: {},
  info: { readOnly: false, uuid },
  idIndex: { v: 2, key: { _id: 1 }, name: "_id_" },
});

export const listCollections: CommandHandler = (command, server) => {
  const { body, database, transaction } = command;
  const predicate = compileFilter(filterArgument(body.filter, "filter"), scopeOf(command, server).match);
  const visible = [...(server.engine.databases.get(database)?.values() ?? [])].filter(({ pending }) => !pending || pending === transaction);
  const documents = visible
    .map(describeCollection)
    .filter((document) => predicate(document))
    .map((document) => encode(body.nameOnly ? { name: document.name, type: document.type } : document));
  return server.cursors.open(command, `${database}.$cmd.listCollections`, bytesSource(documents), { batchSize: cursorBatchSize(body) });
};

export const listDatabases: CommandHandler = (command, server) => {
  const { body, database, connection } = command;
  if (database !== "admin") throw new MongoError(13, "Unauthorized", "listDatabases may only be run against the admin database.");
  const predicate = compileFilter(filterArgument(body.filter, "filter"), scopeOf(command, server).match);
  const { databases } = server.engine;
  const listed = [...new Set(["admin", "config", "local", ...databases.keys()])].sort().map((name) => {
    let bytes = 0;
    for (const collection of databases.get(name)?.values() ?? []) bytes += collection.records.bytes;
    return { name, sizeOnDisk: bytes, empty: !databases.has(name) };
  });
  const found = listed.filter((entry) => maySeeDatabase(connection.user, entry.name) && predicate(entry));
  if (body.nameOnly) return { databases: found.map(({ name }) => ({ name })) };
  const totalSize = found.reduce((total, entry) => total + entry.sizeOnDisk, 0);
  return { databases: found, totalSize, totalSizeMb: Math.round(totalSize / 1_048_576) };
};
