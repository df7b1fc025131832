import { isLong, isNumeric, isRegex, toDouble, truthy } from "../values/bson-types.ts";
import { type Doc, firstKey, isDoc, isOperatorDoc } from "../values/document.ts";
import { badValue } from "../values/mongo-error.ts";
import { matchAtPath, matchElementAtPath, type ValueTest } from "./match-at-path.ts";
import { every, type FilterCompiler, type Predicate } from "./predicate.ts";
import { compileRegex } from "./regex.ts";
import { bitTest, comparisonTest, equalTest, isBitOperator, isComparison, oneOfTest, regexTest, typeTest } from "./value-tests.ts";

type Path = readonly string[];
const not = (predicate: Predicate): Predicate => {
  return (document) => !predicate(document);
};

const testAtPath = (path: Path, test: ValueTest, { wholeValues }: FilterCompiler): Predicate => matchAtPath(path, test, !wholeValues);

/** Compiles one operator of a condition; null for an operator that only modifies another, such as `$options`. */
type FieldOperator = (path: Path, argument: unknown, condition: Doc, compiler: FilterCompiler) => Predicate | null;

function moduloTest(argument: unknown): ValueTest {
  if (!Array.isArray(argument)) throw badValue("malformed mod, needs to be an array");
  if (argument.length !== 2) throw badValue(`malformed mod, ${argument.length < 2 ? "not enough" : "too many"} elements`);
  const divisor = Math.trunc(toDouble(argument[0]));
  const remainder = Math.trunc(toDouble(argument[1]));
  if (divisor === 0) throw badValue("divisor cannot be 0");
  return (value) => {
    if (!isNumeric(value) || !Number.isFinite(toDouble(value))) return false;
    return (isLong(value) ? value.mod(divisor).toNumber() : Math.trunc(toDouble(value)) % divisor) === remainder;
  };
}

function sizeTest(argument: unknown): ValueTest {
  const message = `Failed to parse $size. Expected ${isNumeric(argument) && toDouble(argument) < 0 ? "a non-negative number" : "an integer"} in: $size: ${String(argument)}`;
  if (!isNumeric(argument) || !Number.isInteger(toDouble(argument)) || toDouble(argument) < 0) throw badValue(message);
  const size = toDouble(argument);
  return (value) => Array.isArray(value) && value.length === size;
}

const membership =
  (operator: string): FieldOperator =>
  (path, argument, _condition, compiler) => {
    if (!Array.isArray(argument)) throw badValue(`${operator} needs an array`);
    if (argument.some(isOperatorDoc)) throw badValue(`cannot nest $ under ${operator}`);
    const predicate = testAtPath(path, oneOfTest(argument, compiler.options.compareStrings), compiler);
    return operator === "$in" ? predicate : not(predicate);
  };

const matchNot: FieldOperator = (path, argument, _condition, compiler) => {
  if (isRegex(argument)) return not(testAtPath(path, regexTest(argument, compileRegex(argument)), compiler));
  if (!isDoc(argument) || !Object.keys(argument).length) throw badValue("$not needs a regex or a document");
  if (!isOperatorDoc(argument)) throw badValue(`unknown operator: ${firstKey(argument)}`);
  return not(every(fieldOperators(path, argument, compiler)));
};

const matchAll: FieldOperator = (path, argument, _condition, compiler) => {
  if (!Array.isArray(argument)) throw badValue("$all needs an array");
  if (!argument.length) return () => false;
  return every(
    argument.map((wanted) => {
      if (isDoc(wanted) && "$elemMatch" in wanted) return matchElementAtPath(path, elementTest(wanted.$elemMatch, compiler));
      return testAtPath(
        path,
        isRegex(wanted) ? regexTest(wanted, compileRegex(wanted)) : equalTest(wanted, compiler.options.compareStrings),
        compiler,
      );
    }),
  );
};

const matchNotEqual: FieldOperator = (path, argument, _condition, compiler) => {
  if (isRegex(argument)) throw badValue("Can't have regex as arg to $ne.");
  return not(testAtPath(path, equalTest(argument, compiler.options.compareStrings), compiler));
};

const matchRegex: FieldOperator = (path, argument, condition, compiler) => {
  const expression = compileRegex(argument, condition.$options);
  return testAtPath(path, regexTest(expression.value, expression), compiler);
};

const OPERATORS: Record<string, FieldOperator> = {
  $eq: (path, argument, _condition, compiler) => testAtPath(path, equalTest(argument, compiler.options.compareStrings), compiler),
  $ne: matchNotEqual,
  $in: membership("$in"),
  $nin: membership("$nin"),
  $not: matchNot,
  $exists: (path, argument) => {
    const exists = matchAtPath(path, (value) => value !== undefined, false);
    return truthy(argument) ? exists : not(exists);
  },
  $type: (path, argument, _condition, compiler) => testAtPath(path, typeTest(argument), compiler),
  $mod: (path, argument, _condition, compiler) => testAtPath(path, moduloTest(argument), compiler),
  $regex: matchRegex,
  $options: (_path, _argument, condition) => {
    if (!("$regex" in condition)) throw badValue("$options needs a $regex");
    return null;
  },
  $size: (path, argument) => matchAtPath(path, sizeTest(argument), false),
  $all: matchAll,
  $elemMatch: (path, argument, _condition, compiler) => matchElementAtPath(path, elementTest(argument, compiler)),
  $comment: () => null,
};
const GEOSPATIAL = new Set(["$geoWithin", "$geoIntersects", "$near", "$nearSphere", "$within"]);

function fieldOperator(path: Path, operator: string, condition: Doc, compiler: FilterCompiler): Predicate | null {
  const argument = condition[operator];
  if (isComparison(operator)) return testAtPath(path, comparisonTest(operator, argument, compiler.options.compareStrings), compiler);
  if (isBitOperator(operator)) return testAtPath(path, bitTest(operator, argument), compiler);
  if (GEOSPATIAL.has(operator)) throw badValue(`${operator} is not supported by this server (no geospatial queries)`);
  const build = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (!build) throw badValue(`unknown operator: ${operator}`);
  return build(path, argument, condition, compiler);
}

/** Compiles a condition such as `{ $gt: 1, $lt: 5 }` to one predicate per operator. */
export function fieldOperators(path: Path, condition: Doc, compiler: FilterCompiler): Predicate[] {
  const predicates: Predicate[] = [];
  for (const operator of Object.keys(condition)) {
    const predicate = fieldOperator(path, operator, condition, compiler);
    if (predicate) predicates.push(predicate);
  }
  return predicates;
}

const FILTER_OPERATORS = new Set(["$and", "$or", "$nor", "$expr", "$where"]);

/** Compiles an `$elemMatch` argument: a condition on the element itself, or a filter on its fields. */
export function elementTest(argument: unknown, compiler: FilterCompiler): (element: unknown) => boolean {
  if (!isDoc(argument)) throw badValue("$elemMatch needs an Object");
  const first = firstKey(argument);
  if (first?.[0] === "$" && !FILTER_OPERATORS.has(first)) {
    const predicate = every(fieldOperators(["element"], argument, { ...compiler, wholeValues: true }));
    return (element) => predicate({ element });
  }
  const filter = compiler.filter(argument);
  return (element) => (isDoc(element) || Array.isArray(element)) && filter(element as Doc);
}
