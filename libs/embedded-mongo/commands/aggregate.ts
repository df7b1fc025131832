import { checkPipeline } from "../aggregation/check-stage.ts";
import { runPipelineInSteps, runStagesInSteps } from "../aggregation/run-pipeline.ts";
import type { Steps } from "../engine/steps.ts";
import { type Doc, encode, firstKey, isDoc, MAX_DOCUMENT_BYTES } from "../values/document.ts";
import { failedToParse, MongoError, typeMismatch } from "../values/mongo-error.ts";
import { checkFields, cursorBatchSize, fieldSet } from "./command-arguments.ts";
import { scopeOf } from "./command-scope.ts";
import { bytesSource } from "./cursor-registry.ts";
import { explainCommand } from "./explain.ts";
import type { Command } from "./model.ts";
import { readInTurns } from "./read-in-turns.ts";
import type { CommandHandler, Server } from "./server-state.ts";

const FIELDS = fieldSet("aggregate pipeline cursor explain hint");
/** The stage that reads the running commands instead of a collection. */
export const RUNNING_OPERATIONS = "$currentOp";

const stageName = (stage: unknown): string => (isDoc(stage) ? (firstKey(stage) ?? "") : "");

function resultOf(pipeline: readonly unknown[], command: Command, server: Server): Steps<Doc[]> {
  const { environment } = scopeOf(command, server);
  const { aggregate: name, hint } = command.body;
  if (typeof name === "string") return runPipelineInSteps(environment, name, pipeline, { hint });
  const [first, ...rest] = pipeline;
  if (stageName(first) === RUNNING_OPERATIONS) return runStagesInSteps(environment, server.operations.describe(server.address), rest);
  checkPipeline(pipeline);
  throw new MongoError(73, "InvalidNamespace", `{aggregate: 1} is not valid for '${stageName(first)}'; a collection is required.`);
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
  const documents = await readInTurns(command, resultOf(pipeline, command, server));
  const source = bytesSource(documents.map(encodeResult));
  const namespace = `${database}.${typeof body.aggregate === "string" ? body.aggregate : "$cmd.aggregate"}`;
  return server.cursors.open(command, namespace, source, { batchSize: cursorBatchSize(body) });
};
