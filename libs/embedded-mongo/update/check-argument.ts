import { isNumeric, toDouble, typeName } from "../values/bson-types.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { badValue, failedToParse, typeMismatch } from "../values/mongo-error.ts";
import { format } from "./update-step.ts";

type ArgumentCheck = (path: string, argument: unknown) => void;

const PUSH_CLAUSES = new Set(["$each", "$slice", "$sort", "$position"]);

/** Whether the argument of `$push` has modifiers such as `$each`, rather than being the value to push. */
export const isPushModifier = (argument: unknown): argument is Doc & { $each: unknown } =>
  isDoc(argument) && "$each" in argument && firstKey(argument)?.[0] === "$";

/** Whether the argument of `$addToSet` is a list of values. */
export const isEachList = (argument: unknown): argument is Doc & { $each: unknown } => isDoc(argument) && firstKey(argument) === "$each";

const numericCheck =
  (verb: string): ArgumentCheck =>
  (path, argument) => {
    if (!isNumeric(argument)) throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${format(argument)}}`);
  };

function checkPush(_path: string, argument: unknown): void {
  if (!isPushModifier(argument)) return;
  if (!Array.isArray(argument.$each))
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(argument.$each)}`);
  for (const clause of Object.keys(argument)) if (!PUSH_CLAUSES.has(clause)) throw badValue(`Unrecognized clause in $push: ${clause}`);
  for (const clause of ["$slice", "$position"]) {
    const value = argument[clause];
    if (value !== undefined && !Number.isInteger(toDouble(value)))
      throw badValue(`The value for ${clause} must be an integer value but was given type: ${typeName(value)}`);
  }
  const { $sort } = argument;
  if ($sort !== undefined && !isDoc($sort) && Math.abs(toDouble($sort)) !== 1)
    throw badValue("The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields");
}

function checkCurrentDate(_path: string, argument: unknown): void {
  if (typeof argument === "boolean") return;
  if (!isDoc(argument))
    throw badValue(
      `${typeName(argument)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  if (argument.$type !== "date" && argument.$type !== "timestamp")
    throw badValue("The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}");
}

function checkAddToSet(_path: string, argument: unknown): void {
  if (!isEachList(argument)) return;
  if (!Array.isArray(argument.$each))
    throw typeMismatch(`The argument to $each in $addToSet must be an array but it was of type ${typeName(argument.$each)}`);
  if (Object.keys(argument).length > 1) throw badValue(`Found unexpected fields after $each in $addToSet: ${format(argument)}`);
}

const CHECKS: Record<string, ArgumentCheck> = {
  $inc: numericCheck("increment"),
  $mul: numericCheck("multiply"),
  $pop: (path, argument) => {
    if (!isNumeric(argument)) throw failedToParse(`Expected a number in: ${path}: ${format(argument)}`);
    if (Math.abs(toDouble(argument)) !== 1) throw failedToParse(`$pop expects 1 or -1, found: ${format(argument)}`);
  },
  $pullAll: (_path, argument) => {
    if (!Array.isArray(argument)) throw badValue(`$pullAll requires an array argument but was given a ${typeName(argument)}`);
  },
  $push: checkPush,
  $currentDate: checkCurrentDate,
  $addToSet: checkAddToSet,
  $bit: (_path, argument) => {
    if (!isDoc(argument))
      throw badValue(
        `The $bit modifier is not compatible with a ${typeName(argument)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
      );
  },
};

/** Throws a MongoError for an invalid argument of an update operator. Runs before any document is read. */
export function checkArgument(operator: string, path: string, argument: unknown): void {
  CHECKS[operator]?.(path, argument);
}
