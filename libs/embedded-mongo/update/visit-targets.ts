import { isDigits, isDoc, own, setOwn } from "../values/document.ts";
import { badValue, MongoError } from "../values/mongo-error.ts";
import { type Container, type ElementFilters, format, type UpdateContext, type UpdateStep } from "./update-step.ts";

/** The child of a document or array. */
export const childOf = (container: Container, key: string | number): unknown =>
  Array.isArray(container) ? container[Number(key)] : own(container, String(key));

/** Sets a child of a document or array; a shorter array is padded with null. */
export function putChild(container: Container, key: string | number, value: unknown): void {
  if (!Array.isArray(container)) {
    setOwn(container, String(key), value);
    return;
  }
  const index = Number(key);
  while (container.length < index) container.push(null);
  container[index] = value;
}

/** Changes one target of an update: a field of a document or an element of an array. Returns whether it changed. */
export type TargetChange = (container: Container, key: string | number, path: string) => boolean;

interface Traversal {
  readonly step: UpdateStep;
  readonly context: UpdateContext;
  readonly filters: ElementFilters;
  /** Whether missing documents on the path are created. */
  readonly create: boolean;
  readonly change: TargetChange;
}

const NO_POSITION = "The positional operator did not find the match needed from the query.";
const MAX_BACKFILL = 1_500_000;
const notViable = (part: string, parentPath: string, container: unknown): MongoError =>
  new MongoError(28, "PathNotViable", `Cannot create field '${part}' in element {${parentPath.split(".").pop()}: ${format(container)}}`);

/** Calls `change` for every target that the path of a step selects; returns whether any changed. */
export function visitTargets(root: Container, traversal: Traversal): boolean {
  return visit(root, 0, "", traversal);
}

function visit(container: unknown, depth: number, parentPath: string, traversal: Traversal): boolean {
  const part = traversal.step.parts[depth] ?? "";
  if (Array.isArray(container)) return visitArray(container, part, depth, parentPath, traversal);
  if (part.startsWith("$[") && part.endsWith("]"))
    throw badValue(`Cannot apply array updates to non-array element ${parentPath}: ${format(container)}`);
  if (part === "$") throw badValue(NO_POSITION);
  if (isDoc(container)) return visitChild(container, part, depth, parentPath, traversal);
  if (!traversal.create) return false;
  throw notViable(part, parentPath, container);
}

function visitArray(array: unknown[], part: string, depth: number, parentPath: string, traversal: Traversal): boolean {
  if (part === "$") {
    if (traversal.context.position === undefined) throw badValue(NO_POSITION);
    return visitChild(array, traversal.context.position, depth, parentPath, traversal);
  }
  if (part.startsWith("$[")) {
    const filter = part === "$[]" ? () => true : traversal.filters.get(part.slice(2, -1));
    let changed = false;
    for (let index = 0; index < array.length; index++) {
      if (filter?.(array[index]) && visitChild(array, index, depth, parentPath, traversal)) changed = true;
    }
    return changed;
  }
  if (isDigits(part)) {
    const index = Number(part);
    if (index >= array.length && !traversal.create) return false;
    if (index > array.length + MAX_BACKFILL) throw badValue(`can't backfill more than ${MAX_BACKFILL} elements`);
    return visitChild(array, index, depth, parentPath, traversal);
  }
  if (!traversal.create) return false;
  throw notViable(part, parentPath, array);
}

function visitChild(container: Container, key: string | number, depth: number, parentPath: string, traversal: Traversal): boolean {
  const { parts, operator } = traversal.step;
  const path = parentPath ? `${parentPath}.${key}` : String(key);
  if (depth === parts.length - 1) return traversal.change(container, key, path);
  let child = childOf(container, key);
  if (child === undefined) {
    const next = parts[depth + 1] ?? "";
    if (next.startsWith("$[")) {
      if (!traversal.create && operator === "$unset") return false;
      throw badValue(`The path '${path}' must exist in the document in order to apply array updates.`);
    }
    if (next === "$") throw badValue(NO_POSITION);
    if (!traversal.create) return false;
    child = {};
    putChild(container, key, child);
  }
  return visit(child, depth + 1, path, traversal);
}
