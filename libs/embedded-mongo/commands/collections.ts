import { maySeeDatabase } from "../access/check-authorized.ts";
import { collectionOf, createCollection, dropCollection, renameCollection as renameIn } from "../engine/catalog.ts";
import type { Collection } from "../engine/model.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { type Doc, encode, isDoc } from "../values/document.ts";
import { MongoError, namespaceNotFound, unknownField } from "../values/mongo-error.ts";
import { checkFields, collectionName, cursorBatchSize, fieldSet, filterArgument } from "./command-arguments.ts";
import { scopeOf } from "./command-scope.ts";
import { bytesSource } from "./cursor-registry.ts";
import { requireNoWriters, runWhenUnblocked } from "./run-statement.ts";
import type { CommandHandler } from "./server-state.ts";

const OPTIONS =
  "validator validationLevel validationAction collation clusteredIndex expireAfterSeconds changeStreamPreAndPostImages storageEngine indexOptionDefaults viewOn pipeline".split(
    " ",
  );
const IGNORED = new Set(["create", "autoIndexId", "temp", "flags", "encryptedFields"]);
const NOT_SUPPORTED: Readonly<Record<string, string>> = {
  timeseries: "time-series collections are not supported by this server",
  capped: "capped collections are not supported by this server",
  expireAfterSeconds: "the expiry of a clustered collection is not supported by this server",
  encryptedFields: "encrypted fields are not supported by this server",
};

function refuseOptions({ collation, changeStreamPreAndPostImages: images }: Doc): void {
  if (isDoc(collation) && collation.locale !== "simple")
    throw new MongoError(238, "NotImplemented", "the collation of a collection is not supported by this server; give it to each command");
  if (isDoc(images) && images.enabled === true)
    throw new MongoError(238, "NotImplemented", "images for change streams are not supported by this server");
}

function collectionOptions(body: Doc): Doc {
  for (const [field, message] of Object.entries(NOT_SUPPORTED)) if (body[field]) throw new MongoError(238, "NotImplemented", message);
  refuseOptions(body);
  const options: Doc = {};
  for (const name of OPTIONS) if (body[name] !== undefined) options[name] = body[name];
  if (isDoc(options.clusteredIndex)) options.clusteredIndex = { ...options.clusteredIndex, v: 2 };
  const known = new Set([...OPTIONS, ...IGNORED, "capped", "size", "max"]);
  checkFields("create", body, known);
  return options;
}

export const create: CommandHandler = (command, server) => {
  const { body, database, transaction } = command;
  const name = collectionName(body.create);
  const options = collectionOptions(body);
  const existing = collectionOf(server.engine, database, name, transaction);
  if (existing) throw new MongoError(48, "NamespaceExists", `Collection ${existing.namespace} already exists.`);
  return runWhenUnblocked(command, () => {
    createCollection(server.engine, database, name, options, transaction);
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

function describeCollection({ name, options, uuid, indexes }: Collection): Doc {
  const idIndex = indexes[0]?.specification.clustered ? {} : { idIndex: { v: 2, key: { _id: 1 }, name: "_id_" } };
  return { name, type: options.viewOn ? "view" : "collection", options, info: { readOnly: false, uuid }, ...idIndex };
}

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

const splitNamespace = (namespace: unknown): [database: string, name: string] => {
  const text = collectionName(namespace);
  const dot = text.indexOf(".");
  return [text.slice(0, dot), text.slice(dot + 1)];
};

const RENAME_FIELDS = fieldSet("renameCollection to dropTarget stayTemp");

export const renameCollection: CommandHandler = (command, server) => {
  const { body } = command;
  checkFields("renameCollection", body, RENAME_FIELDS);
  if (body.to === undefined) throw unknownField("renameCollection", "to");
  const [fromDatabase, fromName] = splitNamespace(body.renameCollection);
  const [toDatabase, toName] = splitNamespace(body.to);
  const { engine } = server;
  return runWhenUnblocked(command, () => {
    const source = collectionOf(engine, fromDatabase, fromName);
    if (!source) throw namespaceNotFound(`Source collection ${String(body.renameCollection)} does not exist`);
    requireNoWriters(source);
    const target = collectionOf(engine, toDatabase, toName);
    if (target && !body.dropTarget) throw new MongoError(48, "NamespaceExists", "target namespace exists");
    if (target) {
      requireNoWriters(target);
      dropCollection(engine, toDatabase, toName);
    }
    renameIn(source, toDatabase, toName);
    return {};
  });
};
