import { isNumeric, isRegex, toDouble, truthy } from "../values/bson-types.ts";
import { type Doc, firstKey, isDoc, isOperatorDoc } from "../values/document.ts";
import { badValue, MongoError } from "../values/mongo-error.ts";
import { matchAtPath, matchElementAtPath, type ValueTest } from "./match-at-path.ts";
import { every, type FilterCompiler, type Predicate } from "./predicate.ts";
import { type Comparison, comparisonTest, equalTest, oneOfTest, typeTest } from "./value-tests.ts";

type Path = readonly string[];
const not = (predicate: Predicate): Predicate => {
  return (document) => !predicate(document);
};

/** A regular expression is data here; it cannot be used for searching. */
export function refusePattern(): never {
  throw new MongoError(238, "NotImplemented", "regular expressions in filters are not supported by this server");
}

const testAtPath = (path: Path, test: ValueTest, { wholeValues }: FilterCompiler): Predicate => matchAtPath(path, test, !wholeValues);

/** Compiles one operator of a condition. */
type FieldOperator = (path: Path, argument: unknown, compiler: FilterCompiler) => Predicate;

function sizeTest(argument: unknown): ValueTest {
  const message = `Failed to parse $size. Expected ${isNumeric(argument) && toDouble(argument) < 0 ? "a non-negative number" : "an integer"} in: $size: ${String(argument)}`;
  if (!isNumeric(argument) || !Number.isInteger(toDouble(argument)) || toDouble(argument) < 0) throw badValue(message);
  const size = toDouble(argument);
  return (value) => Array.isArray(value) && value.length === size;
}

const membership =
  (operator: string): FieldOperator =>
  (path, argument, compiler) => {
    if (!Array.isArray(argument)) throw badValue(`${operator} needs an array`);
    if (argument.some(isOperatorDoc)) throw badValue(`cannot nest $ under ${operator}`);
    if (argument.some(isRegex)) refusePattern();
    const predicate = testAtPath(path, oneOfTest(argument), compiler);
    return operator === "$in" ? predicate : not(predicate);
  };

const matchNot: FieldOperator = (path, argument, compiler) => {
  if (isRegex(argument)) refusePattern();
  if (!isDoc(argument) || !Object.keys(argument).length) throw badValue("$not needs a regex or a document");
  if (!isOperatorDoc(argument)) throw badValue(`unknown operator: ${firstKey(argument)}`);
  return not(every(fieldOperators(path, argument, compiler)));
};

const matchNotEqual: FieldOperator = (path, argument, compiler) => {
  if (isRegex(argument)) throw badValue("Can't have regex as arg to $ne.");
  return not(testAtPath(path, equalTest(argument), compiler));
};

const comparison =
  (operator: Comparison): FieldOperator =>
  (path, argument, compiler) =>
    testAtPath(path, comparisonTest(operator, argument), compiler);

/** The operators of a condition on a field. */
export const FIELD_OPERATORS: Readonly<Record<string, FieldOperator>> = {
  $eq: (path, argument, compiler) => testAtPath(path, equalTest(argument), compiler),
  $ne: matchNotEqual,
  $gt: comparison("$gt"),
  $gte: comparison("$gte"),
  $lt: comparison("$lt"),
  $lte: comparison("$lte"),
  $in: membership("$in"),
  $nin: membership("$nin"),
  $not: matchNot,
  $exists: (path, argument) => {
    const exists = matchAtPath(path, (value) => value !== undefined, false);
    return truthy(argument) ? exists : not(exists);
  },
  $type: (path, argument, compiler) => testAtPath(path, typeTest(argument), compiler),
  $size: (path, argument) => matchAtPath(path, sizeTest(argument), false),
  $elemMatch: (path, argument, compiler) => matchElementAtPath(path, elementTest(argument, compiler)),
};

/** Compiles a condition such as `{ $gt: 1, $lt: 5 }` to one predicate per operator. */
export const fieldOperators = (path: Path, condition: Doc, compiler: FilterCompiler): Predicate[] =>
  Object.keys(condition).map((operator) => {
    const build = Object.hasOwn(FIELD_OPERATORS, operator) ? FIELD_OPERATORS[operator] : undefined;
    if (!build) throw badValue(`unknown operator: ${operator}`);
    return build(path, condition[operator], compiler);
  });

/** Compiles an `$elemMatch` argument: a condition on the element itself, or a filter on its fields. */
export function elementTest(argument: unknown, compiler: FilterCompiler): (element: unknown) => boolean {
  if (!isDoc(argument)) throw badValue("$elemMatch needs an Object");
  const first = firstKey(argument);
  if (first !== undefined && Object.hasOwn(FIELD_OPERATORS, first)) {
    const predicate = every(fieldOperators(["element"], argument, { ...compiler, wholeValues: true }));
    return (element) => predicate({ element });
  }
  const filter = compiler.filter(argument);
  return (element) => (isDoc(element) || Array.isArray(element)) && filter(element as Doc);
}
