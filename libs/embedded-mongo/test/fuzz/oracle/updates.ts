import { Refused } from "./expressions.ts";
import { matchesFilter } from "./filters.ts";
import { compareValues, type Fields, isArray, isEqual, isFields, isPosition, typeOf } from "./values.ts";

/** Copies documents and arrays; other values are never changed. */
export function copyOf<T>(value: T): T {
  if (isArray(value)) return value.map(copyOf) as T;
  return isFields(value) ? (Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyOf(field)])) as T) : value;
}

type Holder = Fields | unknown[];
interface Place {
  readonly holder: Holder;
  readonly name: string;
}

const valueIn = ({ holder, name }: Place): unknown => (isArray(holder) ? holder[Number(name)] : holder[name]);

function put({ holder, name }: Place, value: unknown): void {
  if (!isArray(holder)) holder[name] = value;
  else {
    while (holder.length < Number(name)) holder.push(null);
    holder[Number(name)] = value;
  }
}

/** The holder of the last part of a path. Creates missing documents on the way, or returns null when it may not. */
function placeAt(document: Fields, path: string, create: boolean): Place | null {
  const parts = path.split(".");
  let holder: Holder = document;
  for (const [at, name] of parts.entries()) {
    if (isArray(holder) && !isPosition(name)) return refuseOrNull(create, path);
    if (at === parts.length - 1) return { holder, name };
    const place: Place = { holder, name };
    let next = valueIn(place);
    if (next === undefined) {
      if (!create) return null;
      next = {};
      put(place, next);
    }
    if (!isArray(next) && !isFields(next)) return refuseOrNull(create, path);
    holder = next;
  }
  return null;
}

function refuseOrNull(create: boolean, path: string): null {
  if (create) throw new Refused(`no field can be made at ${path}`);
  return null;
}

function arrayAt(place: Place): unknown[] {
  const value = valueIn(place);
  if (value !== undefined && !isArray(value)) throw new Refused("not an array");
  return value ?? [];
}

function numberAt(place: Place): number | undefined {
  const value = valueIn(place);
  if (value !== undefined && typeOf(value) !== "number") throw new Refused("not a number");
  return value as number | undefined;
}

function pushed(before: readonly unknown[], argument: unknown): unknown[] {
  if (!isFields(argument) || !("$each" in argument)) return [...before, argument];
  const { $each, $slice } = argument as { $each: unknown[]; $slice?: number };
  const after = [...before, ...$each];
  if ($slice === undefined) return after;
  return $slice < 0 ? after.slice($slice) : after.slice(0, $slice);
}

const isPulled = (element: unknown, condition: unknown): boolean => {
  if (!isFields(condition)) return isEqual(element, condition);
  if (Object.keys(condition)[0]?.startsWith("$")) return matchesFilter({ list: [element] }, { list: { $elemMatch: condition } });
  return isFields(element) && matchesFilter(element, condition);
};

type Change = (place: Place, argument: unknown) => void;

const ON_ANY_PATH: Record<string, Change> = {
  $set: put,
  $inc: (place, by) => put(place, (numberAt(place) ?? 0) + (by as number)),
  $min: (place, value) => (valueIn(place) === undefined || compareValues(value, valueIn(place)) < 0 ? put(place, value) : undefined),
  $max: (place, value) => (valueIn(place) === undefined || compareValues(value, valueIn(place)) > 0 ? put(place, value) : undefined),
  $push: (place, argument) => put(place, pushed(arrayAt(place), argument)),
  $addToSet: (place, value) => {
    const before = arrayAt(place);
    put(place, before.some((element) => isEqual(element, value)) ? before : [...before, value]);
  },
};

/** Operators that have no effect on a missing field. */
const ON_EXISTING: Record<string, Change> = {
  $unset: ({ holder, name }) => {
    if (isArray(holder)) holder[Number(name)] = null;
    else delete holder[name];
  },
  $pull: (place, condition) =>
    put(
      place,
      arrayAt(place).filter((element) => !isPulled(element, condition)),
    ),
};

/** A path, the argument and the operator. */
export type Step = readonly [path: string, argument: unknown, operator: string];

export const stepsOf = (update: Fields): Step[] =>
  Object.entries(update).flatMap(([operator, fields]) =>
    Object.entries(fields as Fields).map(([path, argument]): Step => [path, argument, operator]),
  );

/** The order in which the manual says that paths are changed: by name, positions by number. */
function comparePaths([left]: Step, [right]: Step): number {
  const [first, second] = [left.split("."), right.split(".")];
  for (const [at, part] of first.entries()) {
    const other = second[at];
    if (other === undefined) return 1;
    if (part !== other) return isPosition(part) && isPosition(other) ? Number(part) - Number(other) : part < other ? -1 : 1;
  }
  return first.length - second.length;
}

/** The document that an update with operators makes. Throws Refused where MongoDB refuses the update. */
export const updatedDocument = (document: Fields, update: Fields): Fields => applied(document, stepsOf(update));

/** The document that some steps make; none of their paths is a part of another. */
export function applied(document: Fields, steps: readonly Step[]): Fields {
  const after = copyOf(document);
  for (const [path, argument, operator] of [...steps].sort(comparePaths)) {
    const change = ON_ANY_PATH[operator];
    const place = placeAt(after, path, change !== undefined);
    if (!place) continue;
    if (change) change(place, copyOf(argument));
    else if (valueIn(place) !== undefined) ON_EXISTING[operator]?.(place, argument);
  }
  return after;
}
