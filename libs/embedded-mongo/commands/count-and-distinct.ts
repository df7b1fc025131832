import { runPipelineInSteps } from "../aggregation/run-pipeline.ts";
import { collectionOf } from "../engine/catalog.ts";
import { countRecordsInSteps, findRecordsInSteps } from "../engine/find-records.ts";
import type { Collection } from "../engine/model.ts";
import type { Steps } from "../engine/steps.ts";
import { visitPath } from "../matcher/match-at-path.ts";
import { compare } from "../values/compare.ts";
import type { Doc } from "../values/document.ts";
import { indexKey } from "../values/index-key.ts";
import { notInTransaction, typeMismatch } from "../values/mongo-error.ts";
import { checkFields, collectionName, countArgument, fieldSet, filterArgument, numberArgument } from "./command-arguments.ts";
import { type CommandScope, scopeOf } from "./command-scope.ts";
import type { Command } from "./model.ts";
import { readInTurns } from "./read-in-turns.ts";
import type { CommandHandler } from "./server-state.ts";

const COUNT_FIELDS = fieldSet("count query fields limit skip hint collation");
const DISTINCT_FIELDS = fieldSet("distinct key query hint collation");

function* matching(command: Command, collection: Collection, filter: Doc, scope: CommandScope): Steps<Doc[]> {
  if (collection.options.viewOn) return yield* runPipelineInSteps(scope.environment, collection.name, [{ $match: filter }]);
  const { hint, collation } = command.body;
  const { transaction, interruption } = command;
  const hits = yield* findRecordsInSteps(collection, filter, { transaction, match: scope.match, collation, hint, interruption });
  return hits.map((hit) => hit.document);
}

function* countMatching(command: Command, collection: Collection, filter: Doc, scope: CommandScope): Steps<number> {
  if (collection.options.viewOn) return (yield* matching(command, collection, filter, scope)).length;
  const { hint, collation } = command.body;
  return yield* countRecordsInSteps(collection, filter, { match: scope.match, collation, hint, interruption: command.interruption });
}

export const count: CommandHandler = async (command, server) => {
  const { body, database, transaction } = command;
  const name = collectionName(body.count);
  if (transaction) throw notInTransaction("Cannot run 'count' in a multi-document transaction.");
  checkFields("count", body, COUNT_FIELDS);
  const collection = collectionOf(server.engine, database, name);
  if (!collection) return { n: 0 };
  const filter = filterArgument(body.query, "query");
  const limit = Math.abs(numberArgument(body.limit, "limit") ?? 0);
  const isWhole = !collection.options.viewOn && !Object.keys(filter).length;
  const found = isWhole
    ? collection.records.size
    : await readInTurns(command, countMatching(command, collection, filter, scopeOf(command, server)));
  const n = Math.max(0, found - (countArgument(body.skip, "skip") ?? 0));
  return { n: limit ? Math.min(n, limit) : n };
};

export const distinct: CommandHandler = async (command, server) => {
  const { body, database, transaction } = command;
  const name = collectionName(body.distinct);
  if (typeof body.key !== "string") throw typeMismatch("BSON field 'distinct.key' is the wrong type, expected type 'string'");
  checkFields("distinct", body, DISTINCT_FIELDS);
  const collection = collectionOf(server.engine, database, name, transaction);
  if (!collection) return { values: [] };
  const scope = scopeOf(command, server);
  const { compareStrings } = scope.environment;
  const parts = body.key.split(".");
  const values = new Map<string, unknown>();
  const documents = await readInTurns(command, matching(command, collection, filterArgument(body.query, "query"), scope));
  for (const document of documents) {
    command.interruption.step();
    visitPath(document, parts, 0, (value, isElement) => {
      if (value === undefined || (Array.isArray(value) && !isElement)) return false;
      const key = indexKey(value);
      const isNew = compareStrings ? ![...values.values()].some((known) => compare(known, value, compareStrings) === 0) : !values.has(key);
      if (isNew) values.set(key, value);
      return false;
    });
  }
  const sorted = [...values.values()].sort((left, right) => compare(left, right, compareStrings));
  return command.snapshotTime ? { values: sorted, atClusterTime: command.snapshotTime } : { values: sorted };
};
