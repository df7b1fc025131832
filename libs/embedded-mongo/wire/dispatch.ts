import { Binary, Long } from "bson";
import { type Command, type Connection, CursorBatch } from "../commands/model.ts";
import type { CommandHandler, Reply, Server } from "../commands/server-state.ts";
import { abortSessionTransaction } from "../commands/session-registry.ts";
import { toDouble } from "../values/bson-types.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";
import { checkConcerns, writeConcernError } from "./concerns.ts";
import { codeNameOf, errorLabels } from "./error-codes.ts";
import type { FailPoints } from "./fail-points.ts";
import type { Message } from "./read-message.ts";
import { createCommandRunner } from "./run-in-session.ts";
import type { OutgoingReply } from "./write-reply.ts";

const SIGNATURE = { hash: new Binary(Buffer.alloc(20), 0), keyId: Long.ZERO };

/** Answers messages; null where the connection is to be closed without a reply. */
export type Dispatcher = (message: Message, connection: Connection) => Promise<OutgoingReply | null>;

export interface DispatcherOptions {
  /** Null where fail points are off. */
  readonly failPoints: FailPoints | null;
  onInternalError(error: unknown, command: string): void;
}

export function createDispatcher(server: Server, { failPoints, onInternalError }: DispatcherOptions): Dispatcher {
  const run = createCommandRunner(server);
  return async (message, connection) => {
    const command = commandOf(message, connection);
    if (failPoints && command.name === "configureFailPoint") return finish(await configure(command, failPoints), server);
    const failure = failPoints?.forCommand(command) ?? null;
    if (failure?.blockConnection) await new Promise((resolve) => setTimeout(resolve, toDouble(failure.blockTimeMS ?? 0)));
    if (failure?.closeConnection) return null;
    let reply: Reply;
    try {
      reply = await execute(command, server, run, failure);
    } catch (error) {
      const known = asMongoError(error, command, onInternalError);
      if (known.effects.dropConnection) return null;
      reply = errorReply(command, known);
    }
    return finish(reply, server, concernFields(command, reply, failure));
  };
}

function commandOf({ body, database, sequences }: Message, connection: Connection): Command {
  return {
    name: firstKey(body) ?? "",
    database,
    body,
    sequences,
    connection,
    session: null,
    transaction: null,
    deadline: Number.POSITIVE_INFINITY,
    retriedStatements: [],
    snapshotTime: null,
  };
}

async function configure(command: Command, failPoints: FailPoints): Promise<Reply> {
  try {
    return failPoints.configure(command.body);
  } catch (error) {
    return errorReply(
      command,
      asMongoError(error, command, () => {}),
    );
  }
}

async function execute(command: Command, server: Server, run: CommandHandler, failure: Doc | null): Promise<Reply> {
  const { body, name } = command;
  if (failure?.errorCode !== undefined) throw failPointError(failure);
  const limit = body.maxTimeMS !== undefined && name !== "getMore" ? toDouble(body.maxTimeMS) : 0;
  if (limit > 0) command.deadline = Date.now() + limit;
  checkConcerns(command, body.autocommit === false);
  return run(command, server);
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
  // any error but one from a fail point before execution ends the transaction
  const survives = effects.beforeExecution && !labels.includes("TransientTransactionError");
  const endsTransaction = command.body.autocommit === false && transaction && name !== "commitTransaction" && !survives;
  if (endsTransaction && session) abortSessionTransaction(session);
  return { ok: 0, errmsg: message, code, codeName, ...effects.fields, ...(labels.length && { errorLabels: labels }) };
}

/** What a reply says about its write concern. */
function concernFields(command: Command, reply: Reply, failure: Doc | null): Doc {
  if (!(reply instanceof CursorBatch) && reply.ok === 0) return {};
  const forced = failure?.writeConcernError;
  if (isDoc(forced)) {
    const labels = Array.isArray(failure?.errorLabels) ? failure.errorLabels : labelsOf(command, toDouble(forced.code ?? 0), true);
    return { writeConcernError: forced, ...(labels.length && { errorLabels: labels }) };
  }
  const unsatisfied = writeConcernError(command.body);
  return unsatisfied ? { writeConcernError: unsatisfied } : {};
}

function finish(reply: Reply, server: Server, extra: Doc = {}): OutgoingReply {
  const operationTime = server.engine.time.next();
  const times = { $clusterTime: { clusterTime: operationTime, signature: SIGNATURE }, operationTime };
  if (reply instanceof CursorBatch) return { fields: { ok: 1, ...extra, ...times }, batch: reply };
  return { fields: { ...reply, ok: reply.ok ?? 1, ...extra, ...times }, batch: null };
}
