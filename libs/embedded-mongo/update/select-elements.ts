import { isDigits, isDoc, own } from "../values/document.ts";
import { badValue } from "../values/mongo-error.ts";
import { type ElementFilters, format, type UpdateStep } from "./update-step.ts";

/** Whether a part of a path is `$[]` or `$[identifier]`. */
export const selectsElements = (part: string): boolean => part.startsWith("$[") && part.endsWith("]");

/** Whether a step has `$`, `$[]` or `$[identifier]` in its path. */
export const isDynamic = ({ parts }: UpdateStep): boolean => parts.some((part) => part === "$" || selectsElements(part));

/**
 * The steps that a step stands for in a document, each with the positions of elements instead of `$`, `$[]` and `$[identifier]`. What comes behind
 * these need not exist. Throws if there is no array, or no matching element for `$`.
 */
export function selectElements(document: unknown, step: UpdateStep, position: number | undefined, filters: ElementFilters): UpdateStep[] {
  const parts = step.parts.map((part) => (part === "$" ? positionOf(position) : part));
  return pathsIn(document, parts, 0, filters).map((path) => ({ ...step, path: path.join("."), parts: path }));
}

/** A field name where there is no array. */
function positionOf(position: number | undefined): string {
  if (position === undefined) throw badValue("The positional operator did not find the match needed from the query.");
  return String(position);
}

function pathsIn(value: unknown, parts: readonly string[], depth: number, filters: ElementFilters): string[][] {
  const at = parts.findIndex((part, index) => index >= depth && selectsElements(part));
  if (at < 0) return [[...parts]];
  const path = parts.slice(0, at);
  const array = path.slice(depth).reduce(childOf, value);
  if (array === undefined) throw badValue(`The path '${path.join(".")}' must exist in the document in order to apply array updates.`);
  if (!Array.isArray(array)) throw badValue(`Cannot apply array updates to non-array element ${path.join(".")}: ${format(array)}`);
  const part = parts[at] ?? "";
  const isSelected = part === "$[]" ? () => true : filters.get(part.slice(2, -1));
  return array.flatMap((element, index) =>
    isSelected?.(element) ? pathsIn(element, [...path, String(index), ...parts.slice(at + 1)], at + 1, filters) : [],
  );
}

function childOf(container: unknown, part: string): unknown {
  if (Array.isArray(container)) return isDigits(part) ? container[Number(part)] : undefined;
  return isDoc(container) ? own(container, part) : undefined;
}
