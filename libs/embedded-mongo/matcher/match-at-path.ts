import { isReference } from "../values/bson-types.ts";
import { fieldsOf } from "../values/compare.ts";
import { isDigits, isDoc, own } from "../values/document.ts";
import type { Predicate } from "./predicate.ts";

/** Tests one value; `isElement` is true for an element of the array at the end of the path. */
export type ValueTest = (value: unknown, isElement: boolean) => boolean;

/** Whether the test is true for a value at a path. Visits values in the order of MongoDB's matcher and stops at the first match. */
function visitPath(value: unknown, parts: readonly string[], depth: number, test: ValueTest, includeElements = true): boolean {
  if (depth === parts.length) {
    if (test(value, false)) return true;
    return includeElements && Array.isArray(value) && value.some((element) => test(element, true));
  }
  const part = parts[depth] ?? "";
  if (Array.isArray(value)) return visitArray(value, part, parts, depth, test, includeElements);
  if (isDoc(value)) return visitPath(own(value, part), parts, depth + 1, test, includeElements);
  if (isReference(value)) return visitPath(own(fieldsOf(value), part), parts, depth + 1, test, includeElements);
  return test(undefined, false);
}

function visitArray(
  array: unknown[],
  part: string,
  parts: readonly string[],
  depth: number,
  test: ValueTest,
  includeElements: boolean,
): boolean {
  if (!isDigits(part)) return array.some((element) => isDoc(element) && visitPath(element, parts, depth, test, includeElements));
  const index = Number(part);
  if (index < array.length && visitPath(array[index], parts, depth + 1, test, includeElements)) return true;
  let isFieldName = false;
  for (const element of array) {
    if (!isDoc(element) || !Object.hasOwn(element, part)) continue;
    isFieldName = true;
    if (visitPath(element, parts, depth, test, includeElements)) return true;
  }
  return !isFieldName && index >= array.length && test(undefined, false);
}

function atField(field: string, test: ValueTest, includeElements: boolean): Predicate {
  return (document) => {
    const value = own(document, field);
    if (test(value, false)) return true;
    return includeElements && Array.isArray(value) && value.some((element) => test(element, true));
  };
}

/** Compiles a test of the values at a path. */
export function matchAtPath(parts: readonly string[], test: ValueTest, includeElements = true): Predicate {
  const [field] = parts;
  if (parts.length === 1 && field !== undefined) return atField(field, test, includeElements);
  return (document) => visitPath(document, parts, 0, test, includeElements);
}

/** Compiles a test for an array at the path with a matching element. */
export const matchElementAtPath = (parts: readonly string[], test: (element: unknown) => boolean): Predicate =>
  matchAtPath(parts, (value) => Array.isArray(value) && value.some(test), false);
