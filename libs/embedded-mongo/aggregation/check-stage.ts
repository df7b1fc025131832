import { sortKeysOf } from "../engine/sort-documents.ts";
import { checkExpression } from "../expressions/check-expression.ts";
import { accumulatorNamed } from "../expressions/mingo-context.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { parseProjection } from "../projection/projection-tree.ts";
import { isNumeric, toDouble, typeName } from "../values/bson-types.ts";
import { compare } from "../values/compare.ts";
import { type Doc, firstKey, isDoc, isOperatorDoc, own } from "../values/document.ts";
import { failedToParse, locationError, MongoError } from "../values/mongo-error.ts";
import { MINGO_STAGES } from "./mingo-stages.ts";
import { checkBucketAuto } from "./stages/bucket-auto.ts";
import { STAGES } from "./stages/index.ts";

type ArgumentCheck = (argument: unknown) => void;

const format = (value: unknown): string => JSON.stringify(value) ?? String(value);
function requireDoc(argument: unknown, code: number, message: string): asserts argument is Doc {
  if (!isDoc(argument)) throw locationError(code, `${message}${typeName(argument)}`);
}
function requireFields(argument: unknown, code: number, message: string): asserts argument is Doc {
  if (!isDoc(argument) || !Object.keys(argument).length) throw locationError(code, message);
}
function refuseUnknown(argument: Doc, known: string, refuse: (option: string) => MongoError): void {
  const names = known.split(" ");
  for (const option of Object.keys(argument)) if (!names.includes(option)) throw refuse(option);
}

const wholeNumberCheck =
  (code: number, stage: string, minimum: number): ArgumentCheck =>
  (argument) => {
    const number = isNumeric(argument) ? toDouble(argument) : Number.NaN;
    if (!Number.isInteger(number))
      throw locationError(code, `invalid argument to ${stage} stage: Expected a number in: ${stage}: ${format(argument)}`);
    if (number < 0) throw locationError(code, `invalid argument to ${stage} stage: Expected a non-negative number in: ${stage}: ${number}`);
    if (number < minimum) throw locationError(15958, "the limit must be positive");
  };

function checkProject(argument: unknown): void {
  requireDoc(argument, 15969, "$project specification must be an object, found ");
  requireFields(argument, 51272, "Invalid $project :: caused by :: projection specification must have at least one field");
  parseProjection(argument, { find: false, match: {} });
}

function checkAddFields(argument: unknown): void {
  requireDoc(argument, 40272, "$addFields specification stage must be an object, got ");
  requireFields(argument, 40177, "Invalid $set :: caused by :: specification must have at least one field");
  for (const key of Object.keys(argument)) checkExpression(own(argument, key));
}

function checkUnset(argument: unknown): void {
  if (typeof argument === "string") return;
  if (!Array.isArray(argument)) throw locationError(31002, "$unset specification must be a string or an array");
  if (!argument.length) throw locationError(31119, "$unset specification must be a string or an array with at least one field");
  if (argument.some((field) => typeof field !== "string"))
    throw locationError(31120, "$unset specification must be a string or an array containing only string values");
}

function checkAccumulator(name: string, accumulator: unknown): void {
  if (name.includes(".")) throw locationError(40235, `The field name '${name}' cannot contain '.'`);
  if (!isDoc(accumulator) || firstKey(accumulator)?.[0] !== "$")
    throw locationError(40234, `The field '${name}' must be an accumulator object`);
  const [operator = "", another] = Object.keys(accumulator);
  if (another !== undefined) throw locationError(40238, `The field '${name}' must specify one accumulator`);
  if (!accumulatorNamed(operator)) throw locationError(15952, `unknown group operator '${operator}'`);
  checkExpression(accumulator[operator]);
}

function checkGroup(argument: unknown): void {
  requireDoc(argument, 15947, "a group's fields must be specified in an object, not ");
  if (!("_id" in argument)) throw locationError(15955, "a group specification must include an _id");
  for (const name of Object.keys(argument)) if (name !== "_id") checkAccumulator(name, argument[name]);
  checkExpression(argument._id);
}

function checkCount(argument: unknown): void {
  if (typeof argument !== "string") throw locationError(40156, "the count field must be a non-empty string");
  if (!argument) throw locationError(40157, "the count field must be a non-empty string");
  if (argument[0] === "$") throw locationError(40158, "the count field cannot be a $-prefixed path");
  if (argument.includes(".")) throw locationError(40160, "the count field cannot contain '.'");
}

