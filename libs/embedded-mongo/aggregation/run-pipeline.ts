import { collectionOf } from "../engine/catalog.ts";
import { countRecordsInSteps, type FindStatistics, matchingRecords } from "../engine/find-records.ts";
import type { Hit } from "../engine/model.ts";
import { runAtOnce, type Steps } from "../engine/steps.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { isNumeric, toDouble } from "../values/bson-types.ts";
import { equal } from "../values/compare.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { checkPipeline } from "./check-stage.ts";
import { type Environment, evaluationIn, matchOptionsIn } from "./environment.ts";
import { narrowByExpression } from "./narrow-by-expression.ts";
import { collect, PAUSE, paced, type StageScope } from "./stage.ts";
import { STAGES } from "./stages/index.ts";

export interface PipelineOptions {
  readonly variables?: Doc;
  readonly hint?: unknown;
  readonly statistics?: FindStatistics;
}
function applyStages(environment: Environment, documents: Iterable<Doc>, stages: readonly Doc[], variables: Doc): Steps<Doc[]> {
  const scope: StageScope = {
    environment,
    evaluation: evaluationIn(environment, variables),
    runPipeline: (name, pipeline, bound) => runPipeline(environment, name, pipeline, { variables: bound }),
  };
  let rows = stages.length ? paced(documents, environment.interruption) : documents;
  for (const stage of stages) {
    const name = firstKey(stage) ?? "";
    rows = STAGES[name]?.(rows, stage[name], scope) ?? rows;
  }
  return collect(rows);
}

/** Runs stages over documents. Checks all stages before it reads the first document. */
export const runStages = (environment: Environment, documents: Iterable<Doc>, pipeline: readonly unknown[], variables: Doc = {}): Doc[] =>
  runAtOnce(runStagesInSteps(environment, documents, pipeline, variables));

export function runStagesInSteps(
  environment: Environment,
  documents: Iterable<Doc>,
  pipeline: readonly unknown[],
  variables: Doc = {},
): Steps<Doc[]> {
  checkPipeline(pipeline);
  return applyStages(environment, documents, pipeline, variables);
}

/** Combines the leading `$match`, `$sort`, `$skip` and `$limit` stages to a query; `rest` are the stages after them. */
export function leadingQuery(stages: readonly Doc[]) {
  let taken = 0;
  const next = (name: string): unknown => stages[taken]?.[name];
  const filters: Doc[] = [];
  for (let filter = next("$match"); isDoc(filter); filter = next("$match")) {
    filters.push(filter);
    taken++;
  }
  const sort = next("$sort");
  if (isDoc(sort)) taken++;
  const skip = next("$skip");
  if (isNumeric(skip)) taken++;
  const limit = next("$limit");
  if (isNumeric(limit)) taken++;
  return {
    filter: filters.length > 1 ? { $and: filters } : (filters[0] ?? {}),
    sort: isDoc(sort) ? sort : undefined,
    skip: isNumeric(skip) ? toDouble(skip) : 0,
    limit: isNumeric(limit) ? toDouble(limit) : 0,
    rest: stages.slice(taken),
  };
}

const runPipeline = (environment: Environment, name: string, pipeline: readonly unknown[], options: PipelineOptions): Doc[] =>
  runAtOnce(runPipelineInSteps(environment, name, pipeline, options));

/** Runs a pipeline over a collection; leading `$match`, `$sort`, `$skip` and `$limit` use its indexes. */
export function* runPipelineInSteps(
  environment: Environment,
  name: string,
  pipeline: readonly unknown[],
  { variables = {}, hint, statistics }: PipelineOptions = {},
): Steps<Doc[]> {
  checkPipeline(pipeline);
  const { filter, sort, skip, limit, rest } = leadingQuery(pipeline);
  const match = matchOptionsIn(environment, variables);
  const { engine, database, transaction, interruption } = environment;
  const collection = collectionOf(engine, database, name, transaction);
  if (!collection) {
    compileFilter(filter, match);
    return yield* applyStages(environment, [], rest, variables);
  }
  const options = { sort, skip, limit, hint, transaction, match, planFilter: narrowByExpression(filter, variables), interruption };
  if (rest.length === 1 && isCountGroup(rest[0])) {
    const everything = !Object.keys(filter).length && !hint && !skip && !limit && !transaction;
    const counted = everything ? collection.records.size : yield* countRecordsInSteps(collection, filter, options, statistics);
    return counted ? [{ _id: 1, n: counted }] : [];
  }
  return yield* applyStages(environment, documentsOf(matchingRecords(collection, filter, options, statistics)), rest, variables);
}

/** The documents of a search, read on demand by the stages. */
function* documentsOf(hits: Iterable<Hit | undefined>): Iterable<Doc> {
  for (const hit of hits) yield hit ? hit.record.toKeep().document : PAUSE;
}

/** Whether a stage is the `$group` of the drivers' `countDocuments`, which is answered without grouping. */
const isCountGroup = (stage: Doc | undefined): boolean => equal(stage?.$group, { _id: 1, n: { $sum: 1 } });
