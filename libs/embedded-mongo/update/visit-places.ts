import { isDigits, isDoc } from "../values/document.ts";
import { badValue, MongoError } from "../values/mongo-error.ts";
import { childOf, putChild } from "./container.ts";
import { type Container, type ElementFilters, shown, type UpdateContext, type UpdateStep } from "./update-step.ts";

/** Changes one place; returns whether it did. */
export type PlaceChange = (container: Container, key: string | number) => boolean;

interface Walk {
  readonly step: UpdateStep;
  readonly context: UpdateContext;
  readonly filters: ElementFilters;
  /** Whether missing documents on the way are created. */
  readonly create: boolean;
  readonly change: PlaceChange;
}

const NO_POSITION = "The positional operator did not find the match needed from the query.";
const MAX_BACKFILL = 1_500_000;
const notViable = (part: string, trail: string, container: unknown): MongoError =>
  new MongoError(28, "PathNotViable", `Cannot create field '${part}' in element {${trail.split(".").pop()}: ${shown(container)}}`);

/** Calls `change` for every place that the path of a step names; returns whether anything changed. */
export function visitPlaces(root: Container, walk: Walk): boolean {
  return visit(root, 0, "", walk);
}

function visit(container: unknown, at: number, trail: string, walk: Walk): boolean {
  const part = walk.step.parts[at] ?? "";
  if (Array.isArray(container)) return visitArray(container, part, at, trail, walk);
  if (part.startsWith("$[") && part.endsWith("]"))
    throw badValue(`Cannot apply array updates to non-array element ${trail}: ${shown(container)}`);
  if (part === "$") throw badValue(NO_POSITION);
  if (isDoc(container)) return visitChild(container, part, at, trail, walk);
  if (!walk.create) return false;
  throw notViable(part, trail, container);
}

function visitArray(array: unknown[], part: string, at: number, trail: string, walk: Walk): boolean {
  if (part === "$") {
    if (walk.context.position === undefined) throw badValue(NO_POSITION);
    return visitChild(array, walk.context.position, at, trail, walk);
  }
  if (part.startsWith("$[")) {
    const filter = part === "$[]" ? () => true : walk.filters.get(part.slice(2, -1));
    let changed = false;
    for (let index = 0; index < array.length; index++) {
      if (filter?.(array[index]) && visitChild(array, index, at, trail, walk)) changed = true;
    }
    return changed;
  }
  if (isDigits(part)) {
    const index = Number(part);
    if (index >= array.length && !walk.create) return false;
    if (index > array.length + MAX_BACKFILL) throw badValue(`can't backfill more than ${MAX_BACKFILL} elements`);
    return visitChild(array, index, at, trail, walk);
  }
  if (!walk.create) return false;
  throw notViable(part, trail, array);
}

function visitChild(container: Container, key: string | number, at: number, trail: string, walk: Walk): boolean {
  const { parts, operator } = walk.step;
  if (at === parts.length - 1) return walk.change(container, key);
  const here = trail ? `${trail}.${key}` : String(key);
  let child = childOf(container, key);
  if (child === undefined) {
    const next = parts[at + 1] ?? "";
    if (next.startsWith("$[")) {
      if (!walk.create && operator === "$unset") return false;
      throw badValue(`The path '${here}' must exist in the document in order to apply array updates.`);
    }
    if (next === "$") throw badValue(NO_POSITION);
    if (!walk.create) return false;
    child = {};
    putChild(container, key, child);
  }
  return visit(child, at + 1, here, walk);
}
