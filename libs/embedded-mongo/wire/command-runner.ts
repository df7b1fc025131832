import type { Timestamp } from "bson";
import { type Command, CursorBatch, type Session } from "../commands/model.ts";
import { commandNamed } from "../commands/registry.ts";
import type { CommandHandler, Reply, Server } from "../commands/server-state.ts";
import { abortSessionTransaction } from "../commands/session-registry.ts";
import type { Transaction } from "../engine/model.ts";
import { abortTransaction, beginTransaction, commitTransaction } from "../engine/transaction.ts";
import { isLong, isTimestamp, toDouble } from "../values/bson-types.ts";
import { isDoc } from "../values/document.ts";
import { invalidOptions, MongoError, notInTransaction } from "../values/mongo-error.ts";

const SESSIONLESS = new Set(["hello", "ismaster", "buildInfo", "saslStart", "endSessions"]);
const RETRYABLE_WRITES = new Set(["insert", "update", "delete", "findAndModify"]);
const IN_TRANSACTION = new Set(
  "find getMore aggregate insert update delete findAndModify killCursors create createIndexes count hello ping".split(" "),
);
const SYSTEM_DATABASES = new Set(["admin", "config", "local"]);
const SNAPSHOT_LIFETIME_MS = 300_000;

const noSuchTransaction = (message: string): MongoError => new MongoError(251, "NoSuchTransaction", message);
const tooOld = (message: string): MongoError => new MongoError(225, "TransactionTooOld", message);

/** Creates the function that runs a command: as a plain command, as a retryable write, in a transaction, or at a snapshot. */
export function createCommandRunner(server: Server): CommandHandler {
  const snapshots = new Map<string, Transaction>();

  /** Prepares a snapshot read outside a transaction. Each snapshot is retained for five minutes and identified by its cluster time. */
  const pinSnapshot = (command: Command, at: unknown): void => {
    if (isTimestamp(at)) {
      const pinned = snapshots.get(at.toString());
      if (pinned?.state !== "active")
        throw new MongoError(239, "SnapshotTooOld", "Read timestamp is older than the oldest available timestamp");
      command.transaction = pinned;
      command.snapshotTime = at;
      return;
    }
    const time: Timestamp = server.engine.time.next();
    const key = time.toString();
    const pinned = beginTransaction(server.engine);
    snapshots.set(key, pinned);
    setTimeout(() => {
      abortTransaction(pinned);
      snapshots.delete(key);
    }, SNAPSHOT_LIFETIME_MS).unref();
    command.transaction = pinned;
    command.snapshotTime = time;
  };

  return (command) => {
    const { body, name } = command;
    const inTransaction = body.autocommit === false;
    const { readConcern } = body;
    if (!inTransaction && isDoc(readConcern) && readConcern.level === "snapshot") pinSnapshot(command, readConcern.atClusterTime);
    if (!SESSIONLESS.has(name)) command.session = server.sessions.get(body.lsid);
    if (body.startTransaction !== undefined && !inTransaction)
      throw new MongoError(50768, "InvalidOptions", "'startTransaction' field requires 'autocommit' field to also be specified");
    const number = transactionNumber(body.txnNumber);
    if (inTransaction) return runInTransaction(command, server, number);
    if (name === "commitTransaction" || name === "abortTransaction") throw invalidOptions(`${name} must be run within a transaction`);
    if (number === undefined) return commandNamed(name)(command, server);
    return runRetryable(command, server, number);
  };
}

const transactionNumber = (value: unknown): bigint | undefined => {
  if (value === undefined) return undefined;
  return isLong(value) ? value.toBigInt() : BigInt(toDouble(value));
};

