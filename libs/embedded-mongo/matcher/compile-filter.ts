import { isRegex, truthy } from "../values/bson-types.ts";
import { isDoc, isOperatorDoc } from "../values/document.ts";
import { badValue } from "../values/mongo-error.ts";
import { elementTest, fieldOperators, refusePattern } from "./field-operators.ts";
import { matchAtPath } from "./match-at-path.ts";
import { every, type FilterCompiler, type MatchOptions, type Predicate } from "./predicate.ts";
import { equalTest } from "./value-tests.ts";

/** Compiles a filter with MongoDB's semantics: type bracketing, arrays, null and missing. Throws a MongoError for an invalid filter. */
export function compileFilter(filter: unknown, options: MatchOptions = {}): Predicate {
  if (!isDoc(filter)) throw badValue("filter must be an object");
  const compiler = compilerFor(options);
  return every(
    Object.keys(filter).map((key) => (key[0] === "$" ? topLevel(key, filter[key], compiler) : onField(key, filter[key], compiler))),
  );
}

const compilerFor = (options: MatchOptions): FilterCompiler => ({ options, filter: (filter) => compileFilter(filter, options) });

/** Compiles a condition of `$elemMatch` or `$pull` on one array element. */
export const compileElementTest = (condition: unknown, options: MatchOptions = {}): ((element: unknown) => boolean) =>
  elementTest(condition, compilerFor(options));

function onField(path: string, condition: unknown, compiler: FilterCompiler): Predicate {
  const parts = path.split(".");
  if (isOperatorDoc(condition)) return every(fieldOperators(parts, condition, compiler));
  if (isRegex(condition)) refusePattern();
  return matchAtPath(parts, equalTest(condition));
}

type LogicalOperator = (branches: readonly Predicate[]) => Predicate;
const LOGICAL_OPERATORS: Readonly<Record<string, LogicalOperator>> = {
  $and: every,
  $or: (branches) => (document) => branches.some((branch) => branch(document)),
  $nor: (branches) => (document) => !branches.some((branch) => branch(document)),
};

function branchesOf(operator: string, argument: unknown, compiler: FilterCompiler): Predicate[] {
  if (!Array.isArray(argument)) throw badValue(`${operator} must be an array`);
  if (!argument.length) throw badValue(`${operator} argument must be a non-empty array`);
  return argument.map((branch) => {
    if (!isDoc(branch)) throw badValue(`${operator} argument's entries must be objects`);
    return compiler.filter(branch);
  });
}

function onExpression(expression: unknown, { options }: FilterCompiler): Predicate {
  if (!options.evaluator) throw badValue("$expr is not available here");
  const evaluate = options.evaluator(expression);
  return (document) => truthy(evaluate(document));
}

const REFERENCE = new Set(["$ref", "$id", "$db"]);
/** The operators at the top of a filter. */
export const FILTER_OPERATORS: readonly string[] = [...Object.keys(LOGICAL_OPERATORS), "$expr"];

function topLevel(operator: string, argument: unknown, compiler: FilterCompiler): Predicate {
  const combine = Object.hasOwn(LOGICAL_OPERATORS, operator) ? LOGICAL_OPERATORS[operator] : undefined;
  if (combine) return combine(branchesOf(operator, argument, compiler));
  if (operator === "$expr") return onExpression(argument, compiler);
  if (REFERENCE.has(operator)) return onField(operator, argument, compiler);
  throw badValue(
    `unknown top level operator: ${operator}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  );
}
