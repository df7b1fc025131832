import { type Binary, UUID } from "bson";
import { type CollectionIndex, createIndex, type IndexSpecification } from "../indexes/collection-index.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { catalogChecksum, ROWS } from "../store/row-checksums.ts";
import { StoredRecords } from "../store/stored-records.ts";
import { decode, encode } from "../values/document.ts";
import type { Collection, Engine } from "./model.ts";
import { VersionHistory } from "./version-history.ts";

interface SavedIndex {
  readonly id: number;
  readonly specification: IndexSpecification;
  /** The numbers of the fields in which a document has ever had an array. */
  readonly arrayFields?: readonly number[];
  /** Whether there are any such fields; in rows of an earlier version, which did not store the fields. */
  readonly multikey?: boolean;
}

/** The stored description of a collection, in one row. */
export interface SavedCollection {
  readonly database: string;
  readonly name: string;
  readonly uuid: Binary;
  readonly indexes: readonly SavedIndex[];
}

/** Writes the row of a collection. One that a transaction has created has no row before the commit. */
export function saveCollection(collection: Collection): void {
  const { database, name, uuid, engine, pending } = collection;
  if (pending) return;
  const indexes = collection.indexes.map((index) => {
    index.arrayFieldsSaved = index.arrayFields.size;
    return { id: index.entries.id, specification: index.specification, arrayFields: [...index.arrayFields] };
  });
  const row = encode({ database, name, uuid, indexes });
  engine.store.run("putCollection", collection.id, catalogChecksum(collection.id, row), row);
  engine.store.writeAtCommit(engine.store.catalogSum);
}

/** Deletes the row of a collection; its records and entries are deleted gradually. */
export function deleteCollection({ engine, id, indexes }: Collection): void {
  engine.store.run("deleteCollection", id);
  engine.store.writeAtCommit(engine.store.catalogSum);
  engine.dropped.add("collection", id);
  for (const { entries } of indexes) engine.dropped.add("index", entries.id);
}

/** Reads the rows of all collections into the engine, and again whenever a batch was undone. */
export function openCatalog(engine: Engine): void {
  for (const [id, checksum, bytes] of engine.store.statements.collections.all() as unknown as [number, number, Uint8Array][]) {
    if (catalogChecksum(id, bytes) !== checksum)
      throw new Error(`embedded-mongo: the data are damaged: the description of collection ${id} has a wrong checksum`);
    const collection = openCollection(engine, id, decode(bytes) as unknown as SavedCollection);
    const collections = engine.databases.get(collection.database) ?? new Map<string, Collection>();
    engine.databases.set(collection.database, collections.set(collection.name, collection));
    engine.nextId = Math.max(engine.nextId, id + 1, ...collection.indexes.map(({ entries }) => entries.id + 1));
  }
  // rows of dropped collections may still exist under a higher number
  const [highest] = engine.store.statements.highestId.get(ROWS) as unknown as [number | null];
  engine.nextId = Math.max(engine.nextId, (highest ?? 0) + 1);
}

/** A collection with the records that the store has under its number; not in the catalog. */
export function openCollection(engine: Engine, id: number, saved: SavedCollection): Collection {
  const { database, name, uuid } = saved;
  return {
    engine,
    id,
    database,
    name,
    namespace: `${database}.${name}`,
    uuid: new UUID(uuid.buffer),
    records: new StoredRecords(engine.store, id),
    indexes: saved.indexes.map((index) => openIndex(engine, index)),
    builds: new Set(),
    locks: new Map(),
    history: new VersionHistory(),
    pending: null,
  };
}

/** An index with the entries that the store has under its number. */
export function openIndex(engine: Engine, { id, specification, multikey, arrayFields }: SavedIndex): CollectionIndex {
  const fieldNumbers = Object.keys(specification.key).map((_path, number) => number);
  const { partialFilterExpression: filter } = specification;
  const partial = filter ? compileFilter(filter, engine.matchOptions()) : null;
  return createIndex({
    store: engine.store,
    id,
    specification,
    partial,
    arrayFields: arrayFields ?? (multikey ? fieldNumbers : []),
    builtAt: engine.clock,
  });
}
