import { compileElementTest, compileFilter } from "../matcher/compile-filter.ts";
import { compileRegex } from "../matcher/regex.ts";
import { isRegex, toDouble, typeName } from "../values/bson-types.ts";
import { compare, equal, identical, type StringCompare } from "../values/compare.ts";
import { clone, type Doc, firstKey, getPath, isDoc } from "../values/document.ts";
import { badValue, typeMismatch } from "../values/mongo-error.ts";
import { isEachList, isPushModifier } from "./check-argument.ts";
import { format, type UpdateContext, type UpdateStep } from "./update-step.ts";
import { childOf, putChild, type TargetChange } from "./visit-targets.ts";

/** Sorts an array by its elements (`1`, `-1`) or by their fields, for `$push` and `$sortArray`. */
export function sortElements(array: readonly unknown[], order: unknown, compareStrings?: StringCompare): unknown[] {
  if (!isDoc(order)) {
    const direction = toDouble(order);
    return [...array].sort((left, right) => direction * compare(left, right, compareStrings));
  }
  const keys = Object.keys(order).map((path) => ({ path, direction: toDouble(order[path]) }));
  return [...array].sort((left, right) => {
    for (const { path, direction } of keys) {
      const result = direction * compare(getPath(left, path) ?? null, getPath(right, path) ?? null, compareStrings);
      if (result) return result;
    }
    return 0;
  });
}

function pushTo(before: readonly unknown[], argument: unknown, compareStrings: StringCompare | undefined): unknown[] {
  if (!isPushModifier(argument)) return [...before, clone(argument)];
  const items = (argument.$each as unknown[]).map(clone);
  let array = [...before];
  if (argument.$position === undefined) array.push(...items);
  else {
    const position = toDouble(argument.$position);
    array.splice(position < 0 ? Math.max(0, array.length + position) : position, 0, ...items);
  }
  if (argument.$sort !== undefined) array = sortElements(array, argument.$sort, compareStrings);
  if (argument.$slice === undefined) return array;
  const size = toDouble(argument.$slice);
  return size < 0 ? array.slice(size) : array.slice(0, size);
}

export const push =
  (step: UpdateStep, context: UpdateContext, document: Doc): TargetChange =>
  (container, key) => {
    const before = childOf(container, key);
    if (before !== undefined && !Array.isArray(before))
      throw badValue(
        `The field '${step.path}' must be an array but is of type ${typeName(before)} in document {_id: ${format(document._id)}}`,
      );
    const after = pushTo(before ?? [], step.argument, context.compareStrings);
    if (before !== undefined && identical(before, after)) return false;
    putChild(container, key, after);
    return true;
  };

export const addToSet = (step: UpdateStep, context: UpdateContext): TargetChange => {
  const values = isEachList(step.argument) ? (step.argument.$each as unknown[]) : [step.argument];
  return (container, key) => {
    const before = childOf(container, key);
    if (before !== undefined && !Array.isArray(before))
      throw badValue(
        `Cannot apply $addToSet to non-array field. Field named '${step.parts.at(-1)}' has non-array type ${typeName(before)}`,
      );
    const after: unknown[] = [...(before ?? [])];
    for (const value of values) if (!after.some((element) => equal(element, value, context.compareStrings))) after.push(clone(value));
    if (before !== undefined && after.length === before.length) return false;
    putChild(container, key, after);
    return true;
  };
};

export const pop =
  (step: UpdateStep): TargetChange =>
  (container, key) => {
    const before = childOf(container, key);
    if (before === undefined) return false;
    if (!Array.isArray(before)) throw typeMismatch(`Path '${step.path}' contains an element of non-array type '${typeName(before)}'`);
    if (!before.length) return false;
    putChild(container, key, toDouble(step.argument) === 1 ? before.slice(0, -1) : before.slice(1));
    return true;
  };

const LOGICAL = new Set(["$and", "$or", "$nor"]);

function compilePullTest({ operator, argument }: UpdateStep, context: UpdateContext): (element: unknown) => boolean {
  if (operator === "$pullAll") return (element) => (argument as unknown[]).some((wanted) => equal(wanted, element, context.compareStrings));
  if (isRegex(argument)) {
    const expression = compileRegex(argument);
    return (element) => typeof element === "string" && expression.test(element);
  }
  if (!isDoc(argument)) return (element) => equal(argument, element, context.compareStrings);
  const first = firstKey(argument);
  if (first?.[0] === "$" && !LOGICAL.has(first)) return compileElementTest(argument, context.match);
  const predicate = compileFilter(argument, context.match);
  return (element) => isDoc(element) && predicate(element);
}

export const pull = (step: UpdateStep, context: UpdateContext): TargetChange => {
  const isPulled = compilePullTest(step, context);
  return (container, key) => {
    const before = childOf(container, key);
    if (before === undefined) return false;
    if (!Array.isArray(before)) throw badValue(`Cannot apply ${step.operator} to a non-array value`);
    const after = before.filter((element) => !isPulled(element));
    if (after.length === before.length) return false;
    putChild(container, key, after);
    return true;
  };
};
