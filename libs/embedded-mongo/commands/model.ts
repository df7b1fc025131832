import type { Long, Timestamp } from "bson";
import type { Transaction } from "../engine/model.ts";
import type { Doc } from "../values/document.ts";

/** A client's connection. */
export interface Connection {
  readonly id: number;
  /** What the client said of itself when it connected. */
  metadata: Doc;
  /** The ids of its open cursors. */
  readonly cursors: Set<string>;
}

/** A logical session: its transaction, or the results of its last retryable write. */
export interface Session {
  readonly id: string;
  transactionNumber: bigint;
  transaction: Transaction | null;
  outcome: "committed" | "aborted" | null;
  /** Results by statement, for a replay. */
  readonly statements: Map<number, unknown>;
  /** Resolves when the retryable write that is under way has ended. */
  writing: Promise<void> | null;
  usedAt: number;
}

export interface Command {
  readonly name: string;
  readonly database: string;
  readonly body: Doc;
  /** Documents that came beside the body, as bytes, by field. */
  readonly sequences: ReadonlyMap<string, Buffer[]>;
  readonly connection: Connection;
  session: Session | null;
  transaction: Transaction | null;
  /** The time at which waiting ends, in milliseconds since the epoch. */
  deadline: number;
  readonly retriedStatements: number[];
  /** The cluster time of a snapshot read outside a transaction. */
  snapshotTime: Timestamp | null;
}

/** A reply with a batch of a cursor: the documents go to the client as they are stored. */
export class CursorBatch {
  readonly namespace: string;
  readonly id: Long;
  readonly field: "firstBatch" | "nextBatch";
  readonly documents: readonly Buffer[];
  readonly snapshotTime: Timestamp | null;

  constructor(batch: Omit<CursorBatch, "snapshotTime"> & { snapshotTime?: Timestamp | null }) {
    this.namespace = batch.namespace;
    this.id = batch.id;
    this.field = batch.field;
    this.documents = batch.documents;
    this.snapshotTime = batch.snapshotTime ?? null;
  }
}

/** The release whose behaviour is imitated. */
export const VERSION = "7.0.14";
export const MAX_WIRE_VERSION = 21;
