import { Binary, Long } from "bson";
import { checkPipeline } from "../aggregation/check-stage.ts";
import { runPipelineInSteps, runStagesInSteps } from "../aggregation/run-pipeline.ts";
import { collectionOf } from "../engine/catalog.ts";
import type { Collection } from "../engine/model.ts";
import type { Steps } from "../engine/steps.ts";
import { type Doc, encode, firstKey, isDoc, MAX_DOCUMENT_BYTES } from "../values/document.ts";
import {
  failedToParse,
  invalidOptions,
  locationError,
  MongoError,
  namespaceNotFound,
  notInTransaction,
  typeMismatch,
} from "../values/mongo-error.ts";
import { checkFields, cursorBatchSize, fieldSet } from "./command-arguments.ts";
import { type CommandScope, scopeOf } from "./command-scope.ts";
import { bytesSource } from "./cursor-registry.ts";
import { explainCommand } from "./explain.ts";
import type { Command } from "./model.ts";
import { readInTurns } from "./read-in-turns.ts";
import type { CommandHandler, Server } from "./server-state.ts";
import { collectionStatistics } from "./statistics.ts";
import { writeOutput } from "./write-output.ts";

const FIELDS = fieldSet(
  "aggregate pipeline cursor explain allowDiskUse hint collation let bypassDocumentValidation needsMerge fromMongos exchange isMapReduceCommand",
);
const ADMINISTRATIVE = new Set(["$currentOp", "$listLocalSessions", "$listSessions", "$collStats", "$indexStats"]);

const stageName = (stage: unknown): string => (isDoc(stage) ? (firstKey(stage) ?? "") : "");
const isOutput = (stage: unknown): stage is Doc => stageName(stage) === "$out" || stageName(stage) === "$merge";

/** The final `$out` or `$merge` stage; null for a pipeline that only reads. */
function outputOf(pipeline: readonly unknown[], command: Command): Doc | null {
  const misplaced = pipeline.slice(0, -1).find(isOutput);
  if (misplaced) throw locationError(40601, `${stageName(misplaced)} can only be the final stage in the pipeline`);
  const last = pipeline.at(-1);
  if (!isOutput(last)) return null;
  if (Object.keys(last).length > 1) throw locationError(40323, "A pipeline stage specification object must contain exactly one field.");
  if (command.transaction) throw notInTransaction(`${stageName(last)} cannot be used in a transaction`);
  const { readConcern } = command.body;
  if (isDoc(readConcern) && readConcern.level === "linearizable")
    throw invalidOptions(`${stageName(last)} cannot be used with a 'linearizable' read concern level`);
  return last;
}

/** The documents of a stage that reports the state of the server. */
function administrativeDocuments(stage: Doc, command: Command, server: Server, collection: Collection | null): Doc[] {
  const host = server.address;
  switch (stageName(stage)) {
    case "$currentOp":
      return server.operations.describe(host);
    case "$indexStats":
      return (collection?.indexes ?? []).map(({ specification }) => ({
        name: specification.name,
        key: specification.key,
        host,
        accesses: { ops: Long.ZERO, since: new Date(server.startedAt) },
        spec: specification,
      }));
    case "$collStats": {
      if (!collection) throw namespaceNotFound(`Collection [${command.database}.${String(command.body.aggregate)}] not found.`);
      const wanted = isDoc(stage.$collStats) ? stage.$collStats : {};
      return [
        {
          ns: collection.namespace,
          host,
          localTime: new Date(),
          ...(wanted.count !== undefined && { count: collection.records.size }),
          ...(wanted.storageStats !== undefined && { storageStats: collectionStatistics(collection) }),
        },
      ];
    }
    default:
      return server.sessions
        .list()
        .map(({ id, usedAt }) => ({ _id: { id: new Binary(Buffer.from(id, "hex"), 4) }, lastUse: new Date(usedAt) }));
  }
}

function resultOf(pipeline: readonly unknown[], command: Command, server: Server, scope: CommandScope): Steps<Doc[]> {
  const { body, database, transaction } = command;
  const { environment, variables } = scope;
  const [first, ...rest] = pipeline;
  const name = typeof body.aggregate === "string" ? body.aggregate : null;
  if (isDoc(first) && ADMINISTRATIVE.has(stageName(first))) {
    const collection = name === null ? null : collectionOf(server.engine, database, name, transaction);
    return runStagesInSteps(environment, administrativeDocuments(first, command, server, collection), rest, variables);
  }
  if (stageName(first) === "$documents" && name !== null)
    throw new MongoError(73, "InvalidNamespace", "$documents is only valid as the first stage in a pipeline on a database");
  if (name === null && stageName(first) !== "$documents") {
    checkPipeline(pipeline);
    throw new MongoError(73, "InvalidNamespace", `{aggregate: 1} is not valid for '${stageName(first)}'; a collection is required.`);
  }
  return runPipelineInSteps(environment, name, pipeline, { variables, hint: body.hint });
}

function encodeResult(document: Doc): Buffer {
  const bytes = encode(document);
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw new MongoError(
      10334,
      "BSONObjectTooLarge",
      `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and 16793600(16MB)`,
    );
  return bytes;
}

export const aggregate: CommandHandler = async (command, server) => {
  const { body, database } = command;
  const { pipeline } = body;
  if (!Array.isArray(pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
  checkFields("aggregate", body, FIELDS);
  if (body.explain) return explainCommand(command, server, { aggregate: body.aggregate, pipeline });
  if (body.cursor === undefined) throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  server.counters.command++;
  const scope = scopeOf(command, server);
  const output = outputOf(pipeline, command);
  const documents = await readInTurns(command, resultOf(output ? pipeline.slice(0, -1) : pipeline, command, server, scope));
  if (output) await writeOutput(command, server, output, documents, scope);
  const namespace = `${database}.${typeof body.aggregate === "string" ? body.aggregate : "$cmd.aggregate"}`;
  const source = bytesSource(output ? [] : documents.map(encodeResult));
  return server.cursors.open(command, namespace, source, { batchSize: cursorBatchSize(body) });
};
