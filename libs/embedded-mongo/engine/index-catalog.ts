import { type IndexSpecification, sameKeyPattern } from "../indexes/collection-index.ts";
import { equal } from "../values/compare.ts";
import type { Doc } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import { saveCollection } from "./catalog-rows.ts";
import { IndexBuild } from "./index-build.ts";
import type { Collection } from "./model.ts";
import { runAtOnce } from "./steps.ts";

const sortedOptions = ({ v: _v, name: _name, key: _key, background: _background, ns: _ns, ...options }: IndexSpecification): Doc =>
  Object.fromEntries(Object.entries(options).sort(([left], [right]) => (left < right ? -1 : 1)));

const conflicting = (reason: string, wanted: IndexSpecification, existing: IndexSpecification): MongoError =>
  new MongoError(
    86,
    "IndexKeySpecsConflict",
    `${reason} Requested index: ${JSON.stringify(wanted)}, existing index: ${JSON.stringify(existing)}`,
  );

/** Whether two indexes are equal apart from their names and changeable options, such as the expiry. */
const isEquivalent = (left: IndexSpecification, right: IndexSpecification): boolean =>
  sameKeyPattern(left.key, right.key) &&
  (left.unique ?? false) === (right.unique ?? false) &&
  (left.sparse ?? false) === (right.sparse ?? false) &&
  equal(left.partialFilterExpression ?? null, right.partialFilterExpression ?? null);

/** Whether the index exists. Throws a MongoError if a different index has its name or its keys. */
export function indexExists(collection: Collection, wanted: IndexSpecification): boolean {
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
  const equivalent = collection.indexes.find(({ specification }) => isEquivalent(specification, wanted));
  if (equivalent)
    throw new MongoError(85, "IndexOptionsConflict", `Index already exists with a different name: ${equivalent.specification.name}`);
  return false;
}

/**
 * Adds an index; false if it exists. Throws a duplicate key error for a unique index.
 *
 * @internal
 */
export function addIndex(collection: Collection, specification: IndexSpecification): boolean {
  if (indexExists(collection, specification)) return false;
  const build = new IndexBuild(collection, specification);
  try {
    runAtOnce(build.fill());
    build.finish();
  } finally {
    build.cancel();
  }
  return true;
}

export function removeIndex(collection: Collection, name: string): void {
  const index = collection.indexes.find(({ specification }) => specification.name === name);
  if (!index) return;
  collection.indexes = collection.indexes.filter((each) => each !== index);
  saveCollection(collection);
  if (!collection.pending) collection.engine.dropped.add("index", index.entries.id);
}
