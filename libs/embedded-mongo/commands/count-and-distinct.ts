import { runPipeline } from "../aggregation/run-pipeline.ts";
import { collectionOf } from "../engine/catalog.ts";
import { findRecords } from "../engine/find-records.ts";
import type { Collection } from "../engine/model.ts";
import { visitPath } from "../matcher/visit-path.ts";
import { compare } from "../values/compare.ts";
import type { Doc } from "../values/document.ts";
import { indexKey } from "../values/index-key.ts";
import { notInTransaction, typeMismatch } from "../values/mongo-error.ts";
import { checkFields, collectionName, countArgument, fieldSet, filterArgument, numberArgument } from "./command-arguments.ts";
import { type CommandScope, scopeOf } from "./command-scope.ts";
import type { Command } from "./model.ts";
import type { CommandHandler } from "./server-state.ts";

const COUNT_FIELDS = fieldSet("count query fields limit skip hint collation");
const DISTINCT_FIELDS = fieldSet("distinct key query hint collation");

function matching(command: Command, collection: Collection, filter: Doc, scope: CommandScope): Doc[] {
  if (collection.options.viewOn) return runPipeline(scope.environment, collection.name, [{ $match: filter }]);
  const { hint, collation } = command.body;
  return findRecords(collection, filter, { transaction: command.transaction, match: scope.match, collation, hint }).map(
    (hit) => hit.document,
  );
}

export const count: CommandHandler = (command, server) => {
  const { body, database, transaction } = command;
  const name = collectionName(body.count);
  if (transaction) throw notInTransaction("Cannot run 'count' in a multi-document transaction.");
  checkFields("count", body, COUNT_FIELDS);
  const collection = collectionOf(server.engine, database, name);
  if (!collection) return { n: 0 };
  const filter = filterArgument(body.query, "query");
  const limit = Math.abs(numberArgument(body.limit, "limit") ?? 0);
  const isWhole = !collection.options.viewOn && !Object.keys(filter).length;
  const found = isWhole ? collection.records.size : matching(command, collection, filter, scopeOf(command, server)).length;
  const n = Math.max(0, found - (countArgument(body.skip, "skip") ?? 0));
  return { n: limit ? Math.min(n, limit) : n };
};

export const distinct: CommandHandler = (command, server) => {
  const { body, database, transaction } = command;
  const name = collectionName(body.distinct);
  if (typeof body.key !== "string") throw typeMismatch("BSON field 'distinct.key' is the wrong type, expected type 'string'");
  checkFields("distinct", body, DISTINCT_FIELDS);
  const collection = collectionOf(server.engine, database, name, transaction);
  if (!collection) return { values: [] };
  const scope = scopeOf(command, server);
  const { strings } = scope.environment;
  const parts = body.key.split(".");
  const values = new Map<string, unknown>();
  for (const document of matching(command, collection, filterArgument(body.query, "query"), scope)) {
    visitPath(document, parts, 0, (value, isElement) => {
      if (value === undefined || (Array.isArray(value) && !isElement)) return false;
      const key = indexKey(value);
      const isNew = strings ? ![...values.values()].some((known) => compare(known, value, strings) === 0) : !values.has(key);
      if (isNew) values.set(key, value);
      return false;
    });
  }
  const sorted = [...values.values()].sort((left, right) => compare(left, right, strings));
  return command.snapshotTime ? { values: sorted, atClusterTime: command.snapshotTime } : { values: sorted };
};
