import { isNumeric, toDouble, typeName } from "../values/bson-types.ts";
import { type Doc, firstKey, isDoc } from "../values/document.ts";
import { badValue, typeMismatch } from "../values/mongo-error.ts";
import { format } from "./update-step.ts";

type ArgumentCheck = (path: string, argument: unknown) => void;

const PUSH_CLAUSES = new Set(["$each", "$slice"]);

/** Whether the argument of `$push` has modifiers such as `$each`, rather than being the value to push. */
export const isPushModifier = (argument: unknown): argument is Doc & { $each: unknown } =>
  isDoc(argument) && "$each" in argument && firstKey(argument)?.[0] === "$";

/** Whether the argument of `$addToSet` is a list of values. */
export const isEachList = (argument: unknown): argument is Doc & { $each: unknown } => isDoc(argument) && firstKey(argument) === "$each";

function checkIncrement(path: string, argument: unknown): void {
  if (!isNumeric(argument)) throw typeMismatch(`Cannot increment with non-numeric argument: {${path}: ${format(argument)}}`);
}

function checkPush(_path: string, argument: unknown): void {
  if (!isPushModifier(argument)) return;
  if (!Array.isArray(argument.$each))
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(argument.$each)}`);
  for (const clause of Object.keys(argument)) if (!PUSH_CLAUSES.has(clause)) throw badValue(`Unrecognized clause in $push: ${clause}`);
  const { $slice } = argument;
  if ($slice !== undefined && !Number.isInteger(toDouble($slice)))
    throw badValue(`The value for $slice must be an integer value but was given type: ${typeName($slice)}`);
}

function checkAddToSet(_path: string, argument: unknown): void {
  if (!isEachList(argument)) return;
  if (!Array.isArray(argument.$each))
    throw typeMismatch(`The argument to $each in $addToSet must be an array but it was of type ${typeName(argument.$each)}`);
  if (Object.keys(argument).length > 1) throw badValue(`Found unexpected fields after $each in $addToSet: ${format(argument)}`);
}

const CHECKS: Record<string, ArgumentCheck> = { $inc: checkIncrement, $push: checkPush, $addToSet: checkAddToSet };

/** Throws a MongoError for an invalid argument of an update operator. Runs before any document is read. */
export function checkArgument(operator: string, path: string, argument: unknown): void {
  CHECKS[operator]?.(path, argument);
}
