import { type Doc, firstKey, isDoc, own } from "../values/document.ts";
import { locationError, MongoError } from "../values/mongo-error.ts";
import { KNOWN_OPERATORS } from "./mingo-context.ts";

/** The number of arguments of the operators that have a fixed one. */
const ARITY: Readonly<Record<string, number>> = Object.fromEntries([
  ...["$not", "$abs", "$ceil", "$exp", "$floor", "$ln", "$log10", "$sqrt", "$size", "$isArray", "$reverseArray", "$isNumber", "$type"].map(
    (name) => [name, 1] as const,
  ),
  ...["$toString", "$toObjectId", "$toInt", "$toLong", "$toDouble", "$toDecimal", "$toBool", "$toDate", "$strLenCP", "$strLenBytes"].map(
    (name) => [name, 1] as const,
  ),
  ...["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$cmp", "$subtract", "$divide", "$mod", "$pow", "$in", "$split", "$arrayElemAt"].map(
    (name) => [name, 2] as const,
  ),
  ...["$strcasecmp", "$setDifference", "$setIsSubset", "$log"].map((name) => [name, 2] as const),
  ...["$substr", "$substrCP", "$substrBytes"].map((name) => [name, 3] as const),
]);

function checkArity(operator: string, argument: unknown): void {
  const wanted = ARITY[operator];
  if (wanted === undefined) return;
  const given = Array.isArray(argument) ? argument.length : 1;
  if (given !== wanted) throw locationError(16020, `Expression ${operator} takes exactly ${wanted} arguments. ${given} were passed in.`);
}

const CONDITION = ["if", "then", "else"];

/** `$cond` has all its three parts, by name or in order. */
function checkCondition(argument: unknown): void {
  if (!isDoc(argument) || firstKey(argument)?.[0] === "$") {
    const given = Array.isArray(argument) ? argument.length : 1;
    if (given !== 3) throw locationError(16020, `Expression $cond takes exactly 3 arguments. ${given} were passed in.`);
    return;
  }
  const unknown = Object.keys(argument).find((name) => !CONDITION.includes(name));
  if (unknown !== undefined) throw locationError(17083, `Unrecognized parameter to $cond: ${unknown}`);
  const missing = CONDITION.findIndex((name) => !(name in argument));
  if (missing >= 0) throw locationError(17080 + missing, `Missing '${CONDITION[missing]}' parameter to $cond`);
}

/** Throws a MongoError for an unknown operator or a wrong number of arguments, even if the expression is never evaluated. */
export function checkExpression(expression: unknown): void {
  if (Array.isArray(expression)) {
    for (const part of expression) checkExpression(part);
    return;
  }
  if (!isDoc(expression)) return;
  const operator = firstKey(expression);
  if (operator?.[0] !== "$") {
    checkFields(expression);
    return;
  }
  if (Object.keys(expression).length > 1)
    throw locationError(15983, `An object representing an expression must have exactly one field: ${JSON.stringify(expression)}`);
  if (operator === "$literal") return;
  if (!KNOWN_OPERATORS.has(operator)) throw new MongoError(168, "InvalidPipelineOperator", `Unrecognized expression '${operator}'`);
  const argument = expression[operator];
  checkArity(operator, argument);
  if (operator === "$cond") checkCondition(argument);
  if (isDoc(argument) && firstKey(argument)?.[0] !== "$") for (const key of Object.keys(argument)) checkExpression(own(argument, key));
  else checkExpression(argument);
}

function checkFields(fields: Doc): void {
  for (const key of Object.keys(fields)) {
    // mingo builds objects by assignment, which would set the prototype instead of the field
    if (key === "__proto__") throw locationError(16410, "FieldPath field names may not be '__proto__' in an expression of this server");
    checkExpression(own(fields, key));
  }
}
