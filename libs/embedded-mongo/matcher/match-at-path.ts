import { isReference } from "../values/bson-types.ts";
import { fieldsOf } from "../values/compare.ts";
import { isDigits, isDoc, own } from "../values/document.ts";
import type { Position, Predicate } from "./predicate.ts";

/** Tests one value; `isElement` is true for an element of the array at the end of the path. */
export type ValueTest = (value: unknown, isElement: boolean) => boolean;

/** Whether the test is true for a value at a path. Visits values in the order of MongoDB's matcher and stops at the first match. */
export function visitPath(value: unknown, parts: readonly string[], depth: number, test: ValueTest, includeElements = true): boolean {
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

function setPosition(array: unknown[], position: Position | undefined, matches: (element: unknown) => boolean): void {
  if (!position || position.index !== undefined) return;
  const index = array.findIndex(matches);
  if (index >= 0) position.index = index;
}

function atField(field: string, test: ValueTest, includeElements: boolean): Predicate {
  return (document, position) => {
    const value = own(document, field);
    if (!includeElements || !Array.isArray(value)) return test(value, false);
    // elements first: an array that matches as a whole as well has a position
    for (let index = 0; index < value.length; index++) {
      if (!test(value[index], true)) continue;
      if (position && position.index === undefined) position.index = index;
      return true;
    }
    return test(value, false);
  };
}

/** Sets the position to the element of the first array on the path that matches the rest of the path. */
function findPosition(document: unknown, parts: readonly string[], test: ValueTest, includeElements: boolean, position: Position): void {
  let value = document;
  for (const [depth, part] of parts.entries()) {
    if (Array.isArray(value)) {
      if (!isDigits(part)) {
        setPosition(value, position, (element) => isDoc(element) && visitPath(element, parts, depth, test, includeElements));
        return;
      }
      value = value[Number(part)];
    } else if (isDoc(value)) value = own(value, part);
    else return;
  }
  if (Array.isArray(value)) setPosition(value, position, (element) => test(element, true));
}

/** Compiles a test of the values at a path. The predicate sets `position` to the matching element of the first array on the path. */
export function matchAtPath(parts: readonly string[], test: ValueTest, includeElements = true): Predicate {
  const [field] = parts;
  if (parts.length === 1 && field !== undefined) return atField(field, test, includeElements);
  return (document, position) => {
    const matched = visitPath(document, parts, 0, test, includeElements);
    if (matched && position && position.index === undefined) findPosition(document, parts, test, includeElements, position);
    return matched;
  };
}

/** Compiles a test for an array at the path with a matching element. */
export function matchElementAtPath(parts: readonly string[], test: (element: unknown) => boolean): Predicate {
  return (document, position) =>
    visitPath(
      document,
      parts,
      0,
      (value) => {
        if (!Array.isArray(value)) return false;
        const index = value.findIndex(test);
        if (index < 0) return false;
        if (position && position.index === undefined) position.index = index;
        return true;
      },
      false,
    );
}
