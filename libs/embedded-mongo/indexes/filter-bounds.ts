import { isRegex, ORDER, truthy, typeOrder } from "../values/bson-types.ts";
import { equal } from "../values/compare.ts";
import { type Doc, isDoc, isOperatorDoc, own } from "../values/document.ts";
import { indexKey } from "../values/index-key.ts";

/** Bounds on one field that every document matching a filter satisfies. */
export interface Bound {
  /** The field equals one of these values. */
  equals?: readonly unknown[];
  low?: unknown;
  high?: unknown;
  /** Whether the value itself is outside. */
  isAboveLow?: boolean;
  isBelowHigh?: boolean;
  exists?: boolean;
}

const isUsable = (value: unknown): boolean => !Array.isArray(value) && !isRegex(value) && value !== undefined;
const isRangeable = (value: unknown): boolean => {
  const order = typeOrder(value);
  return isUsable(value) && order >= ORDER.number && order < ORDER.maxKey;
};

function addCondition(bound: Bound, operator: string, argument: unknown): void {
  if (operator === "$eq") {
    if (isUsable(argument)) bound.equals = [argument];
  } else if (operator === "$in") {
    if (Array.isArray(argument) && argument.every(isUsable)) bound.equals ??= argument;
  } else if (operator === "$gt" || operator === "$gte") {
    if (isRangeable(argument)) Object.assign(bound, { low: argument, isAboveLow: operator === "$gt" });
  } else if (operator === "$lt" || operator === "$lte") {
    if (isRangeable(argument)) Object.assign(bound, { high: argument, isBelowHigh: operator === "$lt" });
  } else if (operator === "$exists" && truthy(argument)) bound.exists = true;
}

const LOWER = new Set(["$gt", "$gte"]);
const UPPER = new Set(["$lt", "$lte"]);

/** Whether a condition is a range of dates and nothing else, given at most once at each end. */
export function isDateRange(condition: unknown): boolean {
  if (!isOperatorDoc(condition)) return false;
  const operators = Object.keys(condition);
  const [lower, upper] = [LOWER, UPPER].map((end) => operators.filter((operator) => end.has(operator)).length) as [number, number];
  if (lower > 1 || upper > 1 || lower + upper < operators.length) return false;
  return operators.every((operator) => isValidDate(condition[operator]));
}

/** The key of a date in an index differs from the key of every other value. */
export const isValidDate = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime());

/** The bounds on the fields that a filter names at its top level or below `$and`. */
export function boundsOf(filter: Doc, bounds = new Map<string, Bound>()): Map<string, Bound> {
  for (const key of Object.keys(filter)) {
    const condition = filter[key];
    if (key === "$and" && Array.isArray(condition)) for (const branch of condition) if (isDoc(branch)) boundsOf(branch, bounds);
    if (key[0] === "$") continue;
    const bound: Bound = bounds.get(key) ?? {};
    if (isOperatorDoc(condition)) for (const operator of Object.keys(condition)) addCondition(bound, operator, condition[operator]);
    else if (isUsable(condition)) bound.equals = [condition];
    if (Object.keys(bound).length) bounds.set(key, bound);
  }
  return bounds;
}

const sameTypeAnd = (left: unknown, right: unknown, test: (leftKey: string, rightKey: string) => boolean): boolean =>
  typeOrder(left) === typeOrder(right) && test(indexKey(left), indexKey(right));

/** Whether the lower end of a range excludes an argument and everything below it. */
const isAbove = ({ low, isAboveLow }: Bound, argument: unknown): boolean =>
  low !== undefined && sameTypeAnd(low, argument, (end, limit) => end > limit || (isAboveLow === true && end === limit));

function impliesCondition(bound: Bound, operator: string, argument: unknown): boolean {
  const { equals } = bound;
  const eachEquals = (test: (value: unknown) => boolean): boolean => equals?.every(test) ?? false;
  switch (operator) {
    case "$exists":
      if (!truthy(argument)) return false;
      return eachEquals((value) => value !== null) || bound.low !== undefined || bound.high !== undefined || bound.exists === true;
    case "$eq":
      return eachEquals((value) => equal(value, argument));
    case "$gt":
      return isAbove(bound, argument) || eachEquals((value) => sameTypeAnd(value, argument, (left, right) => left > right));
    case "$gte":
      return eachEquals((value) => sameTypeAnd(value, argument, (left, right) => left >= right));
    case "$lt":
      return eachEquals((value) => sameTypeAnd(value, argument, (left, right) => left < right));
    case "$lte":
      return eachEquals((value) => sameTypeAnd(value, argument, (left, right) => left <= right));
    case "$in":
      return Array.isArray(argument) && eachEquals((value) => argument.some((entry) => equal(entry, value)));
  }
  return false;
}

/**
 * Whether every document that matches the filter also matches the partial filter: the filter contains each clause of the
 * partial filter, or a narrower one. As in MongoDB, a value implies nothing about its `$type`.
 */
export function impliesPartial(filter: Doc, partial: Doc): boolean {
  const bounds = boundsOf(filter);
  return Object.keys(partial).every((key) => {
    const wanted = partial[key];
    if (key === "$and") return Array.isArray(wanted) && wanted.every((branch) => isDoc(branch) && impliesPartial(filter, branch));
    if (key[0] === "$") return false;
    const condition = own(filter, key);
    if (condition !== undefined && equal(condition, wanted)) return true;
    const bound = bounds.get(key);
    if (!bound) return false;
    if (isOperatorDoc(wanted)) return Object.keys(wanted).every((operator) => impliesCondition(bound, operator, wanted[operator]));
    return bound.equals?.every((value) => equal(value, wanted)) ?? false;
  });
}