function checkUnwind(argument: unknown): void {
  if (typeof argument !== "string" && !isDoc(argument))
    throw locationError(15981, `expected either a string or an object as specification for $unwind stage, got ${typeName(argument)}`);
  const options = isDoc(argument) ? argument : { path: argument };
  refuseUnknown(options, "path includeArrayIndex preserveNullAndEmptyArrays", (option) =>
    locationError(28811, `unrecognized option to $unwind stage: ${option}`),
  );
  const { path, includeArrayIndex, preserveNullAndEmptyArrays } = options as Doc;
  if (path === undefined) throw locationError(28812, "no path specified to $unwind stage");
  if (typeof path !== "string") throw locationError(28808, `expected a string as the path for $unwind stage, got ${typeName(path)}`);
  if (path[0] !== "$") throw locationError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  if (preserveNullAndEmptyArrays !== undefined && typeof preserveNullAndEmptyArrays !== "boolean")
    throw locationError(28809, `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage`);
  if (includeArrayIndex === undefined) return;
  if (typeof includeArrayIndex !== "string" || !includeArrayIndex)
    throw locationError(28810, "expected a non-empty string for the includeArrayIndex option to $unwind stage");
  if (includeArrayIndex[0] === "$")
    throw locationError(28822, `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${includeArrayIndex}`);
}

