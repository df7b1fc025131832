import { Aggregator } from "mingo/aggregator";
import { collectionOf } from "../engine/catalog.ts";
import { type FindStatistics, findRecords } from "../engine/find-records.ts";
import type { Collection } from "../engine/model.ts";
import { expressionError } from "../expressions/expression-error.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { isNumeric, toDouble } from "../values/bson-types.ts";
import { equal } from "../values/compare.ts";
import { clone, type Doc, firstKey, isDoc } from "../values/document.ts";
import { MongoError, typeMismatch } from "../values/mongo-error.ts";
import { checkPipeline } from "./check-stage.ts";
import { type Environment, evaluationIn, matchOptionsIn } from "./environment.ts";
import { narrowByExpression } from "./narrow-by-expression.ts";
import { plainConstants } from "./plain-constants.ts";
import type { StageScope } from "./stage.ts";
import { STAGES } from "./stages/index.ts";

export interface PipelineOptions {
  readonly variables?: Doc;
  readonly hint?: unknown;
  readonly statistics?: FindStatistics;
}
const MAX_VIEW_DEPTH = 20;

function runForeignStage(documents: Iterable<Doc>, stage: Doc, scope: StageScope): Doc[] {
  try {
    return new Aggregator([stage], {}).stream([...documents].map(clone), scope.evaluation.options).collect<Doc>();
  } catch (error) {
    throw error instanceof MongoError ? error : expressionError(error);
  }
}

function applyStages(environment: Environment, documents: Iterable<Doc>, stages: readonly Doc[], variables: Doc): Doc[] {
  if (!stages.length) return [...documents];
  const scope: StageScope = {
    environment,
    evaluation: evaluationIn(environment, variables),
    runPipeline: (name, pipeline, bound) => runPipeline(environment, name, pipeline, { variables: bound }),
    runStages: (rows, pipeline) => applyStages(environment, rows, pipeline as Doc[], variables),
  };
  let rows = documents;
  for (const stage of stages) {
    const name = firstKey(stage) ?? "";
    rows = STAGES[name]?.(rows, stage[name], scope) ?? runForeignStage(rows, stage, scope);
  }
  return [...rows];
}

/** Runs stages over documents; they are checked before the first document is looked at. */
export function runStages(environment: Environment, documents: Iterable<Doc>, pipeline: readonly unknown[], variables: Doc = {}): Doc[] {
  checkPipeline(pipeline);
  return applyStages(environment, documents, pipeline.map((stage) => plainConstants(stage)) as Doc[], variables);
}

/** The collection that a name stands for and the stages before those of the pipeline, where it is a view. */
function resolveView(environment: Environment, name: string | null, pipeline: readonly unknown[]): [Collection | null, readonly unknown[]] {
  const find = (collectionName: string) => collectionOf(environment.engine, environment.database, collectionName, environment.transaction);
  let collection = name === null ? null : find(name);
  let stages = pipeline;
  for (let depth = 0; collection?.options.viewOn; depth++) {
    if (depth > MAX_VIEW_DEPTH) throw new MongoError(165, "ViewDepthLimitExceeded", "View depth too deep or view cycle detected");
    stages = [...(Array.isArray(collection.options.pipeline) ? collection.options.pipeline : []), ...stages];
    collection = find(String(collection.options.viewOn));
  }
  return [collection, stages];
}

/** The leading stages that a query answers, and how many they are. */
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

/** Runs a pipeline over a collection or view; leading `$match`, `$sort`, `$skip` and `$limit` use its indexes. */
export function runPipeline(
  environment: Environment,
  name: string | null,
  pipeline: readonly unknown[],
  { variables = {}, hint, statistics }: PipelineOptions = {},
): Doc[] {
  const [collection, resolved] = resolveView(environment, name, pipeline);
  const [first] = resolved;
  if (isDoc(first) && first.$documents !== undefined)
    return runStages(environment, listed(environment, first, variables), resolved.slice(1), variables);
  checkPipeline(resolved);
  const stages = resolved.map((stage) => plainConstants(stage)) as Doc[];
  const { filter, sort, skip, limit, rest } = leadingQuery(stages);
  const match = matchOptionsIn(environment, variables);
  if (!collection) {
    compileFilter(filter, match);
    return applyStages(environment, [], rest, variables);
  }
  const { transaction, collation } = environment;
  const planFilter = environment.strings ? filter : narrowByExpression(filter, variables);
  const options = { sort, skip, limit, hint, transaction, match, collation, planFilter };
  if (rest.length === 1 && isCountGroup(rest[0])) {
    const everything = !Object.keys(filter).length && !skip && !limit && !transaction;
    const counted = everything ? collection.records.size : findRecords(collection, filter, options, statistics).length;
    return counted ? [{ _id: 1, n: counted }] : [];
  }
  const hits = findRecords(collection, filter, options, statistics);
  return applyStages(
    environment,
    hits.map((hit) => hit.document),
    rest,
    variables,
  );
}

/** What `countDocuments` of the drivers sends: there is no need to group. */
const isCountGroup = (stage: Doc | undefined): boolean => equal(stage?.$group, { _id: 1, n: { $sum: 1 } });

function listed(environment: Environment, stage: Doc, variables: Doc): Doc[] {
  const documents = evaluationIn(environment, variables).evaluate({}, stage.$documents);
  if (!Array.isArray(documents) || !documents.every(isDoc)) throw typeMismatch("$documents must be an array of objects");
  return documents;
}
