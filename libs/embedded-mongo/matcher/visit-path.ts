import { isReference } from "../values/bson-types.ts";
import { fieldsOf } from "../values/compare.ts";
import { isDigits, isDoc, own } from "../values/document.ts";

/** Tests one value; `isElement` tells that it is an element of the array at the end of the path. */
export type ValueTest = (value: unknown, isElement: boolean) => boolean;

/** Visits the values at a path as the server's matcher does, until the test is true for one; returns whether it was. */
export function visitPath(value: unknown, parts: readonly string[], at: number, test: ValueTest, elementsToo = true): boolean {
  if (at === parts.length) {
    if (test(value, false)) return true;
    return elementsToo && Array.isArray(value) && value.some((element) => test(element, true));
  }
  const part = parts[at] ?? "";
  if (Array.isArray(value)) return visitArray(value, part, parts, at, test, elementsToo);
  if (isDoc(value)) return visitPath(own(value, part), parts, at + 1, test, elementsToo);
  if (isReference(value)) return visitPath(own(fieldsOf(value), part), parts, at + 1, test, elementsToo);
  return test(undefined, false);
}

function visitArray(array: unknown[], part: string, parts: readonly string[], at: number, test: ValueTest, elementsToo: boolean): boolean {
  if (!isDigits(part)) return array.some((element) => isDoc(element) && visitPath(element, parts, at, test, elementsToo));
  const index = Number(part);
  if (index < array.length && visitPath(array[index], parts, at + 1, test, elementsToo)) return true;
  let named = false;
  for (const element of array) {
    if (!isDoc(element) || !Object.hasOwn(element, part)) continue;
    named = true;
    if (visitPath(element, parts, at, test, elementsToo)) return true;
  }
  return !named && index >= array.length && test(undefined, false);
}
