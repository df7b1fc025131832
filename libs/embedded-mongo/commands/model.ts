import type { Long, Timestamp } from "bson";
import type { ScramConversation } from "../access/scram.ts";
import type { User } from "../access/users.ts";
import type { Interruption } from "../engine/interruption.ts";
import type { Transaction } from "../engine/model.ts";
import type { Doc } from "../values/document.ts";

/** A sign-in that has begun on a connection. */
export interface SignIn {
  readonly conversation: ScramConversation;
  readonly database: string;
  /** Whether the client saves the exchange of an empty message at the end. */
  readonly skipsEmptyExchange: boolean;
  /** Whether the proof was right and only the empty message is missing. */
  isVerified: boolean;
}

/** A client's connection. */
export interface Connection {
  readonly id: number;
  /** The metadata of the client in its handshake. */
  metadata: Doc;
  /** The ids of its open cursors. */
  readonly cursors: Set<string>;
  isOpen: boolean;
  /** The signed-in user. */
  user: User | null;
  signIn: SignIn | null;
}

/** A logical session with its current transaction or the results of its last retryable write. */
export interface Session {
  readonly id: string;
  transactionNumber: bigint;
  transaction: Transaction | null;
  /** The connections over which statements of the transaction have come. */
  readonly carriers: Set<Connection>;
  outcome: "committed" | "aborted" | null;
  /** Results of the last retryable write by statement number, for retries. */
  readonly statements: Map<number, unknown>;
  /** Resolves when the retryable write in progress has ended; null without one. */
  writing: Promise<void> | null;
  usedAt: number;
}

export interface Command {
  readonly name: string;
  readonly database: string;
  readonly body: Doc;
  /** Documents of the message outside the body, as bytes, by field. */
  readonly sequences: ReadonlyMap<string, Buffer[]>;
  readonly connection: Connection;
  session: Session | null;
  transaction: Transaction | null;
  /** Ends the work of the command, such as at its time limit. */
  readonly interruption: Interruption;
  /** Whether the client expects no reply. */
  readonly isOneWay: boolean;
  readonly retriedStatements: number[];
  /** Whether it may return durable data only: a read with majority, linearizable or snapshot, and the later batches of its cursor. */
  readsCached: boolean;
  /** The cluster time of a snapshot read outside a transaction. */
  snapshotTime: Timestamp | null;
}

/** A reply with a batch of a cursor. Its documents are sent as they are stored, without encoding them again. */
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

/** The MongoDB release whose behavior is implemented. */
export const VERSION = "7.0.14";
export const MAX_WIRE_VERSION = 21;
