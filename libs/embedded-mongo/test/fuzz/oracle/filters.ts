import { mongo } from "mongoose";
import { compareValues, type Fields, isArray, isEqual, isFields, isNaNValue, isPosition, typeOf } from "./values.ts";

/** Documents, from the manual's "Query an Array" and "Query for Null or Missing Fields". */

/** The values at a path: a document gives one, an array those of its documents and of its element at a position. */
function leavesAt(value: unknown, parts: readonly string[]): unknown[] {
  const [part, ...rest] = parts;
  if (part === undefined) return [value];
  if (isFields(value)) return leavesAt(value[part], rest);
  if (!isArray(value)) return [undefined];
  const atPosition = isPosition(part) && Number(part) < value.length ? leavesAt(value[Number(part)], rest) : [];
  return [...atPosition, ...value.filter(isFields).flatMap((element) => leavesAt(element, parts))];
}

type Test = (value: unknown) => boolean;

/** A condition holds for a value that is an array if it holds for the array or for one of its elements. */
const anyOf = (leaves: readonly unknown[], test: Test): boolean =>
  leaves.some((leaf) => test(leaf) || (isArray(leaf) && leaf.some((element) => test(element))));

function equalTo(wanted: unknown): Test {
  if (wanted === null) return (value) => value === null || value === undefined;
  return (value) => value !== undefined && isEqual(value, wanted);
}

/** Comparisons hold between values of one type only; null is equal to null and to a missing field, NaN to itself. */
function inOrder(wanted: unknown, accepts: (result: number) => boolean): Test {
  if (wanted === null) return (value) => accepts(0) && (value === null || value === undefined);
  if (isNaNValue(wanted)) return (value) => accepts(0) && isNaNValue(value);
  return (value) => typeOf(value) === typeOf(wanted) && !isNaNValue(value) && accepts(compareValues(value, wanted));
}

type Condition = (leaves: readonly unknown[]) => boolean;

function conditionOf(operator: string, argument: unknown): Condition {
  const holds =
    (test: Test): Condition =>
    (leaves) =>
      anyOf(leaves, test);
  switch (operator) {
    case "$eq":
      return holds(equalTo(argument));
    case "$ne":
      return (leaves) => !anyOf(leaves, equalTo(argument));
    case "$gt":
      return holds(inOrder(argument, (result) => result > 0));
    case "$gte":
      return holds(inOrder(argument, (result) => result >= 0));
    case "$lt":
      return holds(inOrder(argument, (result) => result < 0));
    case "$lte":
      return holds(inOrder(argument, (result) => result <= 0));
    case "$in":
      return (leaves) => (argument as unknown[]).some((wanted) => anyOf(leaves, equalTo(wanted)));
    case "$nin":
      return (leaves) => !(argument as unknown[]).some((wanted) => anyOf(leaves, equalTo(wanted)));
    case "$exists":
      return (leaves) => leaves.some((leaf) => leaf !== undefined) === argument;
    case "$type":
      return holds((value) => typeOf(value) === argument || (argument === "decimal" && value instanceof mongo.BSON.Decimal128));
    case "$size":
      return (leaves) => leaves.some((leaf) => isArray(leaf) && leaf.length === argument);
    case "$not":
      return (leaves) => !allConditions(argument as Fields, leaves);
    case "$elemMatch":
      return (leaves) => leaves.some((leaf) => isArray(leaf) && leaf.some((element) => elementMatches(element, argument as Fields)));
  }
  throw new Error(`the oracle does not know ${operator}`);
}

/** A value in the place of a condition. */
const equals =
  (wanted: unknown): Condition =>
  (leaves) =>
    anyOf(leaves, equalTo(wanted));

const hasOperators = (condition: unknown): condition is Fields => isFields(condition) && (Object.keys(condition)[0] ?? "").startsWith("$");

const allConditions = (conditions: Fields, leaves: readonly unknown[]): boolean =>
  Object.entries(conditions).every(([operator, argument]) => conditionOf(operator, argument)(leaves));

/** An element meets conditions as a whole: an array within an array is not searched. Documents and arrays have fields. */
function elementMatches(element: unknown, condition: Fields): boolean {
  if (hasOperators(condition))
    return Object.entries(condition).every(([operator, argument]) => conditionOf(operator, argument)([whole(element)]));
  if (isArray(element)) return matchesFilter({ ...element }, condition);
  return isFields(element) && matchesFilter(element, condition);
}
/** Hides the elements of an array from `anyOf`, without changing the values that it equals. */
const whole = (element: unknown): unknown => (isArray(element) ? Object.assign([...element], { some: () => false }) : element);

/** Whether a document matches a filter. */
export function matchesFilter(document: Fields, filter: Fields): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    const branches = () => (condition as Fields[]).map((branch) => matchesFilter(document, branch));
    if (key === "$and") return branches().every(Boolean);
    if (key === "$or") return branches().some(Boolean);
    if (key === "$nor") return !branches().some(Boolean);
    const leaves = leavesAt(document, key.split("."));
    return hasOperators(condition) ? allConditions(condition, leaves) : equals(condition)(leaves);
  });
}
