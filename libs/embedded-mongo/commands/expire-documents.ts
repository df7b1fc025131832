import { findRecords } from "../engine/find-records.ts";
import { BlockedByTransaction, type Collection, type Engine } from "../engine/model.ts";
import { removeRecord } from "../engine/write-records.ts";
import type { CollectionIndex } from "../indexes/collection-index.ts";
import { type Doc, setOwn } from "../values/document.ts";

function expireBy(collection: Collection, index: CollectionIndex, now: number): number {
  const { expireAfterSeconds } = index.specification;
  const [field, another] = index.fields;
  if (expireAfterSeconds === undefined || !field || another) return 0;
  const filter: Doc = {};
  setOwn(filter, field.path, { $lt: new Date(now - expireAfterSeconds * 1000) });
  let removed = 0;
  for (const { recordId, document } of findRecords(collection, filter)) {
    if (index.partial && !index.partial(document)) continue;
    try {
      removeRecord(collection, recordId, document);
      removed++;
    } catch (error) {
      // the next run deletes it
      if (!(error instanceof BlockedByTransaction)) throw error;
    }
  }
  return removed;
}

/** Deletes the documents that have expired by a TTL index at `now`, in milliseconds since the epoch; returns their number. */
export function expireDocuments(engine: Engine, now: number): number {
  let removed = 0;
  for (const collections of engine.databases.values())
    for (const collection of collections.values()) for (const index of collection.indexes) removed += expireBy(collection, index, now);
  return removed;
}
