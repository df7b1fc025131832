import { runPipeline } from "../aggregation/run-pipeline.ts";
import { collectionOf } from "../engine/catalog.ts";
import { findRecords, hitBytes } from "../engine/find-records.ts";
import type { Collection, Hit } from "../engine/model.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import type { Projection } from "../projection/compile-projection.ts";
import { isLong, isNumeric } from "../values/bson-types.ts";
import { encode } from "../values/codec.ts";
import type { Doc } from "../values/document.ts";
import { badValue, typeMismatch } from "../values/mongo-error.ts";
import { checkFields, collectionName, countArgument, fieldSet, filterArgument, optionalDoc } from "./command-arguments.ts";
import { type CommandScope, projectionIn, scopeOf } from "./command-scope.ts";
import { bytesSource, type CursorSource } from "./cursor-registry.ts";
import type { Command } from "./model.ts";
import type { CommandHandler } from "./server-state.ts";

const FIND_FIELDS = fieldSet(
  "find filter sort projection hint skip limit batchSize singleBatch max min showRecordId tailable awaitData oplogReplay noCursorTimeout allowPartialResults collation allowDiskUse let",
);

const hitSource = (collection: Collection, hits: readonly Hit[], projection: Projection | null): CursorSource => ({
  length: hits.length,
  bytesAt(index) {
    const hit = hits[index];
    if (!hit) return Buffer.alloc(0);
    return projection ? encode(projection.project(hit.document, hit.position)) : hitBytes(collection, hit);
  },
});

interface FindQuery {
  readonly filter: Doc;
  readonly sort: Doc | undefined;
  readonly skip: number;
  readonly limit: number;
  readonly hint: unknown;
}

function queryOf(body: Doc): FindQuery {
  const sort = optionalDoc(body.sort);
  const natural = sort && "$natural" in sort ? { $natural: sort.$natural } : undefined;
  return {
    filter: filterArgument(body.filter, "filter"),
    sort: natural ? undefined : sort,
    skip: countArgument(body.skip, "skip") ?? 0,
    limit: countArgument(body.limit, "limit") ?? 0,
    hint: body.hint ?? natural,
  };
}

function findInView(name: string, query: FindQuery, projection: Projection | null, scope: CommandScope): CursorSource {
  const { filter, sort, skip, limit } = query;
  const stages = [
    { $match: filter },
    ...(sort ? [{ $sort: sort }] : []),
    ...(skip ? [{ $skip: skip }] : []),
    ...(limit ? [{ $limit: limit }] : []),
  ];
  const documents = runPipeline(scope.environment, name, stages, { variables: scope.variables });
  return bytesSource(documents.map((document) => encode(projection ? projection.project(document) : document)));
}

function sourceOf(command: Command, collection: Collection | null, query: FindQuery, scope: CommandScope): CursorSource {
  const projection = projectionIn(scope, command.body.projection);
  if (!collection) {
    compileFilter(query.filter, scope.match);
    return bytesSource([]);
  }
  if (collection.options.viewOn) return findInView(collection.name, query, projection, scope);
  const hits = findRecords(collection, query.filter, {
    ...query,
    transaction: command.transaction,
    match: scope.match,
    collation: command.body.collation,
    wantPosition: projection?.positional,
  });
  return hitSource(collection, hits, projection);
}

export const find: CommandHandler = (command, server) => {
  const { body, database } = command;
  const name = collectionName(body.find);
  checkFields("find", body, FIND_FIELDS);
  if (body.tailable) throw badValue("error processing query: tailable cursor requested on non capped collection");
  if (body.min !== undefined || body.max !== undefined) throw badValue("min and max are not supported by this server");
  const query = queryOf(body);
  const batchSize = countArgument(body.batchSize, "batchSize");
  server.counters.query++;
  const collection = collectionOf(server.engine, database, name, command.transaction);
  const source = sourceOf(command, collection, query, scopeOf(command, server));
  return server.cursors.open(command, `${database}.${name}`, source, { batchSize, single: body.singleBatch === true });
};

export const getMore: CommandHandler = (command, server) => {
  const { body, database } = command;
  server.counters.getmore++;
  if (!isNumeric(body.getMore)) throw typeMismatch("Field 'getMore' must be of type long in: getMore");
  const batchSize = countArgument(body.batchSize, "batchSize") || Number.POSITIVE_INFINITY;
  const key = isLong(body.getMore) ? body.getMore.toString() : String(body.getMore);
  return server.cursors.next(command, key, `${database}.${String(body.collection)}`, batchSize);
};

export const killCursors: CommandHandler = ({ body }, server) => {
  const cursorsKilled: unknown[] = [];
  const cursorsNotFound: unknown[] = [];
  for (const id of Array.isArray(body.cursors) ? body.cursors : [])
    (server.cursors.close(String(id)) ? cursorsKilled : cursorsNotFound).push(id);
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
};
