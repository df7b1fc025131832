import { collectionOf } from "../engine/catalog.ts";
import { countRecordsInSteps, type FindStatistics, matchingRecords } from "../engine/find-records.ts";
import type { Collection, Hit } from "../engine/model.ts";
import { runAtOnce, type Steps } from "../engine/steps.ts";
import { refuseComparingStage } from "../expressions/collated.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { isNumeric, toDouble } from "../values/bson-types.ts";
import { equal } from "../values/compare.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { MongoError, typeMismatch } from "../values/mongo-error.ts";
import { checkPipeline } from "./check-stage.ts";
import { type Environment, evaluationIn, matchOptionsIn } from "./environment.ts";
import { runMingoStage, toMingoConstants } from "./mingo-stages.ts";
import { narrowByExpression } from "./narrow-by-expression.ts";
import { collect, PAUSE, paced, type StageScope, unpaced } from "./stage.ts";
import { STAGES } from "./stages/index.ts";

export interface PipelineOptions {
  readonly variables?: Doc;
  readonly hint?: unknown;
  readonly statistics?: FindStatistics;
}
const MAX_VIEW_DEPTH = 20;
/** Stages that read their input one by one and pass pauses on. The others get a list. */
const PAUSING = new Set(
  "$match $project $set $addFields $unset $replaceRoot $replaceWith $redact $unwind $lookup $graphLookup $unionWith $limit $skip $sort $group $sortByCount $bucket $count".split(
    " ",
  ),
);

function* applyStages(environment: Environment, documents: Iterable<Doc>, stages: readonly Doc[], variables: Doc): Steps<Doc[]> {
  if (!stages.length) return yield* collect(documents);
  const scope: StageScope = {
    environment,
    evaluation: evaluationIn(environment, variables),
    runPipeline: (name, pipeline, bound) => runPipeline(environment, name, pipeline, { variables: bound }),
    runStages: (rows, pipeline) => runAtOnce(applyStages(environment, rows, pipeline as Doc[], variables)),
  };
  const { interruption, compareStrings } = environment;
  if (compareStrings) for (const stage of stages) refuseComparingStage(firstKey(stage) ?? "", Object.values(stage)[0]);
  let rows = paced(documents, interruption);
  for (const stage of stages) {
    const name = firstKey(stage) ?? "";
    const input = PAUSING.has(name) ? rows : unpaced(yield* collect(rows), interruption);
    const output = STAGES[name]?.(input, stage[name], scope) ?? runMingoStage(input, stage, scope.evaluation);
    rows = PAUSING.has(name) ? output : paced(output, interruption);
  }
  return yield* collect(rows);
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
  return applyStages(environment, documents, pipeline.map((stage) => toMingoConstants(stage)) as Doc[], variables);
}

/** The collection of a name, and the pipeline with the stages of all views on the way to it in front. */
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

const runPipeline = (environment: Environment, name: string | null, pipeline: readonly unknown[], options: PipelineOptions): Doc[] =>
  runAtOnce(runPipelineInSteps(environment, name, pipeline, options));

/** Runs a pipeline over a collection or view; leading `$match`, `$sort`, `$skip` and `$limit` use its indexes. */
export function* runPipelineInSteps(
  environment: Environment,
  name: string | null,
  pipeline: readonly unknown[],
  { variables = {}, hint, statistics }: PipelineOptions = {},
): Steps<Doc[]> {
  const [collection, resolved] = resolveView(environment, name, pipeline);
  const [first] = resolved;
  if (isDoc(first) && first.$documents !== undefined)
    return yield* runStagesInSteps(environment, listedDocuments(environment, first, variables), resolved.slice(1), variables);
  checkPipeline(resolved);
  const stages = resolved.map((stage) => toMingoConstants(stage)) as Doc[];
  const { filter, sort, skip, limit, rest } = leadingQuery(stages);
  const match = matchOptionsIn(environment, variables);
  if (!collection) {
    compileFilter(filter, match);
    return yield* applyStages(environment, [], rest, variables);
  }
  const { transaction, collation, interruption } = environment;
  const planFilter = environment.compareStrings ? filter : narrowByExpression(filter, variables);
  const options = { sort, skip, limit, hint, transaction, match, collation, planFilter, interruption };
  if (rest.length === 1 && isCountGroup(rest[0])) {
    const everything = !Object.keys(filter).length && !hint && !skip && !limit && !transaction;
    const counted = everything ? collection.records.size : yield* countRecordsInSteps(collection, filter, options, statistics);
    return counted ? [{ _id: 1, n: counted }] : [];
  }
  return yield* applyStages(environment, documentsOf(matchingRecords(collection, filter, options, statistics)), rest, variables);
}

/** The documents of a search, read as the stages ask for them. */
function* documentsOf(hits: Iterable<Hit | undefined>): Iterable<Doc> {
  for (const hit of hits) yield hit ? hit.record.toKeep().document : PAUSE;
}

/** Whether a stage is the `$group` of the drivers' `countDocuments`, which is answered without grouping. */
const isCountGroup = (stage: Doc | undefined): boolean => equal(stage?.$group, { _id: 1, n: { $sum: 1 } });

function listedDocuments(environment: Environment, stage: Doc, variables: Doc): Doc[] {
  const documents = evaluationIn(environment, variables).evaluate({}, stage.$documents);
  if (!Array.isArray(documents) || !documents.every(isDoc)) throw typeMismatch("$documents must be an array of objects");
  return documents;
}
