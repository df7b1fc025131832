import { isDigits, isDoc, own } from "../values/document.ts";
import { locationError, MongoError } from "../values/mongo-error.ts";

interface FieldPath {
  readonly path: string;
  readonly parts: readonly string[];
}

/** The position that the expansion has reached on the path of one field. */
interface PathPosition {
  value: unknown;
  at: number;
  /** The value is an element of the array at the end of the path; if it is an array itself, it is not expanded. */
  done: boolean;
}

export interface MultikeyEntries {
  /** The values of the fields, one list per key. */
  readonly entries: unknown[][];
  /** Whether any of the fields exists; a sparse index holds no other documents. */
  present: boolean;
  /** The numbers of the fields with an array on their path. */
  readonly arrayFields: Set<number>;
}

/** The combinations of values under which an index holds a document: one, or one per element of an array. */
export function multikeyEntries(document: unknown, fields: readonly FieldPath[], emptyArray: symbol): MultikeyEntries {
  const found: MultikeyEntries = { entries: [], present: false, arrayFields: new Set() };
  expand(
    fields.map(() => ({ value: document, at: 0, done: false })),
    fields,
    emptyArray,
    found,
  );
  return found;
}

/**
 * Advances to the end of the path, or to an array that has to be expanded. A number selects an element of an array that is long enough;
 * else it is a field of the elements.
 */
function advance(position: PathPosition, parts: readonly string[]): void {
  while (!position.done && position.at < parts.length) {
    const part = parts[position.at] ?? "";
    if (Array.isArray(position.value)) {
      if (!isDigits(part) || Number(part) >= position.value.length) return;
      refuseAmbiguous(position.value, part);
      position.value = position.value[Number(part)];
    } else position.value = isDoc(position.value) ? own(position.value, part) : undefined;
    position.at++;
  }
}

function refuseAmbiguous(array: readonly unknown[], part: string): void {
  if (array.some((element) => isDoc(element) && Object.hasOwn(element, part)))
    throw locationError(
      16746,
      `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${part}'`,
    );
}

function expand(positions: PathPosition[], fields: readonly FieldPath[], emptyArray: symbol, found: MultikeyEntries): void {
  let array: unknown[] | null = null;
  for (const [index, position] of positions.entries()) {
    advance(position, fields[index]?.parts ?? []);
    if (!Array.isArray(position.value) || position.done) {
      if (position.value !== undefined) found.present = true;
      continue;
    }
    if (array && array !== position.value)
      throw new MongoError(171, "CannotIndexParallelArrays", `cannot index parallel arrays [${fields[index]?.path}] [${fields[0]?.path}]`);
    array = position.value;
  }
  if (!array) {
    found.entries.push(positions.map((position) => position.value));
    return;
  }
  found.present = true;
  const expanded = array;
  const elements: unknown[] = expanded.length ? expanded : [emptyArray];
  for (const element of elements) {
    const next = positions.map((position, index): PathPosition => {
      if (position.value !== expanded || position.done) return { ...position };
      found.arrayFields.add(index);
      if (position.at === fields[index]?.parts.length) return { value: element, at: position.at, done: true };
      return { value: isDoc(element) ? element : undefined, at: position.at, done: false };
    });
    expand(next, fields, emptyArray, found);
  }
}