function checkLookup(argument: unknown): void {
  if (!isDoc(argument)) throw failedToParse("the $lookup specification must be an Object");
  refuseUnknown(argument, "from localField foreignField as let pipeline", (option) =>
    failedToParse(`unknown argument to $lookup: ${option}`),
  );
  const { from, localField, foreignField, as, pipeline } = argument;
  if (typeof as !== "string") throw failedToParse("must specify 'as' field for a $lookup");
  for (const [name, value] of Object.entries({ from, localField, foreignField }))
    if (value !== undefined && typeof value !== "string")
      throw failedToParse(`$lookup argument '${name}: ${format(value)}' must be a string, is type ${typeName(value)}`);
  if (pipeline === undefined && (from === undefined || localField === undefined || foreignField === undefined))
    throw failedToParse("$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified");
  if ((localField === undefined) !== (foreignField === undefined))
    throw failedToParse("$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
  if (pipeline !== undefined) checkPipeline(pipeline);
}

function checkFacet(argument: unknown): void {
  requireFields(argument, 40169, "the $facet specification must be a non-empty object");
  for (const [name, pipeline] of Object.entries(argument)) {
    if (!Array.isArray(pipeline)) throw locationError(40170, `arguments to $facet must be arrays, ${name} is type ${typeName(pipeline)}`);
    for (const stage of pipeline)
      if (isDoc(stage) && /^\$(facet|out|merge|collStats|indexStats|documents)$/.test(firstKey(stage) ?? ""))
        throw locationError(40600, `${firstKey(stage)} is not allowed to be used within a $facet stage`);
    checkPipeline(pipeline);
  }
}

function checkBucket(argument: unknown): void {
  requireDoc(argument, 40201, "Argument to $bucket stage must be an object, but found type: ");
  refuseUnknown(argument, "groupBy boundaries default output", (option) =>
    locationError(40197, `Unrecognized option to $bucket: ${option}.`),
  );
  const { boundaries, groupBy } = argument;
  if (groupBy === undefined || boundaries === undefined)
    throw locationError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  if (!Array.isArray(boundaries))
    throw locationError(40200, `The $bucket 'boundaries' field must be an array, but found type: ${typeName(boundaries)}.`);
  if (boundaries.length < 2) throw locationError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  for (let index = 1; index < boundaries.length; index++)
    if (compare(boundaries[index - 1], boundaries[index]) >= 0)
      throw locationError(40194, "The 'boundaries' option to $bucket must be sorted");
  checkExpression(groupBy);
}

function checkSample(argument: unknown): void {
  requireDoc(argument, 28745, "the $sample stage specification must be an object, not ");
  refuseUnknown(argument, "size", (option) => locationError(28748, `unrecognized option to $sample: ${option}`));
  const { size } = argument;
  if (size === undefined) throw locationError(28749, "$sample stage must specify a size");
  if (!isNumeric(size)) throw locationError(28746, "size argument to $sample must be a number");
  if (toDouble(size) < 0) throw locationError(28747, "size argument to $sample must not be negative");
}

function checkGraphLookup(argument: unknown): void {
  requireDoc(argument, 40327, "the $graphLookup stage specification must be an object, but found ");
  refuseUnknown(argument, "from startWith connectFromField connectToField as maxDepth depthField restrictSearchWithMatch", (option) =>
    locationError(40104, `Unknown argument to $graphLookup: ${option}`),
  );
  const { maxDepth } = argument;
  if (["from", "as", "startWith", "connectFromField", "connectToField"].some((name) => argument[name] === undefined))
    throw locationError(
      40105,
      "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.",
    );
  if (maxDepth !== undefined && !isNumeric(maxDepth)) throw locationError(40100, "maxDepth requires numeric argument");
  if (maxDepth !== undefined && toDouble(maxDepth) < 0) throw locationError(40101, "maxDepth requires a nonnegative argument");
  checkExpression(argument.startWith);
}

const CHECKS: Record<string, ArgumentCheck> = {
  $match: (argument) => {
    requireDoc(argument, 15959, "the match filter must be an expression in an object, not ");
    compileFilter(argument, {
      evaluator: (expression) => {
        checkExpression(expression);
        return () => null;
      },
    });
  },
  $project: checkProject,
  $addFields: checkAddFields,
  $set: checkAddFields,
  $unset: checkUnset,
  $sort: (argument) => {
    requireDoc(argument, 15973, "the $sort key specification must be an object, not ");
    requireFields(argument, 15976, "$sort stage must have at least one sort key");
    sortKeysOf(argument);
  },
  $limit: wholeNumberCheck(5107201, "$limit", 1),
  $skip: wholeNumberCheck(5107200, "$skip", 0),
  $count: checkCount,
  $sample: checkSample,
  $group: checkGroup,
  $unwind: checkUnwind,
  $lookup: checkLookup,
  $graphLookup: checkGraphLookup,
  $facet: checkFacet,
  $bucket: checkBucket,
  $bucketAuto: (argument) => {
    checkBucketAuto(argument);
    checkExpression(argument.groupBy);
  },
  $unionWith: (argument) => {
    if (typeof argument !== "string" && !isDoc(argument))
      throw failedToParse("the $unionWith stage specification must be an object or string");
    if (isDoc(argument) && argument.pipeline !== undefined) checkPipeline(argument.pipeline);
  },
  $sortByCount: (argument) => {
    if (isDoc(argument) && !isOperatorDoc(argument))
      throw locationError(40147, "the sortByCount field must be defined as an expression inside an object");
    if (typeof argument === "string" && argument[0] !== "$")
      throw locationError(40148, "the sortByCount field must be defined as a $-prefixed path or an expression inside an object");
    if (typeof argument !== "string" && !isDoc(argument))
      throw locationError(40149, "the sortByCount field must be specified as a string or as an object");
    checkExpression(argument);
  },
  $replaceRoot: (argument) => {
    requireDoc(argument, 40229, "expected an object as specification for $replaceRoot stage, got ");
    refuseUnknown(argument, "newRoot", (option) =>
      locationError(40230, `unrecognized option to $replaceRoot stage: ${option}, only valid option is 'newRoot'.`),
    );
    if (argument.newRoot === undefined) throw locationError(40231, "no newRoot specified for the $replaceRoot stage");
    checkExpression(argument.newRoot);
  },
  $replaceWith: checkExpression,
  $redact: checkExpression,
};

const NOT_SUPPORTED = new Set("$geoNear $search $searchMeta $vectorSearch $listSearchIndexes $rankFusion $scoreFusion".split(" "));

/** Throws a MongoError for an invalid stage. */
function checkStage(stage: unknown): asserts stage is Doc {
  if (!isDoc(stage) || Object.keys(stage).length !== 1)
    throw locationError(40323, "A pipeline stage specification object must contain exactly one field.");
  const name = firstKey(stage) ?? "";
  if (name === "$changeStream") throw locationError(40573, "The $changeStream stage is not supported by this server");
  if (NOT_SUPPORTED.has(name)) throw locationError(40324, `${name} is not supported by this server`);
  if (!Object.hasOwn(STAGES, name) && !MINGO_STAGES.has(name)) throw locationError(40324, `Unrecognized pipeline stage name: '${name}'`);
  CHECKS[name]?.(stage[name]);
}

/** Throws a MongoError for an invalid pipeline. Runs before any document is read. */
export function checkPipeline(pipeline: unknown): asserts pipeline is Doc[] {
  if (!Array.isArray(pipeline)) throw new MongoError(14, "TypeMismatch", "'pipeline' option must be specified as an array");
  for (const stage of pipeline) checkStage(stage);
}
