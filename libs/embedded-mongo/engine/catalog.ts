import { UUID } from "bson";
import { type CollectionIndex, createIndex } from "../index/collection-index.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import type { MatchOptions, Predicate } from "../matcher/predicate.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { MongoError, writeConflict } from "../values/mongo-error.ts";
import { createLogicalClock } from "./logical-clock.ts";
import { BlockedByTransaction, type Collection, type Engine, type JournalOperation, type Transaction } from "./model.ts";

/** An empty engine without a journal. */
export function createEngine(matchOptions: (engine: Engine) => MatchOptions): Engine {
  const engine: Engine = {
    databases: new Map(),
    active: new Set(),
    clock: 1,
    nextRecordId: 1,
    time: createLogicalClock(),
    journal: null,
    matchOptions: () => matchOptions(engine),
  };
  return engine;
}

/** The collection as the transaction (or nobody) sees it. */
export function collectionOf(engine: Engine, database: string, name: string, transaction: Transaction | null = null): Collection | null {
  const collection = engine.databases.get(database)?.get(name);
  return collection && (!collection.pending || collection.pending === transaction) ? collection : null;
}

const validatorOf = (engine: Engine, { validator }: Doc): Predicate | null =>
  isDoc(validator) && Object.keys(validator).length ? compileFilter(validator, engine.matchOptions()) : null;

/** Throws for a validator that is no filter. */
export function setCollectionOptions(collection: Collection, options: Doc): void {
  const { engine, namespace: ns } = collection;
  const validator = validatorOf(engine, options);
  engine.journal?.([{ op: "options", ns, options }]);
  collection.options = options;
  collection.validator = validator;
}

/** The index of `_id`; that of a clustered collection may have a name of its own. */
function idIndexOf({ clusteredIndex }: Doc): CollectionIndex {
  const name = isDoc(clusteredIndex) && typeof clusteredIndex.name === "string" ? clusteredIndex.name : null;
  return createIndex({ v: 2, key: { _id: 1 }, name: name ?? "_id_", unique: true, ...(name !== null && { clustered: true }) }, null);
}

/** A collection that is not in the catalog. */
function newCollection(engine: Engine, database: string, name: string, options: Doc = {}): Collection {
  return {
    engine,
    database,
    name,
    namespace: `${database}.${name}`,
    uuid: new UUID(),
    options,
    records: new Map(),
    indexes: [idIndexOf(options)],
    history: [],
    validator: validatorOf(engine, options),
    pending: null,
  };
}

export function createCollection(
  engine: Engine,
  database: string,
  name: string,
  options: Doc = {},
  transaction: Transaction | null = null,
): Collection {
  checkNamespace(database, name);
  const holder = engine.databases.get(database)?.get(name)?.pending;
  if (holder && holder !== transaction) throw transaction ? writeConflict() : new BlockedByTransaction(holder);
  const collection = newCollection(engine, database, name, options);
  if (!transaction) engine.journal?.(creationOperations(collection));
  let collections = engine.databases.get(database);
  if (!collections) {
    collections = new Map();
    engine.databases.set(database, collections);
  }
  collections.set(name, collection);
  if (transaction) {
    collection.pending = transaction;
    transaction.created.push(collection);
  }
  return collection;
}

/** The collection, created with default options where it does not exist. */
export const ensureCollection = (engine: Engine, database: string, name: string, transaction: Transaction | null = null): Collection =>
  collectionOf(engine, database, name, transaction) ?? createCollection(engine, database, name, {}, transaction);

export function dropCollection(engine: Engine, database: string, name: string): boolean {
  const collections = engine.databases.get(database);
  if (!collections?.has(name)) return false;
  engine.journal?.([{ op: "drop", ns: `${database}.${name}` }]);
  collections.delete(name);
  if (!collections.size) engine.databases.delete(database);
  return true;
}

/** What the journal needs to create the collection again, without its documents. */
export function creationOperations({ namespace: ns, options, indexes }: Collection): JournalOperation[] {
  return [
    { op: "create", ns, options },
    ...indexes.slice(1).map((index): JournalOperation => ({ op: "createIndex", ns, spec: index.specification })),
  ];
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
