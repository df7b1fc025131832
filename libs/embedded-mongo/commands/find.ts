import { collectionOf } from "../engine/catalog.ts";
import { type FindOptions, findRecordsInSteps, matchingRecords } from "../engine/find-records.ts";
import type { Interruption } from "../engine/interruption.ts";
import type { Collection, Hit } from "../engine/model.ts";
import type { Steps } from "../engine/steps.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import type { Projection } from "../projection/compile-projection.ts";
import { isLong, isNumeric } from "../values/bson-types.ts";
import { type Doc, encode } from "../values/document.ts";
import { typeMismatch } from "../values/mongo-error.ts";
import { checkFields, collectionName, countArgument, fieldSet, filterArgument, optionalDoc } from "./command-arguments.ts";
import { type CommandScope, projectionIn, scopeOf } from "./command-scope.ts";
import { bytesSource, type CursorSource } from "./cursor-registry.ts";
import type { Command } from "./model.ts";
import { readInTurns } from "./read-in-turns.ts";
import type { CommandHandler } from "./server-state.ts";

const FIND_FIELDS = fieldSet("find filter sort projection hint skip limit batchSize singleBatch");

const bytesOf = (hit: Hit, projection: Projection | null): Buffer => (projection ? encode(projection(hit.document)) : hit.record.bytes);

function* bytesOfAll(hits: Iterable<Hit>, projection: Projection | null): Iterable<Buffer> {
  for (const hit of hits) yield bytesOf(hit, projection);
}

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

function* sourceOf(command: Command, collection: Collection | null, query: FindQuery, scope: CommandScope): Steps<CursorSource> {
  const projection = projectionIn(scope, command.body.projection);
  if (!collection) {
    compileFilter(query.filter, scope.match);
    return bytesSource([]);
  }
  const options = { ...query, transaction: command.transaction, match: scope.match };
  if (!command.transaction) return readSource(collection, query.filter, options, projection);
  // a snapshot lives as long as its transaction, but the cursor may outlive it
  const hits = yield* findRecordsInSteps(collection, query.filter, { ...options, interruption: command.interruption });
  return bytesSource(bytesOfAll(hits, projection));
}

/** Reads only as much of the collection as batches are requested, so that a long result is never in memory as a whole. */
function readSource(collection: Collection, filter: Doc, options: FindOptions, projection: Projection | null): CursorSource {
  let reader: Interruption | null = null;
  const interruption = { step: () => reader?.step() ?? false };
  const hits = matchingRecords(collection, filter, { ...options, interruption });
  return {
    next(current) {
      reader = current;
      const { done, value } = hits.next();
      if (done) return null;
      return value && bytesOf(value, projection);
    },
  };
}

export const find: CommandHandler = async (command, server) => {
  const { body, database } = command;
  const name = collectionName(body.find);
  checkFields("find", body, FIND_FIELDS);
  const query = queryOf(body);
  const batchSize = countArgument(body.batchSize, "batchSize");
  server.counters.query++;
  const collection = collectionOf(server.engine, database, name, command.transaction);
  const source = await readInTurns(command, sourceOf(command, collection, query, scopeOf(command, server)));
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

export const killCursors: CommandHandler = ({ body, database }, server) => {
  const cursorsKilled: unknown[] = [];
  const cursorsNotFound: unknown[] = [];
  for (const id of Array.isArray(body.cursors) ? body.cursors : [])
    (server.cursors.kill(String(id), `${database}.${String(body.killCursors)}`) ? cursorsKilled : cursorsNotFound).push(id);
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
};
