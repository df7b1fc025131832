import { type CollectionIndex, type IndexSpecification, keysOf } from "../indexes/collection-index.ts";
import type { StoredRecord } from "../store/stored-record.ts";
import { MongoError, undone } from "../values/mongo-error.ts";
import { openIndex, saveCollection } from "./catalog-rows.ts";
import { duplicateKey } from "./duplicate-key.ts";
import type { Interruption } from "./interruption.ts";
import type { Collection, RunningBuild } from "./model.ts";
import type { Steps } from "./steps.ts";

/** An index under construction. It is filled in the order of the record ids, while other commands write. */
export class IndexBuild implements RunningBuild {
  readonly #collection: Collection;
  readonly #index: CollectionIndex;
  /** The index contains the records up to this one; writers keep them up to date. */
  #position = 0;
  #failure: unknown = null;
  readonly #rollbacks: number;

  constructor(collection: Collection, specification: IndexSpecification) {
    const { engine } = collection;
    this.#collection = collection;
    this.#rollbacks = engine.store.rollbacks;
    this.#index = openIndex(engine, { id: engine.nextId++, specification, arrayFields: [] });
    // after a crash the next start deletes the unfinished index
    engine.dropped.announce(this.#index.entries.id);
    collection.builds.add(this);
  }

  /**
   * Adds the keys of all records. Throws a duplicate key error for a unique index, and any other error of a document that the index
   * refuses.
   */
  *fill(interruption?: Interruption): Steps<void> {
    const { records } = this.#collection;
    for (const [recordId, record] of records) {
      for (const key of this.#keysOf(record)) this.#index.entries.add(key, recordId);
      this.#position = recordId;
      if (!interruption?.step()) continue;
      yield;
      this.#requireSound();
    }
    // records that were inserted meanwhile, behind the position: the scan need not have seen them
    for (const [recordId, record] of records.entriesAfter(this.#position))
      for (const key of this.#keysOf(record)) this.#index.entries.add(key, recordId);
    this.#position = Number.POSITIVE_INFINITY;
  }

  /** Called by writers. A document that the index refuses fails the build, not the write. */
  update(recordId: number, before: StoredRecord | null, after: StoredRecord | null): void {
    if (recordId > this.#position || this.#failure) return;
    const { entries } = this.#index;
    if (before) for (const key of keysOf(this.#index, before.document)) entries.remove(key, recordId);
    let keys: readonly string[] = [];
    try {
      if (after) keys = this.#keysOf(after);
    } catch (error) {
      this.#failure = error;
    }
    for (const key of keys) entries.add(key, recordId);
  }

  /** Adds the filled index to the collection. */
  finish(): void {
    this.#requireSound();
    const { engine, builds, indexes } = this.#collection;
    builds.delete(this);
    engine.dropped.withdraw(this.#index.entries.id);
    indexes.push({ ...this.#index, builtAt: engine.clock });
    saveCollection(this.#collection);
  }

  /** Gives up a build that is not finished. */
  cancel(): void {
    const { engine, builds } = this.#collection;
    if (!builds.delete(this)) return;
    engine.dropped.withdraw(this.#index.entries.id);
    engine.dropped.add("index", this.#index.entries.id);
  }

  /** Throws if the begun index was undone, or if the collection or a document of it no longer allows the index. */
  #requireSound(): void {
    const { engine, database, name, namespace } = this.#collection;
    if (this.#failure) throw this.#failure;
    // what was undone is read again as other objects, so the collection is not the one that this build knows
    if (engine.store.rollbacks !== this.#rollbacks) throw undone();
    if (engine.databases.get(database)?.get(name) !== this.#collection)
      throw new MongoError(276, "IndexBuildAborted", `the collection ${namespace} was dropped while an index was built`);
  }

  #keysOf({ document }: StoredRecord): readonly string[] {
    const index = this.#index;
    const keys = keysOf(index, document);
    if (index.unique && keys.some((key) => index.entries.holder(key) !== undefined)) throw duplicateKey(this.#collection, index, document);
    return keys;
  }
}
