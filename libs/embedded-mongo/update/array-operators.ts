import { compileElementTest, compileFilter } from "../matcher/compile-filter.ts";
import { refusePattern } from "../matcher/field-operators.ts";
import type { MatchOptions } from "../matcher/predicate.ts";
import { isRegex, toDouble, typeName } from "../values/bson-types.ts";
import { equal, identical } from "../values/compare.ts";
import { clone, type Doc, firstKey, isDoc } from "../values/document.ts";
import { badValue } from "../values/mongo-error.ts";
import { isEachList, isPushModifier } from "./check-argument.ts";
import { format, type UpdateStep } from "./update-step.ts";
import { childOf, putChild, type TargetChange } from "./visit-targets.ts";

function pushTo(before: readonly unknown[], argument: unknown): unknown[] {
  if (!isPushModifier(argument)) return [...before, clone(argument)];
  const array = [...before, ...(argument.$each as unknown[]).map(clone)];
  if (argument.$slice === undefined) return array;
  const size = toDouble(argument.$slice);
  return size < 0 ? array.slice(size) : array.slice(0, size);
}

export const push =
  (step: UpdateStep, document: Doc): TargetChange =>
  (container, key) => {
    const before = childOf(container, key);
    if (before !== undefined && !Array.isArray(before))
      throw badValue(
        `The field '${step.path}' must be an array but is of type ${typeName(before)} in document {_id: ${format(document._id)}}`,
      );
    const after = pushTo(before ?? [], step.argument);
    if (before !== undefined && identical(before, after)) return false;
    putChild(container, key, after);
    return true;
  };

export const addToSet = (step: UpdateStep): TargetChange => {
  const values = isEachList(step.argument) ? (step.argument.$each as unknown[]) : [step.argument];
  return (container, key) => {
    const before = childOf(container, key);
    if (before !== undefined && !Array.isArray(before))
      throw badValue(
        `Cannot apply $addToSet to non-array field. Field named '${step.parts.at(-1)}' has non-array type ${typeName(before)}`,
      );
    const after: unknown[] = [...(before ?? [])];
    for (const value of values) if (!after.some((element) => equal(element, value))) after.push(clone(value));
    if (before !== undefined && after.length === before.length) return false;
    putChild(container, key, after);
    return true;
  };
};

const LOGICAL = new Set(["$and", "$or", "$nor"]);

function compilePullTest(argument: unknown, match: MatchOptions): (element: unknown) => boolean {
  if (isRegex(argument)) refusePattern();
  if (!isDoc(argument)) return (element) => equal(argument, element);
  const first = firstKey(argument);
  if (first?.[0] === "$" && !LOGICAL.has(first)) return compileElementTest(argument, match);
  const predicate = compileFilter(argument, match);
  return (element) => isDoc(element) && predicate(element);
}

export const pull = ({ argument }: UpdateStep, _document: Doc, match: MatchOptions): TargetChange => {
  const isPulled = compilePullTest(argument, match);
  return (container, key) => {
    const before = childOf(container, key);
    if (before === undefined) return false;
    if (!Array.isArray(before)) throw badValue("Cannot apply $pull to a non-array value");
    const after = before.filter((element) => !isPulled(element));
    if (after.length === before.length) return false;
    putChild(container, key, after);
    return true;
  };
};
