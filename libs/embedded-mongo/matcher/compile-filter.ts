import { isRegex, toDouble, truthy } from "../values/bson-types.ts";
import { isDoc, isOperatorDoc } from "../values/document.ts";
import { badValue, MongoError } from "../values/mongo-error.ts";
import { elementTest, fieldOperators } from "./field-operators.ts";
import { jsonSchemaTest } from "./json-schema.ts";
import { matchAtPath } from "./match-at-path.ts";
import { every, type FilterCompiler, type MatchOptions, type Predicate } from "./predicate.ts";
import { compileRegex } from "./regex.ts";
import { equalTest, regexTest } from "./value-tests.ts";

/** Compiles a filter with MongoDB's semantics: type bracketing, arrays, null and missing. Throws a MongoError for an invalid filter. */
export function compileFilter(filter: unknown, options: MatchOptions = {}): Predicate {
  if (!isDoc(filter)) throw badValue("filter must be an object");
  const compiler = compilerFor(options);
  const predicates: Predicate[] = [];
  for (const key of Object.keys(filter)) {
    const predicate = key[0] === "$" ? topLevel(key, filter[key], compiler) : onField(key, filter[key], compiler);
    if (predicate) predicates.push(predicate);
  }
  return every(predicates);
}

const compilerFor = (options: MatchOptions): FilterCompiler => ({ options, filter: (filter) => compileFilter(filter, options) });

/** Compiles a condition of `$elemMatch` or `$pull` on one array element. */
export const compileElementTest = (condition: unknown, options: MatchOptions = {}): ((element: unknown) => boolean) =>
  elementTest(condition, compilerFor(options));

function onField(path: string, condition: unknown, compiler: FilterCompiler): Predicate {
  const parts = path.split(".");
  if (isOperatorDoc(condition)) return every(fieldOperators(parts, condition, compiler));
  const test = isRegex(condition) ? regexTest(condition, compileRegex(condition)) : equalTest(condition, compiler.options.compareStrings);
  return matchAtPath(parts, test);
}

function logical(operator: string, argument: unknown, compiler: FilterCompiler): Predicate {
  if (!Array.isArray(argument)) throw badValue(`${operator} must be an array`);
  if (!argument.length) throw badValue(`${operator} argument must be a non-empty array`);
  const branches = argument.map((branch) => {
    if (!isDoc(branch)) throw badValue(`${operator} argument's entries must be objects`);
    return compiler.filter(branch);
  });
  if (operator === "$and") return every(branches);
  if (operator === "$or") return (document, position) => branches.some((branch) => branch(document, position));
  return (document) => !branches.some((branch) => branch(document));
}

function onExpression(expression: unknown, { options }: FilterCompiler): Predicate {
  if (!options.evaluator) throw badValue("$expr is not available here");
  const evaluate = options.evaluator(expression);
  return (document) => truthy(evaluate(document));
}

function topLevel(operator: string, argument: unknown, compiler: FilterCompiler): Predicate | null {
  switch (operator) {
    case "$and":
    case "$or":
    case "$nor":
      return logical(operator, argument, compiler);
    case "$expr":
      return onExpression(argument, compiler);
    case "$comment":
    case "$alwaysTrue":
      return null;
    case "$alwaysFalse":
      return () => false;
    case "$sampleRate":
      return () => Math.random() < toDouble(argument);
    case "$jsonSchema":
      return jsonSchemaTest(argument);
    case "$text":
      throw new MongoError(27, "IndexNotFound", "text index required for $text query");
    case "$where":
      throw badValue("$where is not supported by this server");
    case "$ref":
    case "$id":
    case "$db":
      return onField(operator, argument, compiler);
  }
  throw badValue(
    `unknown top level operator: ${operator}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  );
}
