import { type CollectionIndex, keysOf } from "../indexes/collection-index.ts";
import type { Doc } from "../values/document.ts";
import { saveCollection } from "./catalog-rows.ts";
import type { Collection, KeysByIndex, PendingWrite } from "./model.ts";

export const keysByIndex = (collection: Collection, document: Doc): KeysByIndex =>
  new Map(collection.indexes.map((index) => [index, keysOf(index, document)]));

export interface CommittedWrite extends PendingWrite {
  /** The index keys of `before` and `after`, if the caller has computed them. */
  readonly keysBefore?: KeysByIndex | undefined;
  readonly keys?: KeysByIndex | undefined;
}

/** Makes a write the newest committed version. If the store refuses it, the whole batch is undone. */
export function applyWrite(collection: Collection, write: CommittedWrite, committedAt: number): void {
  const { recordId, before, after } = write;
  if (!before && !after) return;
  const { records, engine, history } = collection;
  const keys = write.keys ?? (after ? keysByIndex(collection, after.document) : null);
  const superseded: [CollectionIndex, string][] = [];
  for (const index of collection.indexes) {
    const keysBefore = write.keysBefore?.get(index) ?? (before ? keysOf(index, before.document) : []);
    const keysAfter = keys?.get(index) ?? [];
    for (const key of keysBefore) {
      if (keysAfter.includes(key)) continue;
      index.entries.remove(key, recordId);
      superseded.push([index, key]);
    }
    for (const key of keysAfter) if (!keysBefore.includes(key)) index.entries.add(key, recordId);
  }
  for (const build of collection.builds) build.update(recordId, before, after);
  if (!after) records.delete(recordId, before as NonNullable<typeof before>);
  else if (before) records.replace(recordId, before, after);
  else records.insert(recordId, after);
  if (collection.indexes.some(({ arrayFields, arrayFieldsSaved }) => arrayFields.size > arrayFieldsSaved)) saveCollection(collection);
  if (engine.active.size) history.add({ committedAt, recordId, before, isDeleted: !after, keys: superseded });
}
