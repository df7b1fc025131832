import { sortKeysOf } from "../engine/sort-documents.ts";
import { ACCUMULATORS } from "../expressions/accumulators.ts";
import { checkExpression, compileExpression } from "../expressions/compile-expression.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import { parseProjection } from "../projection/projection-tree.ts";
import { isNumeric, toDouble, typeName } from "../values/bson-types.ts";
import { type Doc, firstKey, isDoc, own } from "../values/document.ts";
import { failedToParse, locationError, MongoError } from "../values/mongo-error.ts";
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

/** Used where a compiler is required but no expression is evaluated. */
const checkedExpression = (expression: unknown) => compileExpression(expression, null);

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
  parseProjection(argument, { find: false, compile: checkedExpression });
}

function checkSet(argument: unknown): void {
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
  if (!Object.hasOwn(ACCUMULATORS, operator)) throw locationError(15952, `unknown group operator '${operator}'`);
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
  if (from === undefined && pipeline !== undefined) throw failedToParse("must specify 'from' field for a $lookup");
  if (pipeline === undefined && (from === undefined || localField === undefined || foreignField === undefined))
    throw failedToParse("$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified");
  if ((localField === undefined) !== (foreignField === undefined))
    throw failedToParse("$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
  if (pipeline !== undefined) checkPipeline(pipeline);
}

const CHECKS: Record<string, ArgumentCheck> = {
  $match: (argument) => {
    requireDoc(argument, 15959, "the match filter must be an expression in an object, not ");
    compileFilter(argument, {
      evaluator: checkedExpression,
    });
  },
  $project: checkProject,
  $set: checkSet,
  $unset: checkUnset,
  $sort: (argument) => {
    requireDoc(argument, 15973, "the $sort key specification must be an object, not ");
    requireFields(argument, 15976, "$sort stage must have at least one sort key");
    sortKeysOf(argument);
  },
  $limit: wholeNumberCheck(5107201, "$limit", 1),
  $skip: wholeNumberCheck(5107200, "$skip", 0),
  $count: checkCount,
  $group: checkGroup,
  $unwind: checkUnwind,
  $lookup: checkLookup,
  $unionWith: (argument) => {
    if (typeof argument !== "string" && !isDoc(argument))
      throw failedToParse("the $unionWith stage specification must be an object or string");
    if (isDoc(argument) && typeof argument.coll !== "string") throw failedToParse("the $unionWith stage needs the name of a collection");
    if (isDoc(argument) && argument.pipeline !== undefined) checkPipeline(argument.pipeline);
  },
  $replaceRoot: (argument) => {
    requireDoc(argument, 40229, "expected an object as specification for $replaceRoot stage, got ");
    refuseUnknown(argument, "newRoot", (option) =>
      locationError(40230, `unrecognized option to $replaceRoot stage: ${option}, only valid option is 'newRoot'.`),
    );
    if (argument.newRoot === undefined) throw locationError(40231, "no newRoot specified for the $replaceRoot stage");
    checkExpression(argument.newRoot);
  },
};

/** Throws a MongoError for an invalid stage. */
function checkStage(stage: unknown): asserts stage is Doc {
  if (!isDoc(stage) || Object.keys(stage).length !== 1)
    throw locationError(40323, "A pipeline stage specification object must contain exactly one field.");
  const name = firstKey(stage) ?? "";
  if (!Object.hasOwn(STAGES, name)) throw locationError(40324, `Unrecognized pipeline stage name: '${name}'`);
  CHECKS[name]?.(stage[name]);
}

/** Throws a MongoError for an invalid pipeline. Runs before any document is read. */
export function checkPipeline(pipeline: unknown): asserts pipeline is Doc[] {
  if (!Array.isArray(pipeline)) throw new MongoError(14, "TypeMismatch", "'pipeline' option must be specified as an array");
  for (const stage of pipeline) checkStage(stage);
}
