import type { Timestamp, UUID } from "bson";
import type { CollectionIndex } from "../indexes/collection-index.ts";
import type { MatchOptions } from "../matcher/predicate.ts";
import type { DroppedRows } from "../store/dropped-rows.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/stored-record.ts";
import type { StoredRecords } from "../store/stored-records.ts";
import type { Doc } from "../values/document.ts";
import type { VersionHistory } from "./version-history.ts";

/** A write of a transaction before its commit; `before` and `after` are null for an insert and a delete. */
export interface PendingWrite {
  readonly recordId: number;
  /** The committed version that it replaces. */
  readonly before: StoredRecord | null;
  readonly after: StoredRecord | null;
}

/** The keys under which each index holds a document. */
export type KeysByIndex = Map<CollectionIndex, string[]>;

/** Writes over a snapshot. The second writer of a document or of a unique key gets a write conflict. */
export interface Transaction {
  state: "active" | "committed" | "aborted";
  readonly engine: Engine;
  /** `Engine.clock` at the start: the transaction reads the versions that were committed until then. */
  readonly snapshot: number;
  /** The pending batch of the store with commits that the snapshot contains; null if all of them were stored. Settles with that batch. */
  readonly basis: Promise<void> | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly writes: Map<Collection, Map<number, PendingWrite>>;
  /** Unique keys of its own writes, with the record id of each. */
  readonly keys: Map<CollectionIndex, Map<string, number>>;
  /** Unique keys that other writers cannot use until the transaction ends. */
  readonly reserved: [CollectionIndex, string][];
  readonly created: Collection[];
  readonly onEnd: Set<() => void>;
}

/** An index that is being built; writers report each record to it. */
export interface RunningBuild {
  update(recordId: number, before: StoredRecord | null, after: StoredRecord | null): void;
}

export interface Collection {
  readonly engine: Engine;
  /** Its number in the store. */
  readonly id: number;
  readonly database: string;
  readonly name: string;
  /** `database.name` */
  readonly namespace: string;
  readonly uuid: UUID;
  /** The newest committed documents. */
  readonly records: StoredRecords;
  /** The first is the index on `_id`. */
  indexes: CollectionIndex[];
  /** The indexes that are being built. */
  readonly builds: Set<RunningBuild>;
  /** The records that open transactions have written, with the transaction of each. */
  readonly locks: Map<number, Transaction>;
  readonly history: VersionHistory;
  /** The open transaction that created it; the collection is invisible to others before the commit. */
  pending: Transaction | null;
}

/** The source of cluster times: seconds since the epoch and a counter; it never returns the same time twice. */
export interface LogicalClock {
  next(): Timestamp;
}

/**
 * The data of the server. Every function in this folder is synchronous: one call is one atomic step, and all of its writes are in one batch
 * of the store. Only work in steps (steps.ts) may pause, and it does not write.
 */
export interface Engine {
  readonly store: Store;
  readonly dropped: DroppedRows;
  readonly databases: Map<string, Map<string, Collection>>;
  readonly active: Set<Transaction>;
  /** The number of commits since the start; the version of committed data. */
  clock: number;
  /** The next number of a collection or index in the store. */
  nextId: number;
  readonly time: LogicalClock;
  /** The options for compiling partial index filters. */
  readonly matchOptions: () => MatchOptions;
}

/** A document that matched a query. */
export interface Hit {
  readonly recordId: number;
  readonly record: StoredRecord;
  readonly document: Doc;
}

/** Thrown to a write outside a transaction. The write waits until the blocking transaction ends and runs again. */
export class BlockedByTransaction extends Error {
  readonly transaction: Transaction;

  constructor(transaction: Transaction) {
    super("blocked by an open transaction");
    this.transaction = transaction;
  }
}
