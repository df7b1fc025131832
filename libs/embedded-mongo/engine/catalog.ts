import { UUID } from "bson";
import type { IndexSpecification } from "../indexes/collection-index.ts";
import { MongoError, writeConflict } from "../values/mongo-error.ts";
import { deleteCollection, openCollection, saveCollection } from "./catalog-rows.ts";
import { BlockedByTransaction, type Collection, type Engine, type Transaction } from "./model.ts";

/** The collection if it is visible to the transaction, or to commands outside a transaction without one; else null. */
export function collectionOf(engine: Engine, database: string, name: string, transaction: Transaction | null = null): Collection | null {
  const collection = engine.databases.get(database)?.get(name);
  return collection && (!collection.pending || collection.pending === transaction) ? collection : null;
}

const ID_INDEX: IndexSpecification = { v: 2, key: { _id: 1 }, name: "_id_", unique: true };

/** Builds a collection without adding it to the catalog. */
function newCollection(engine: Engine, database: string, name: string): Collection {
  const id = engine.nextId++;
  const indexes = [{ id: engine.nextId++, specification: ID_INDEX, arrayFields: [] }];
  return openCollection(engine, id, { database, name, uuid: new UUID(), indexes });
}

export function createCollection(engine: Engine, database: string, name: string, transaction: Transaction | null = null): Collection {
  checkNamespace(database, name);
  const holder = engine.databases.get(database)?.get(name)?.pending;
  if (holder && holder !== transaction) throw transaction ? writeConflict() : new BlockedByTransaction(holder);
  const collection = newCollection(engine, database, name);
  if (transaction) {
    collection.pending = transaction;
    transaction.created.push(collection);
  }
  saveCollection(collection);
  list(collection);
  return collection;
}

function list(collection: Collection): void {
  const { databases } = collection.engine;
  const collections = databases.get(collection.database) ?? new Map<string, Collection>();
  databases.set(collection.database, collections.set(collection.name, collection));
}

function unlist({ engine, database, name }: Collection): void {
  const collections = engine.databases.get(database);
  collections?.delete(name);
  if (!collections?.size) engine.databases.delete(database);
}

/** Removes a collection that an aborted transaction has created. */
export function discardCollection(collection: Collection): void {
  collection.pending = null;
  unlist(collection);
}

/** Returns the collection; creates it if it does not exist. */
export const ensureCollection = (engine: Engine, database: string, name: string, transaction: Transaction | null = null): Collection =>
  collectionOf(engine, database, name, transaction) ?? createCollection(engine, database, name, transaction);

export function dropCollection(engine: Engine, database: string, name: string): boolean {
  const collection = engine.databases.get(database)?.get(name);
  if (!collection) return false;
  deleteCollection(collection);
  unlist(collection);
  return true;
}

const FORBIDDEN_IN_DATABASE = new Set('/\\. "$*<>:|?\0');

function checkNamespace(database: string, name: string): void {
  const invalid = (message: string) => new MongoError(73, "InvalidNamespace", message);
  if (!name || name.includes("\0") || name.includes("$") || name.startsWith(".") || name.endsWith("."))
    throw invalid(`Invalid collection name: ${database}.${name}`);
  if (!database || [...database].some((character) => FORBIDDEN_IN_DATABASE.has(character)))
    throw invalid(`Invalid database name: '${database}'`);
  if (Buffer.byteLength(`${database}.${name}`) > 255)
    throw invalid(`Fully qualified namespace is too long. Namespace: ${database}.${name} Max: 255`);
}
