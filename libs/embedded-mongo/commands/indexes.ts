import { collectionOf, ensureCollection } from "../engine/catalog.ts";
import { IndexBuild } from "../engine/index-build.ts";
import { indexExists, removeIndex } from "../engine/index-catalog.ts";
import type { Collection } from "../engine/model.ts";
import { type CollectionIndex, type IndexSpecification, sameKeyPattern } from "../indexes/collection-index.ts";
import { type Doc, encode } from "../values/document.ts";
import { badValue, invalidOptions, MongoError, namespaceNotFound, notInTransaction } from "../values/mongo-error.ts";
import { collectionName, cursorBatchSize } from "./command-arguments.ts";
import { bytesSource } from "./cursor-registry.ts";
import { readIndexSpecification } from "./index-specification.ts";
import type { Command } from "./model.ts";
import { readInTurns } from "./read-in-turns.ts";
import { requireNoWriters, runWhenUnblocked } from "./run-statement.ts";
import type { CommandHandler, Server } from "./server-state.ts";

export const createIndexes: CommandHandler = async (command, server) => {
  const { body, database, transaction } = command;
  const name = collectionName(body.createIndexes);
  if (!Array.isArray(body.indexes) || !body.indexes.length) throw badValue("Must specify at least one index to create");
  const specifications = body.indexes.map(readIndexSpecification);
  const { existing, collection } = await runWhenUnblocked(command, () => {
    const existing = collectionOf(server.engine, database, name, transaction);
    if (transaction && existing?.records.size)
      throw notInTransaction("Cannot create new indexes on non-empty collection in a multi-document transaction.");
    const collection = existing ?? ensureCollection(server.engine, database, name, transaction);
    if (!transaction) requireNoWriters(collection);
    return { existing, collection };
  });
  const numIndexesBefore = collection.indexes.length;
  for (const specification of specifications) await createIndex(command, collection, specification);
  const numIndexesAfter = collection.indexes.length;
  return {
    numIndexesBefore,
    numIndexesAfter,
    createdCollectionAutomatically: !existing,
    ...(numIndexesAfter === numIndexesBefore && { note: "all indexes already exist" }),
  };
};

/** Builds an index with pauses for other commands. It becomes visible when every transaction with unfinished writes knows it. */
async function createIndex(command: Command, collection: Collection, specification: IndexSpecification): Promise<void> {
  if (indexExists(collection, specification)) return;
  const build = new IndexBuild(collection, specification);
  try {
    await readInTurns(command, build.fill(command.interruption));
    await runWhenUnblocked(command, () => {
      if (!command.transaction) requireNoWriters(collection);
      // another command may have built the same index meanwhile
      if (!indexExists(collection, specification)) build.finish();
    });
  } finally {
    build.cancel();
  }
}

function requireCollection(command: Command, server: Server, field: string, message: string): Collection {
  const name = collectionName(command.body[field]);
  const collection = collectionOf(server.engine, command.database, name, command.transaction);
  if (!collection) throw namespaceNotFound(`${message} ${command.database}.${name}`);
  return collection;
}

function describeIndex({ specification }: CollectionIndex): Doc {
  const { unique, ...rest } = specification;
  return unique && specification.name !== "_id_" ? { ...rest, unique } : rest;
}

export const listIndexes: CommandHandler = (command, server) => {
  const collection = requireCollection(command, server, "listIndexes", "ns does not exist:");
  const documents = collection.indexes.map((index) => encode(describeIndex(index)));
  return server.cursors.open(command, collection.namespace, bytesSource(documents), { batchSize: cursorBatchSize(command.body) });
};

function indexNamed({ indexes }: Collection, wanted: unknown): CollectionIndex | undefined {
  return indexes.find(({ specification }) =>
    typeof wanted === "string" ? specification.name === wanted : sameKeyPattern(specification.key, wanted),
  );
}

export const dropIndexes: CommandHandler = (command, server) => {
  const { body } = command;
  const wanted = body.index;
  return runWhenUnblocked(command, () => {
    const collection = requireCollection(command, server, "dropIndexes", "ns not found");
    requireNoWriters(collection);
    const nIndexesWas = collection.indexes.length;
    const dropped =
      wanted === "*"
        ? collection.indexes.slice(1)
        : (Array.isArray(wanted) ? wanted : [wanted]).map((one) => requireIndex(collection, one));
    for (const { specification } of dropped) {
      if (specification.name === "_id_") throw invalidOptions("cannot drop _id index");
      removeIndex(collection, specification.name);
    }
    return { nIndexesWas };
  });
};

function requireIndex(collection: Collection, wanted: unknown): CollectionIndex {
  const sameKeys = collection.indexes.filter(
    ({ specification }) => typeof wanted !== "string" && sameKeyPattern(specification.key, wanted),
  );
  if (sameKeys.length > 1)
    throw new MongoError(
      181,
      "AmbiguousIndexKeyPattern",
      `${sameKeys.length} indexes found for key: ${JSON.stringify(wanted)}, identify by name instead`,
    );
  const index = indexNamed(collection, wanted);
  if (index) return index;
  const what =
    typeof wanted === "string" ? `index not found with name [${wanted}]` : `can't find index with key: ${JSON.stringify(wanted)}`;
  throw new MongoError(27, "IndexNotFound", what);
}
