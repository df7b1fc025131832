import type { UUID } from "bson";
import type { CollectionIndex, IndexSpecification } from "../index/collection-index.ts";
import type { MatchOptions, Predicate } from "../matcher/predicate.ts";
import type { Doc } from "../values/document.ts";
import type { LogicalClock } from "./logical-clock.ts";

/** The newest committed state of a document. */
export interface StoredRecord {
  document: Doc;
  /** Its bytes as they were sent, or as encoded when they were first needed. */
  bytes: Buffer | null;
  /** The engine's clock at the commit that wrote it. */
  committedAt: number;
  /** The open transaction that has written it. */
  lock: Transaction | null;
}

/** A replaced version, kept while a transaction may still read it. */
export interface HistoryEntry {
  readonly committedAt: number;
  readonly recordId: number;
  readonly before: Doc | null;
}

/** A write of a transaction before its commit; `after` is null for a removal. */
export interface PendingWrite {
  readonly recordId: number;
  readonly before: StoredRecord | null;
  readonly after: Doc | null;
  bytes: Buffer | null;
}

/** The keys under which each index holds a document. */
export type KeysByIndex = Map<CollectionIndex, string[]>;

/** Writes over a snapshot. A second writer of a document or of a unique key gets a write conflict. */
export interface Transaction {
  state: "active" | "committed" | "aborted";
  readonly engine: Engine;
  /** The engine's clock when it began: it reads what was committed until then. */
  readonly snapshot: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly writes: Map<Collection, Map<number, PendingWrite>>;
  /** The unique keys of its own writes. */
  readonly keys: Map<CollectionIndex, Map<string, number>>;
  readonly reserved: [CollectionIndex, string][];
  readonly created: Collection[];
  readonly onEnd: Set<() => void>;
}

export interface Collection {
  readonly engine: Engine;
  readonly database: string;
  readonly name: string;
  /** `database.name` */
  readonly namespace: string;
  readonly uuid: UUID;
  options: Doc;
  readonly records: Map<number, StoredRecord>;
  /** The first is that of `_id`. */
  indexes: CollectionIndex[];
  history: HistoryEntry[];
  validator: Predicate | null;
  /** The transaction that created it: nobody else sees it before the commit. */
  pending: Transaction | null;
}

/** What the journal keeps of a change. */
export type JournalOperation =
  | { op: "create"; ns: string; options: Doc }
  | { op: "drop"; ns: string }
  | { op: "options"; ns: string; options: Doc }
  | { op: "createIndex"; ns: string; spec: IndexSpecification }
  | { op: "dropIndex"; ns: string; name: string }
  | { op: "insert" | "update"; ns: string; doc: Buffer }
  | { op: "delete"; ns: string; id: unknown };

/** All data. Everything in this folder is synchronous: one call is one atomic step. */
export interface Engine {
  readonly databases: Map<string, Map<string, Collection>>;
  readonly active: Set<Transaction>;
  /** Counts commits. */
  clock: number;
  nextRecordId: number;
  readonly time: LogicalClock;
  /**
   * Keeps the operations of a commit before anybody sees them; null without a journal. Throws OutOfDiskSpace where it
   * cannot, and then the commit must not happen.
   */
  journal: ((operations: JournalOperation[]) => void) | null;
  /** What filters of validators and partial indexes need. */
  readonly matchOptions: () => MatchOptions;
}

/** A document that a query found. */
export interface Hit {
  readonly recordId: number;
  readonly document: Doc;
  /** Which element of an array matched. */
  readonly position?: number | undefined;
}

/** Thrown to a write outside a transaction: it waits until the transaction ends and tries again. */
export class BlockedByTransaction extends Error {
  readonly transaction: Transaction;

  constructor(transaction: Transaction) {
    super("blocked by an open transaction");
    this.transaction = transaction;
  }
}
