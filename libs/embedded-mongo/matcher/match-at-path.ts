import { isDigits, isDoc, own } from "../values/document.ts";
import type { Position, Predicate } from "./predicate.ts";
import { type ValueTest, visitPath } from "./visit-path.ts";

function noteElement(array: unknown[], position: Position | undefined, matches: (element: unknown) => boolean): void {
  if (!position || position.index !== undefined) return;
  const index = array.findIndex(matches);
  if (index >= 0) position.index = index;
}

function atField(field: string, test: ValueTest, elementsToo: boolean): Predicate {
  return (document, position) => {
    const value = own(document, field);
    if (test(value, false)) return true;
    if (!elementsToo || !Array.isArray(value)) return false;
    for (let index = 0; index < value.length; index++) {
      if (!test(value[index], true)) continue;
      if (position && position.index === undefined) position.index = index;
      return true;
    }
    return false;
  };
}

/** Finds the first array on the path and which of its elements satisfies the rest. */
function notePosition(document: unknown, parts: readonly string[], test: ValueTest, elementsToo: boolean, position: Position): void {
  let value = document;
  for (const [at, part] of parts.entries()) {
    if (Array.isArray(value)) {
      if (!isDigits(part)) {
        noteElement(value, position, (element) => isDoc(element) && visitPath(element, parts, at, test, elementsToo));
        return;
      }
      value = value[Number(part)];
    } else if (isDoc(value)) value = own(value, part);
    else return;
  }
  if (Array.isArray(value)) noteElement(value, position, (element) => test(element, true));
}

/** A test of the values at a path; records which element of the first array on the path matched. */
export function matchAtPath(parts: readonly string[], test: ValueTest, elementsToo = true): Predicate {
  const [field] = parts;
  if (parts.length === 1 && field !== undefined) return atField(field, test, elementsToo);
  return (document, position) => {
    const matched = visitPath(document, parts, 0, test, elementsToo);
    if (matched && position && position.index === undefined) notePosition(document, parts, test, elementsToo, position);
    return matched;
  };
}

/** Whether an array at the path has an element that passes the test. */
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