async function runRetryable(command: Command, server: Server, number: bigint): Promise<Reply> {
  const { session, name } = command;
  if (!session) throw invalidOptions("Transaction number requires a session ID to also be specified");
  if (!RETRYABLE_WRITES.has(name)) return commandNamed(name)(command, server);
  // a retry may arrive while the first attempt still waits for a lock
  while (session.writing) await session.writing;
  if (number < session.transactionNumber)
    throw tooOld(
      `Retryable write with txnNumber ${number} is prohibited on session because a newer retryable write with txnNumber ${session.transactionNumber} has already started on this session.`,
    );
  if (number > session.transactionNumber) {
    if (session.transaction) abortTransaction(session.transaction);
    session.transaction = null;
    session.outcome = null;
    session.transactionNumber = number;
    session.statements.clear();
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  session.writing = promise;
  try {
    const reply = await commandNamed(name)(command, server);
    const { retriedStatements } = command;
    return retriedStatements.length && !(reply instanceof CursorBatch) ? { ...reply, retriedStmtIds: retriedStatements } : reply;
  } finally {
    session.writing = null;
    resolve();
  }
}

function startTransaction(command: Command, server: Server, session: Session, number: bigint): void {
  const { name, database } = command;
  if (number < session.transactionNumber)
    throw tooOld(
      `Cannot start transaction ${number} on session because a newer transaction ${session.transactionNumber} has already started`,
    );
  if (number === session.transactionNumber && session.transaction)
    throw noSuchTransaction(
      `Cannot start a transaction at given transaction number ${number}; a transaction with the same number is already in progress`,
    );
  if (!IN_TRANSACTION.has(name)) throw notInTransaction(`Cannot run '${name}' in a multi-document transaction.`);
  if (SYSTEM_DATABASES.has(database)) throw notInTransaction(`Cannot run command against the '${database}' database in a transaction.`);
  if (session.transaction) abortTransaction(session.transaction);
  session.transactionNumber = number;
  session.transaction = beginTransaction(server.engine);
  session.carriers.clear();
  session.outcome = null;
  session.statements.clear();
}

/** Throws a MongoError if the command does not belong to the transaction in progress. A commit may be repeated. */
function checkInProgress(command: Command, session: Session, number: bigint): void {
  const { transactionNumber: current, transaction, outcome } = session;
  if (number < current) throw tooOld(`Cannot continue transaction ${number}: a newer one has started`);
  const repeatsCommit = command.name === "commitTransaction" && outcome === "committed";
  if (number === current && (transaction || repeatsCommit)) return;
  if (command.name === "abortTransaction" && outcome === "committed" && number === current)
    throw new MongoError(256, "TransactionCommitted", `Transaction with { txnNumber: ${number} } has been committed.`);
  throw noSuchTransaction(
    number === current && outcome === "aborted"
      ? `Transaction with { txnNumber: ${number} } has been aborted.`
      : `Given transaction number ${number} does not match any in-progress transactions. The active transaction number is ${current}`,
  );
}

/** Commits the transaction of a session and saves the outcome with it, so that a repeated commit gets the same answer after a crash. */
function commitSession(session: Session, server: Server): void {
  const { transaction } = session;
  session.transaction = null;
  session.outcome = "aborted";
  if (transaction) commitTransaction(transaction);
  session.outcome = "committed";
  // a transaction without writes has no outcome to repeat
  if (transaction?.writes.size) server.sessions.save(session);
}

/** Errors of a statement that was interrupted. */
const ENDED_EARLY = new Set([50, 279, 11601]);

/**
 * Runs a statement of a transaction. An interrupted statement may have done half of its writes; then the transaction is aborted, as in
 * MongoDB.
 */
async function runOrAbort(command: Command, server: Server, session: Session): Promise<Reply> {
  try {
    return await commandNamed(command.name)(command, server);
  } catch (error) {
    if (error instanceof MongoError && ENDED_EARLY.has(error.code)) abortSessionTransaction(session);
    throw error;
  }
}

async function runInTransaction(command: Command, server: Server, number: bigint | undefined): Promise<Reply> {
  const { session, name, body } = command;
  if (number === undefined || !session) throw invalidOptions("'autocommit' field requires a transaction number to also be specified");
  if (body.startTransaction === true) startTransaction(command, server, session, number);
  else checkInProgress(command, session, number);
  command.transaction = session.transaction;
  session.carriers.add(command.connection);
  if (name === "commitTransaction") {
    commitSession(session, server);
    return {};
  }
  if (name === "abortTransaction") {
    abortSessionTransaction(session);
    return {};
  }
  if (!IN_TRANSACTION.has(name)) throw notInTransaction(`Cannot run '${name}' in a multi-document transaction.`);
  const reply = await runOrAbort(command, server, session);
  // as in MongoDB, a failed statement aborts the transaction
  if (!(reply instanceof CursorBatch) && reply.writeErrors) abortSessionTransaction(session);
  return reply;
}
