import { randomUUID } from "node:crypto";
import { evaluationIn } from "../aggregation/environment.ts";
import { pipelineUpdate } from "../aggregation/pipeline-update.ts";
import { collectionOf, createCollection, dropCollection, ensureCollection, renameCollection } from "../engine/catalog.ts";
import { duplicateKey } from "../engine/duplicate-key.ts";
import { findRecords } from "../engine/find-records.ts";
import { addIndex } from "../engine/index-catalog.ts";
import type { Collection, Hit } from "../engine/model.ts";
import { insertRecord, replaceRecord } from "../engine/write-records.ts";
import { equal, identical } from "../values/compare.ts";
import { type Doc, firstKey, getPath, isDoc, own, setOwn } from "../values/document.ts";
import { failedToParse, immutableField, locationError, MongoError } from "../values/mongo-error.ts";
import type { CommandScope } from "./command-scope.ts";
import { checkDepth, withId } from "./insert.ts";
import type { Command } from "./model.ts";
import { requireNoWriters, runWhenUnblocked } from "./run-statement.ts";
import type { Server } from "./server-state.ts";

/** Writes the result of a pipeline with `$out` or `$merge`. */
export async function writeOutput(
  command: Command,
  server: Server,
  stage: Doc,
  documents: readonly Doc[],
  scope: CommandScope,
): Promise<void> {
  if (firstKey(stage) === "$out") await replaceCollection(command, server, stage.$out, documents);
  else await mergeDocuments(command, server, stage.$merge, documents, scope);
}

const namespaceOf = (target: unknown, command: Command, stage: string): { database: string; name: string } => {
  if (typeof target === "string") return { database: command.database, name: target };
  if (!isDoc(target) || typeof target.coll !== "string")
    throw locationError(16990, `${stage} only supports a string or object argument, but found ${JSON.stringify(target)}`);
  return { database: typeof target.db === "string" ? target.db : command.database, name: target.coll };
};

/** Fills a collection beside the target and puts it in its place, so that a document that is refused leaves the target as it was. */
async function replaceCollection(command: Command, server: Server, target: unknown, documents: readonly Doc[]): Promise<void> {
  const { engine } = server;
  const { database, name } = namespaceOf(target, command, "$out");
  const replacement = documents.map(withId);
  for (const document of replacement) checkDepth(document);
  await runWhenUnblocked(command, () => {
    const existing = collectionOf(engine, database, name);
    if (existing) requireNoWriters(existing);
    const filled = createCollection(engine, database, `tmp.agg_out.${randomUUID()}`, existing?.options);
    try {
      for (const { specification } of existing?.indexes.slice(1) ?? []) addIndex(filled, specification);
      for (const document of replacement) insertRecord(filled, document, null);
    } catch (error) {
      dropCollection(engine, database, filled.name);
      throw error;
    }
    if (existing) dropCollection(engine, database, name);
    renameCollection(filled, database, name);
  });
}

interface Merge {
  readonly collection: Collection;
  readonly on: readonly string[];
  readonly whenMatched: unknown;
  readonly whenNotMatched: unknown;
  readonly bindings: Doc;
}

function mergeOf(command: Command, server: Server, argument: unknown): Merge {
  const options = typeof argument === "string" ? { into: argument } : argument;
  if (!isDoc(options) || options.into === undefined) throw failedToParse("$merge requires an 'into' field");
  const { database, name } = namespaceOf(options.into, command, "$merge");
  const collection = ensureCollection(server.engine, database, name);
  const on = options.on === undefined ? ["_id"] : (Array.isArray(options.on) ? options.on : [options.on]).map(String);
  const isUnique = collection.indexes.some(
    ({ unique, fields }) => unique && fields.length === on.length && fields.every((field) => on.includes(field.path)),
  );
  if (!isUnique) throw locationError(51183, "Cannot find index to verify that join fields will be unique");
  const { whenMatched = "merge", whenNotMatched = "insert" } = options;
  return { collection, on, whenMatched, whenNotMatched, bindings: isDoc(options.let) ? options.let : {} };
}

function joinFilter(document: Doc, on: readonly string[]): Doc {
  const filter: Doc = {};
  for (const path of on) {
    const value = getPath(document, path);
    if (value === undefined || value === null || Array.isArray(value))
      throw locationError(51132, `$merge write error: 'on' field '${path}' cannot be missing, null, undefined or an array`);
    setOwn(filter, path, { $eq: value });
  }
  return filter;
}

function mergedDocument(hit: Hit, document: Doc, merge: Merge, scope: CommandScope): Doc {
  const { whenMatched } = merge;
  if (Array.isArray(whenMatched)) {
    const variables: Doc = { ...scope.variables, new: document };
    const evaluation = evaluationIn(scope.environment, { new: document });
    for (const name of Object.keys(merge.bindings)) setOwn(variables, name, evaluation.evaluate(document, own(merge.bindings, name)));
    return pipelineUpdate(scope.environment, hit.document, whenMatched, variables).document;
  }
  const { _id } = hit.document;
  const { _id: _own, ...fields } = document;
  return whenMatched === "replace" ? { _id, ...fields } : { ...hit.document, ...fields, _id };
}

function mergeOne(source: Doc, merge: Merge, scope: CommandScope): void {
  const { collection, whenMatched, whenNotMatched } = merge;
  const document = withId(source);
  const [hit] = findRecords(collection, joinFilter(document, merge.on), { limit: 1 });
  if (!hit) {
    if (whenNotMatched === "discard") return;
    if (whenNotMatched === "fail")
      throw new MongoError(
        13113,
        "MergeStageNoMatchingDocument",
        "$merge could not find a matching document in the target collection for at least one document in the source collection",
      );
    insertRecord(collection, document, null);
    return;
  }
  if (whenMatched === "keepExisting") return;
  const [idIndex] = collection.indexes;
  if (whenMatched === "fail" && idIndex) throw duplicateKey(collection, idIndex, document);
  if (!Array.isArray(whenMatched) && source._id !== undefined && !equal(source._id, hit.document._id))
    throw immutableField(
      "$merge failed to update the matching document, did you attempt to modify the _id or the shard key? :: caused by :: Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  const merged = mergedDocument(hit, document, merge, scope);
  if (!identical(merged, hit.document)) replaceRecord(collection, hit.recordId, hit.document, merged);
}

async function mergeDocuments(
  command: Command,
  server: Server,
  argument: unknown,
  documents: readonly Doc[],
  scope: CommandScope,
): Promise<void> {
  const merge = mergeOf(command, server, argument);
  const { database, name } = merge.collection;
  for (const document of documents) {
    command.interruption.step();
    // another document may have waited for a transaction, and the collection been dropped meanwhile
    await runWhenUnblocked(command, () =>
      mergeOne(document, { ...merge, collection: ensureCollection(server.engine, database, name) }, scope),
    );
  }
}
