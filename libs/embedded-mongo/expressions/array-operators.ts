import { sortElements } from "../update/array-operators.ts";
import { isNil, toDouble, typeName } from "../values/bson-types.ts";
import { compare, equal } from "../values/compare.ts";
import { type Doc, isDoc, own, setOwn } from "../values/document.ts";
import { indexKey } from "../values/index-key.ts";
import { locationError } from "../values/mongo-error.ts";
import { evaluatePart, type Operator, type OperatorTable, onArguments, onPresent, requireArray } from "./operator.ts";

/** Distinct values in the order of first appearance; missing values are skipped. */
export class DistinctValues {
  readonly #found = new Map<string, unknown>();

  /** Returns whether the value is new. */
  add(value: unknown): boolean {
    if (value === undefined) return false;
    const key = indexKey(value);
    if (this.#found.has(key)) return false;
    this.#found.set(key, value);
    return true;
  }

  list(): unknown[] {
    return [...this.#found.values()];
  }
}

function distinctValues(values: readonly unknown[]): unknown[] {
  const found = new DistinctValues();
  for (const value of values) found.add(value);
  return found.list();
}

/** Adds the fields of a document to another; a field that is overwritten keeps its position. */
export function mergeInto(merged: Doc, value: unknown): void {
  if (isNil(value)) return;
  if (!isDoc(value))
    throw locationError(40400, `$mergeObjects requires object inputs, but input ${JSON.stringify(value)} is of type ${typeName(value)}`);
  for (const key of Object.keys(value)) if (own(value, key) !== undefined) setOwn(merged, key, own(value, key));
}

function setOf(value: unknown, operator: string): unknown[] {
  if (!Array.isArray(value))
    throw locationError(17041, `All operands of ${operator} must be arrays. One argument is of type: ${typeName(value)}`);
  return value;
}
const contains = (array: readonly unknown[], wanted: unknown): boolean => array.some((element) => equal(element, wanted));
const setKey = (array: readonly unknown[]): string =>
  JSON.stringify(
    distinctValues(array)
      .map((value) => indexKey(value))
      .sort(),
  );

function indexOfArray(array: unknown, wanted: unknown, start: unknown, end: unknown): unknown {
  if (isNil(array)) return null;
  requireArray(array, 40090, "$indexOfArray requires an array as a first argument, found:");
  const last = Math.min(array.length, isNil(end) ? array.length : toDouble(end));
  for (let index = isNil(start) ? 0 : toDouble(start); index < last; index++) if (equal(array[index], wanted)) return index;
  return -1;
}

const sortArray: Operator = (document, argument, options) => {
  if (!isDoc(argument)) throw locationError(2942500, `$sortArray requires an object as an argument, found: ${typeName(argument)}`);
  const array = evaluatePart(document, argument.input, options);
  if (isNil(array)) return null;
  requireArray(array, 2942504, "The input argument to $sortArray must be an array, but was of type:");
  return sortElements(array, argument.sortBy);
};

/** Array and set operators that compare elements as BSON values. */
export const ARRAY_OPERATORS: OperatorTable = {
  $in: onArguments((wanted, array) => {
    requireArray(array, 40081, "$in requires an array as a second argument, found:");
    return contains(array, wanted);
  }),
  $indexOfArray: onArguments(indexOfArray),
  $concatArrays: onPresent((...arrays) =>
    arrays.flatMap((array) => {
      requireArray(array, 28664, "$concatArrays only supports arrays, not");
      return array;
    }),
  ),
  $size: onArguments((array) => {
    requireArray(array, 17124, "The argument to $size must be an array, but was of type:");
    return array.length;
  }),
  $sortArray: sortArray,
  $reverseArray: onPresent((array) => {
    requireArray(array, 34435, "The argument to $reverseArray must be an array, but was of type:");
    return array.toReversed();
  }),
  $setUnion: onPresent((...sets) =>
    distinctValues(sets.flatMap((set) => setOf(set, "$setUnion"))).sort((left, right) => compare(left, right)),
  ),
  $setIntersection: onPresent((...sets) => {
    const [first = [], ...others] = sets.map((set) => setOf(set, "$setIntersection"));
    return distinctValues(first).filter((value) => others.every((other) => contains(other, value)));
  }),
  $setDifference: onPresent((left, right) =>
    distinctValues(setOf(left, "$setDifference")).filter((value) => !contains(setOf(right, "$setDifference"), value)),
  ),
  $setEquals: onArguments((...sets) => {
    const [first, ...others] = sets.map((set) => setKey(setOf(set, "$setEquals")));
    return others.every((other) => other === first);
  }),
  $setIsSubset: onArguments((left, right) => {
    const container = setOf(right, "$setIsSubset");
    return setOf(left, "$setIsSubset").every((value) => contains(container, value));
  }),
};
