import { compareValues, type Fields, isArray, isEqual, isFields, typeOf } from "./values.ts";

/** The oracle's word for an expression that MongoDB refuses. */
export class Refused extends Error {}

/** The value at a path: an array stands for its documents and gives the list of their values. */
function fieldAt(value: unknown, parts: readonly string[]): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (isFields(value)) return fieldAt(value[part], rest);
  if (!isArray(value)) return undefined;
  return value
    .filter(isFields)
    .map((element) => fieldAt(element, parts))
    .filter((found) => found !== undefined);
}

/** False are false, null, missing and every zero. */
export const isTrue = (value: unknown): boolean =>
  value !== false && value !== null && value !== undefined && !(typeOf(value) === "number" && Number(value) === 0);

const isNothing = (value: unknown): boolean => value === null || value === undefined;

function number(value: unknown): number {
  if (typeof value !== "number") throw new Refused(`not a number: ${String(value)}`);
  return value;
}

function list(value: unknown): unknown[] {
  if (!isArray(value)) throw new Refused("not an array");
  return value;
}

type Operator = (values: unknown[]) => unknown;
const unlessNull =
  (operator: Operator): Operator =>
  (values) =>
    values.some(isNothing) ? null : operator(values);
const comparison =
  (accepts: (result: number) => boolean): Operator =>
  ([left, right]) =>
    accepts(compareValues(left, right));

function extremeOf(values: unknown[], direction: number): unknown {
  const present = values.filter((value) => !isNothing(value));
  return present.reduce((best, value) => (compareValues(value, best) * direction > 0 ? value : best), present[0]) ?? null;
}

const OPERATORS: Record<string, Operator> = {
  $add: unlessNull((values) => values.map(number).reduce((sum, value) => sum + value, 0)),
  $subtract: unlessNull(([left, right]) => number(left) - number(right)),
  $multiply: unlessNull((values) => values.map(number).reduce((product, value) => product * value, 1)),
  $eq: comparison((result) => result === 0),
  $ne: comparison((result) => result !== 0),
  $gt: comparison((result) => result > 0),
  $gte: comparison((result) => result >= 0),
  $lt: comparison((result) => result < 0),
  $lte: comparison((result) => result <= 0),
  $not: ([value]) => !isTrue(value),
  $size: ([value]) => list(value).length,
  $in: ([value, values]) => list(values).some((element) => isEqual(element, value)),
  $slice: unlessNull(([values, count]) => (number(count) < 0 ? list(values).slice(number(count)) : list(values).slice(0, number(count)))),
  $max: (values) => extremeOf(values, 1),
  $min: (values) => extremeOf(values, -1),
};

/** Operators that evaluate no more operands than they need, so that an error in another one does not show. */
const LAZY: Record<string, (operands: readonly unknown[], value: (part: unknown) => unknown) => unknown> = {
  $and: (operands, value) => operands.every((part) => isTrue(value(part))),
  $or: (operands, value) => operands.some((part) => isTrue(value(part))),
  $cond: ([condition, yes, no], value) => value(isTrue(value(condition)) ? yes : no),
  $ifNull: (operands, value) => {
    const found = operands.slice(0, -1).find((part) => !isNothing(value(part)));
    return value(found ?? operands.at(-1));
  },
};

type Variables = Readonly<Record<string, unknown>>;

/** The value of an expression; undefined for a field that is not there. */
export function evaluate(expression: unknown, document: Fields, variables: Variables = {}): unknown {
  if (typeof expression === "string" && expression.startsWith("$$")) {
    const [name = "", ...parts] = expression.slice(2).split(".");
    return fieldAt(name === "ROOT" ? document : variables[name], parts);
  }
  if (typeof expression === "string" && expression[0] === "$") return fieldAt(document, expression.slice(1).split("."));
  if (isArray(expression)) return expression.map((part) => evaluate(part, document, variables) ?? null);
  if (!isFields(expression)) return expression;
  const [name = "", another] = Object.keys(expression);
  if (name[0] !== "$" || another !== undefined) return fieldsOf(expression, document, variables);
  const argument = expression[name];
  if (name === "$literal") return argument;
  const operands = isArray(argument) ? argument : [argument];
  const value = (part: unknown) => evaluate(part, document, variables);
  const lazy = LAZY[name];
  if (lazy) return lazy(operands, value);
  const operator = OPERATORS[name];
  if (!operator) throw new Error(`the oracle does not know ${name}`);
  return operator(operands.map(value));
}

/** A document of expressions: a field whose value is missing is left out. */
function fieldsOf(expression: Fields, document: Fields, variables: Variables): Fields {
  const values = Object.entries(expression).map(([name, part]) => [name, evaluate(part, document, variables)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
