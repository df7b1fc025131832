import { leadingQuery } from "../aggregation/run-pipeline.ts";
import { collectionOf } from "../engine/catalog.ts";
import { type FindStatistics, findRecordsInSteps } from "../engine/find-records.ts";
import { isMultikey } from "../indexes/collection-index.ts";
import { COLLECTION_SCAN, type QueryPlan } from "../indexes/plan-query.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { badValue } from "../values/mongo-error.ts";
import { collectionName, numberArgument, optionalDoc } from "./command-arguments.ts";
import { scopeOf } from "./command-scope.ts";
import { type Command, VERSION } from "./model.ts";
import { readInTurns } from "./read-in-turns.ts";
import type { CommandHandler, Server } from "./server-state.ts";

const firstOf = (list: unknown): Doc => (Array.isArray(list) && isDoc(list[0]) ? list[0] : {});

/** The query of any command that can be explained. */
function queryOf(explained: Doc) {
  const pipeline = Array.isArray(explained.pipeline) ? leadingQuery(explained.pipeline.filter(isDoc)) : null;
  const filter =
    explained.filter ?? explained.query ?? firstOf(explained.updates).q ?? firstOf(explained.deletes).q ?? explained.q ?? pipeline?.filter;
  return {
    filter: isDoc(filter) ? filter : {},
    sort: optionalDoc(explained.sort) ?? pipeline?.sort,
    skip: numberArgument(explained.skip, "skip") ?? pipeline?.skip ?? 0,
    limit: Math.abs(numberArgument(explained.limit, "limit") ?? pipeline?.limit ?? 0),
  };
}

function stageOf({ index, reverse }: QueryPlan): Doc {
  if (!index) return { stage: "COLLSCAN", direction: "forward" };
  const { specification } = index;
  const inputStage = {
    stage: "IXSCAN",
    indexName: specification.name,
    keyPattern: specification.key,
    isMultiKey: isMultikey(index),
    direction: reverse ? "backward" : "forward",
  };
  return { stage: "FETCH", inputStage };
}

/** Runs the query of a command and reports its plan: IXSCAN with the name of the index, or COLLSCAN. */
export async function explainCommand(command: Command, server: Server, explained: Doc): Promise<Doc> {
  const name = collectionName(explained[firstKey(explained) ?? ""]);
  const collection = collectionOf(server.engine, command.database, name, command.transaction);
  const { filter, sort, skip, limit } = queryOf(explained);
  const { match } = scopeOf(command, server);
  const statistics: FindStatistics = { plan: COLLECTION_SCAN, documentsExamined: 0 };
  const startedAt = Date.now();
  const options = { sort, skip, limit, hint: explained.hint, match, interruption: command.interruption };
  const hits = collection ? await readInTurns(command, findRecordsInSteps(collection, filter, options, statistics)) : [];
  const { plan, documentsExamined } = statistics;
  const input = stageOf(plan);
  const winningPlan = sort && !plan.sorted ? { stage: "SORT", sortPattern: sort, inputStage: input } : input;
  return {
    explainVersion: "1",
    queryPlanner: { namespace: `${command.database}.${name}`, parsedQuery: filter, winningPlan, rejectedPlans: [] },
    executionStats: {
      executionSuccess: true,
      nReturned: hits.length,
      executionTimeMillis: Date.now() - startedAt,
      totalKeysExamined: plan.index ? documentsExamined : 0,
      totalDocsExamined: documentsExamined,
      executionStages: winningPlan,
    },
    command: explained,
    serverInfo: { host: server.address, version: VERSION },
  };
}

export const explain: CommandHandler = (command, server) => {
  if (!isDoc(command.body.explain)) throw badValue("explain command requires a nested object");
  return explainCommand(command, server, command.body.explain);
};
