import { isDigits, isDoc, own, setOwn } from "../values/document.ts";
import { badValue, MongoError } from "../values/mongo-error.ts";
import { type Container, format, type UpdateStep } from "./update-step.ts";

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
  /** Whether missing documents on the path are created. */
  readonly create: boolean;
  readonly change: TargetChange;
}

const MAX_BACKFILL = 1_500_000;
const notViable = (part: string, parentPath: string, container: unknown): MongoError =>
  new MongoError(28, "PathNotViable", `Cannot create field '${part}' in element {${parentPath.split(".").pop()}: ${format(container)}}`);

/** Calls `change` for the target of the path of a step; returns whether it changed. */
export function visitTargets(root: Container, traversal: Traversal): boolean {
  return visit(root, 0, "", traversal);
}

function visit(container: unknown, depth: number, parentPath: string, traversal: Traversal): boolean {
  const part = traversal.step.parts[depth] ?? "";
  if (Array.isArray(container)) return visitArray(container, part, depth, parentPath, traversal);
  if (isDoc(container)) return visitChild(container, part, depth, parentPath, traversal);
  if (!traversal.create) return false;
  throw notViable(part, parentPath, container);
}

function visitArray(array: unknown[], part: string, depth: number, parentPath: string, traversal: Traversal): boolean {
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
  const { parts } = traversal.step;
  const path = parentPath ? `${parentPath}.${key}` : String(key);
  if (depth === parts.length - 1) return traversal.change(container, key, path);
  let child = childOf(container, key);
  if (child === undefined) {
    if (!traversal.create) return false;
    child = {};
    putChild(container, key, child);
  }
  return visit(child, depth + 1, path, traversal);
}
