import { BlockedByTransaction, type Collection, type Hit } from "../engine/model.ts";
import { transactionEnd } from "../engine/transaction.ts";
import { toDouble } from "../values/bson-types.ts";
import { decode } from "../values/codec.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { locationError, MongoError } from "../values/mongo-error.ts";
import type { Command } from "./model.ts";
import type { Server } from "./server-state.ts";

const LONGEST_TIMER = 2 ** 31 - 1;

/** Runs one step; outside a transaction it waits for a transaction that holds what it writes. */
export async function runWaiting<T>(command: Command, step: () => T): Promise<T> {
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof BlockedByTransaction)) throw error;
      const left = command.deadline - Date.now();
      const ended = left > 0 && (await transactionEnd(error.transaction, Math.min(left, LONGEST_TIMER)));
      if (!ended && Date.now() >= command.deadline) throw new MongoError(50, "MaxTimeMSExpired", "operation exceeded time limit");
    }
  }
}

/** Throws to a write outside a transaction while any of the records is locked: a statement waits before it has changed anything. */
export function refuseLocked(collection: Collection, hits: readonly Hit[]): void {
  for (const { recordId } of hits) {
    const lock = collection.records.get(recordId)?.lock;
    if (lock) throw new BlockedByTransaction(lock);
  }
}

/** Waits for the transactions that have written to a collection, before its catalog entry changes. */
export function refuseWriters(collection: Collection): void {
  for (const transaction of collection.engine.active)
    if (transaction.writes.get(collection)?.size) throw new BlockedByTransaction(transaction);
}

/** A statement of a retryable write runs once: a replay with the same number gets the first result. */
export async function runOnce<T>(command: Command, server: Server, statement: number, run: () => Promise<T>): Promise<T> {
  const { session } = command;
  if (!session || command.transaction || command.body.txnNumber === undefined) return run();
  if (session.statements.has(statement)) {
    command.retriedStatements.push(statement);
    return session.statements.get(statement) as T;
  }
  const failPoint = server.retryableWriteFailPoint();
  const closes = failPoint !== null && failPoint.closeConnection !== false;
  if (failPoint?.failBeforeCommitExceptionCode !== undefined)
    throw new MongoError(toDouble(failPoint.failBeforeCommitExceptionCode), "InternalError", "Failing before commit due to failpoint", {
      wholeCommand: true,
      dropConnection: closes,
    });
  const result = await run();
  session.statements.set(statement, result);
  if (closes)
    throw new MongoError(9001, "SocketException", "closing connection due to failpoint", { wholeCommand: true, dropConnection: true });
  return result;
}

export interface WriteStatement {
  readonly document: Doc;
  /** Its bytes as they were sent. */
  readonly bytes: Buffer | null;
}

/** The statements of a write, which come in the body or beside it. */
export function statementsOf(command: Command, field: string): WriteStatement[] {
  const sequence = command.sequences.get(field);
  if (sequence) return sequence.map((bytes) => ({ document: decode(bytes), bytes }));
  const list = command.body[field];
  if (!Array.isArray(list)) throw locationError(40414, `BSON field '${command.name}.${field}' is missing but a required field`);
  return list.map((document) => {
    if (!isDoc(document)) throw new MongoError(14, "TypeMismatch", `BSON field '${command.name}.${field}' must hold objects`);
    return { document, bytes: null };
  });
}

function writeError(index: number, error: MongoError): Doc {
  const { keyPattern, keyValue, errInfo } = error.effects.fields ?? {};
  const entry: Doc = { index, code: error.code, errmsg: error.message };
  if (keyPattern) Object.assign(entry, { keyPattern, keyValue });
  if (errInfo) entry.errInfo = errInfo;
  return entry;
}

/** Runs the statements in order; returns the errors of those that failed. An ordered write ends with the first one. */
export async function runStatements(
  command: Command,
  statements: readonly WriteStatement[],
  run: (statement: WriteStatement, index: number) => Promise<void>,
): Promise<Doc[]> {
  if (!statements.length) throw new MongoError(16, "InvalidLength", "Write batch sizes must be between 1 and 100000. Got 0 operations.");
  const errors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      await run(statement, index);
    } catch (error) {
      // a write conflict ends the whole transaction
      if (!(error instanceof MongoError) || error.effects.wholeCommand || (command.transaction && error.code === 112)) throw error;
      errors.push(writeError(index, error));
      if (command.body.ordered !== false || command.transaction) break;
    }
  }
  return errors;
}
