import {
  type CollectionIndex,
  createIndex,
  type IndexSpecification,
  insertKeys,
  keysOf,
  sameKeyPattern,
} from "../index/collection-index.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { stringFoldOf } from "../values/collation.ts";
import { equal } from "../values/compare.ts";
import type { Doc } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import { duplicateKey } from "./duplicate-key.ts";
import type { Collection } from "./model.ts";

const sortedOptions = ({ v: _v, name: _name, key: _key, background: _background, ns: _ns, ...options }: IndexSpecification): Doc =>
  Object.fromEntries(Object.entries(options).sort(([left], [right]) => (left < right ? -1 : 1)));

const conflicting = (reason: string, wanted: IndexSpecification, existing: IndexSpecification): MongoError =>
  new MongoError(
    86,
    "IndexKeySpecsConflict",
    `${reason} Requested index: ${JSON.stringify(wanted)}, existing index: ${JSON.stringify(existing)}`,
  );

/** Whether the index exists already; throws where another one has its name or its keys. */
function existsAlready(collection: Collection, wanted: IndexSpecification): boolean {
  if (sameKeyPattern(wanted.key, { _id: 1 })) return true;
  const named = collection.indexes.find(({ specification }) => specification.name === wanted.name)?.specification;
  if (named) {
    if (!sameKeyPattern(named.key, wanted.key))
      throw conflicting(
        "An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation.",
        wanted,
        named,
      );
    if (equal(sortedOptions(named), sortedOptions(wanted))) return true;
    throw conflicting("An equivalent index already exists with the same name but different options.", wanted, named);
  }
  const alike = collection.indexes.find(
    ({ specification }) =>
      sameKeyPattern(specification.key, wanted.key) &&
      equal(specification.collation ?? null, wanted.collation ?? null) &&
      equal(specification.partialFilterExpression ?? null, wanted.partialFilterExpression ?? null),
  );
  if (alike) throw new MongoError(85, "IndexOptionsConflict", `Index already exists with a different name: ${alike.specification.name}`);
  return false;
}

/** Builds an index over the committed documents; null where it is there already. Throws a duplicate key for a unique one. */
function buildIndex(collection: Collection, specification: IndexSpecification): CollectionIndex | null {
  if (existsAlready(collection, specification)) return null;
  const { partialFilterExpression, collation } = specification;
  const partial = partialFilterExpression ? compileFilter(partialFilterExpression, collection.engine.matchOptions()) : null;
  const index = createIndex(specification, partial, collation ? stringFoldOf(collation) : undefined);
  for (const [recordId, record] of collection.records) {
    const keys = keysOf(index, record.document);
    if (keys.some((key) => index.unique?.has(key))) throw duplicateKey(collection, index, record.document);
    insertKeys(index, keys, recordId);
  }
  return index;
}

/** Adds an index; false where it is there already. Throws a duplicate key for a unique one. */
export function addIndex(collection: Collection, specification: IndexSpecification): boolean {
  const index = buildIndex(collection, specification);
  if (index) collection.indexes.push(index);
  return index !== null;
}

/** Adds an index that the journal knows of. */
export function addJournaledIndex(collection: Collection, specification: IndexSpecification): boolean {
  const index = buildIndex(collection, specification);
  if (!index) return false;
  if (!collection.pending) collection.engine.journal?.([{ op: "createIndex", ns: collection.namespace, spec: specification }]);
  collection.indexes.push(index);
  return true;
}

export function removeIndex(collection: Collection, name: string): void {
  collection.engine.journal?.([{ op: "dropIndex", ns: collection.namespace, name }]);
  collection.indexes = collection.indexes.filter(({ specification }) => specification.name !== name);
}
