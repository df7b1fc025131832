import type { Interruption } from "../engine/interruption.ts";
import { BlockedByTransaction, type Collection, type Hit } from "../engine/model.ts";
import { waitForTransactionEnd } from "../engine/transaction.ts";
import { toDouble } from "../values/bson-types.ts";
import { type Doc, decode, isDoc } from "../values/document.ts";
import { locationError, MongoError } from "../values/mongo-error.ts";
import type { Command } from "./model.ts";
import type { Server } from "./server-state.ts";

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Runs a synchronous step. If an open transaction blocks it, waits for the end of that transaction and runs the step again. */
export async function runWhenUnblocked<T>(command: Command, step: () => T): Promise<T> {
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof BlockedByTransaction)) throw error;
      await waitUntilUnblocked(command.interruption, error);
    }
  }
}

/** Waits for the end of the transaction that blocks a write. Throws when the time limit of the command expires first. */
export async function waitUntilUnblocked(interruption: Interruption, { transaction }: BlockedByTransaction): Promise<void> {
  interruption.check();
  const { promise: interrupted, resolve } = Promise.withResolvers<void>();
  const stopListening = interruption.onInterrupt(resolve);
  await Promise.race([waitForTransactionEnd(transaction, Math.min(interruption.deadline - Date.now(), MAX_TIMER_MS)), interrupted]);
  stopListening();
  if (transaction.state === "active") interruption.check();
}

/** Throws BlockedByTransaction if a record is locked. Called before the first change, so that a blocked statement has no partial effect. */
export function requireUnlocked(collection: Collection, hits: readonly Hit[]): void {
  for (const { recordId } of hits) {
    const lock = collection.locks.get(recordId);
    if (lock) throw new BlockedByTransaction(lock);
  }
}

/** Throws BlockedByTransaction if an open transaction has written to the collection. Called before its catalog entry changes. */
export function requireNoWriters(collection: Collection): void {
  for (const transaction of collection.engine.active)
    if (transaction.writes.get(collection)?.size) throw new BlockedByTransaction(transaction);
}

/** Runs a statement of a retryable write once: a retry with the same statement number gets the first result. */
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
  server.sessions.save(session);
  if (closes)
    throw new MongoError(9001, "SocketException", "closing connection due to failpoint", { wholeCommand: true, dropConnection: true });
  return result;
}

export interface WriteStatement {
  readonly document: Doc;
  /** The BSON bytes as received; null if the document was part of the body. */
  readonly bytes: Buffer | null;
}

/** The statements of a write, from the body or from a document sequence. */
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

/** Runs the statements in order and returns the write errors. An ordered write ends with the first error. */
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
      // a write conflict aborts the whole transaction
      if (!(error instanceof MongoError) || error.effects.wholeCommand || (command.transaction && error.code === 112)) throw error;
      errors.push(writeError(index, error));
      if (command.body.ordered !== false || command.transaction) break;
    }
  }
  return errors;
}
