import { Binary, Long } from "bson";
import { checkAuthorized } from "../access/check-authorized.ts";
import { type Command, type Connection, CursorBatch } from "../commands/model.ts";
import type { CommandHandler, Reply, Server } from "../commands/server-state.ts";
import { abortSessionTransaction } from "../commands/session-registry.ts";
import { Interruption } from "../engine/interruption.ts";
import { toDouble } from "../values/bson-types.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { MongoError, queryPlanKilled } from "../values/mongo-error.ts";
import { createCommandRunner } from "./command-runner.ts";
import { checkConcerns, readsCached, settledFor, writeConcernError } from "./concerns.ts";
import { codeNameOf, errorLabels } from "./error-codes.ts";
import type { FailPoints } from "./fail-points.ts";
import type { Message } from "./read-message.ts";
import type { OutgoingReply } from "./write-reply.ts";

const SIGNATURE = { hash: new Binary(Buffer.alloc(20), 0), keyId: Long.ZERO };

/** A read is repeated this often while others' writes are undone. */
const MAX_READS = 10;

/** Executes the command of a message; null if the connection has to be closed without a reply. */
export type Dispatcher = (message: Message, connection: Connection) => Promise<OutgoingReply | null>;

export interface DispatcherOptions {
  /** Null if fail points are disabled. */
  readonly failPoints: FailPoints | null;
  onInternalError(error: unknown, command: string): void;
}

export function createDispatcher(server: Server, { failPoints, onInternalError }: DispatcherOptions): Dispatcher {
  const run = createCommandRunner(server);
  return async (message, connection) => {
    const command = commandOf(message, connection);
    if (failPoints && command.name === "configureFailPoint") return completeReply(configure(command, failPoints, server), server);
    const failure = failPoints?.forCommand(command) ?? null;
    if (failure?.blockConnection) await new Promise((resolve) => setTimeout(resolve, toDouble(failure.blockTimeMS ?? 0)));
    if (failure?.closeConnection) {
      server.sessions.noteCarrier(command.body.lsid, connection);
      return null;
    }
    let reply: Reply;
    const end = server.operations.start(command);
    try {
      reply = await executeAndSettle(command, server, run, failure);
    } catch (error) {
      const mongoError = asMongoError(error, command, onInternalError);
      if (mongoError.effects.dropConnection) return null;
      reply = errorReply(command, mongoError);
    } finally {
      end();
    }
    return completeReply(reply, server, writeConcernFields(command, reply, failure));
  };
}

function commandOf({ body, database, sequences, isOneWay }: Message, connection: Connection): Command {
  return {
    name: firstKey(body) ?? "",
    database,
    body,
    sequences,
    connection,
    session: null,
    transaction: null,
    interruption: new Interruption(),
    isOneWay,
    retriedStatements: [],
    readsCached: readsCached(body),
    snapshotTime: null,
  };
}

function configure(command: Command, failPoints: FailPoints, { users }: Server): Reply {
  try {
    if (users) checkAuthorized(command.connection.user, command);
    return failPoints.configure(command.body);
  } catch (error) {
    return errorReply(
      command,
      asMongoError(error, command, () => {}),
    );
  }
}

function execute(command: Command, server: Server, run: CommandHandler, failure: Doc | null): Reply | Promise<Reply> {
  const { body } = command;
  if (server.users) checkAuthorized(command.connection.user, command);
  if (failure?.errorCode !== undefined) throw failPointError(failure);
  const limit = body.maxTimeMS === undefined ? 0 : toDouble(body.maxTimeMS);
  if (limit > 0) command.interruption.deadline = Date.now() + limit;
  checkConcerns(command, body.autocommit === false);
  return run(command, server);
}

/** Executes a command and waits until what it has changed or seen is stored. A read that may have seen a write that was undone runs again. */
async function executeAndSettle(command: Command, server: Server, run: CommandHandler, failure: Doc | null): Promise<Reply> {
  const { store } = server.engine;
  for (let attempt = 1; ; attempt += 1) {
    const { rollbacks } = store;
    const mayHaveSeenUndone = () => command.readsCached && !command.transaction && store.rollbacks !== rollbacks;
    try {
      const reply = await execute(command, server, run, failure);
      await settledFor(command, store);
      if (!mayHaveSeenUndone()) return reply;
    } catch (error) {
      if (!mayHaveSeenUndone()) throw error;
    }
    // The cursor of a getMore has moved on.
    if (command.name === "getMore" || attempt === MAX_READS) throw queryPlanKilled("a write that the query may have seen was undone");
  }
}

function failPointError({ errorCode, errorLabels: labels, errorExtraInfo }: Doc): MongoError {
  const code = toDouble(errorCode);
  return new MongoError(code, codeNameOf(code), "Failing command via 'failCommand' failpoint", {
    fields: isDoc(errorExtraInfo) ? errorExtraInfo : {},
    beforeExecution: true,
    ...(Array.isArray(labels) && { labels: labels.map(String) }),
  });
}

function asMongoError(error: unknown, command: Command, onInternalError: DispatcherOptions["onInternalError"]): MongoError {
  if (error instanceof MongoError) return error;
  onInternalError(error, command.name);
  return new MongoError(1, "InternalError", error instanceof Error ? error.message : String(error));
}

function labelsOf(command: Command, code: number, isWriteConcern: boolean): string[] {
  const { name, body } = command;
  const inTransaction = body.autocommit === false;
  return errorLabels({ name, code, inTransaction, hasTransactionNumber: body.txnNumber !== undefined, isWriteConcern });
}

function errorReply(command: Command, error: MongoError): Doc {
  const { effects, code, codeName, message } = error;
  const labels = effects.labels ?? labelsOf(command, code, false);
  const { session, transaction, name } = command;
  // an error from a fail point before execution leaves the transaction open, any other error aborts it
  const survives = effects.beforeExecution && !labels.includes("TransientTransactionError");
  const endsTransaction = command.body.autocommit === false && transaction && name !== "commitTransaction" && !survives;
  if (endsTransaction && session) abortSessionTransaction(session);
  return { ok: 0, errmsg: message, code, codeName, ...effects.fields, ...(labels.length && { errorLabels: labels }) };
}

/** The fields of a reply about its write concern. */
function writeConcernFields(command: Command, reply: Reply, failure: Doc | null): Doc {
  if (!(reply instanceof CursorBatch) && reply.ok === 0) return {};
  const forced = failure?.writeConcernError;
  if (isDoc(forced)) {
    const labels = Array.isArray(failure?.errorLabels) ? failure.errorLabels : labelsOf(command, toDouble(forced.code ?? 0), true);
    return { writeConcernError: forced, ...(labels.length && { errorLabels: labels }) };
  }
  const unsatisfied = writeConcernError(command.body);
  return unsatisfied ? { writeConcernError: unsatisfied } : {};
}

function completeReply(reply: Reply, server: Server, extra: Doc = {}): OutgoingReply {
  const operationTime = server.engine.time.next();
  const times = { $clusterTime: { clusterTime: operationTime, signature: SIGNATURE }, operationTime };
  if (reply instanceof CursorBatch) return { fields: { ok: 1, ...extra, ...times }, batch: reply };
  return { fields: { ...reply, ok: reply.ok ?? 1, ...extra, ...times }, batch: null };
}
