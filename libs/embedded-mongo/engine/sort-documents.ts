import { multikeyEntries } from "../indexes/multikey-entries.ts";
import type { SortKeys } from "../indexes/plan-query.ts";
import { isNumeric, toDouble } from "../values/bson-types.ts";
import { type Doc, isDoc, own } from "../values/document.ts";
import { indexKey, invertKey } from "../values/index-key.ts";
import { badValue, locationError, MongoError } from "../values/mongo-error.ts";
import type { Interruption } from "./interruption.ts";
import { MemoryLimit } from "./memory-limit.ts";
import type { Steps } from "./steps.ts";

/** Reads a sort specification; throws a MongoError for an illegal one. */
export function sortKeysOf(sort: Doc): SortKeys {
  return Object.keys(sort).map((path) => {
    const order = sort[path];
    if (!isNumeric(order)) throw locationError(15974, `Illegal key in $sort specification: ${path}: ${JSON.stringify(order)}`);
    const direction = toDouble(order);
    if (direction !== 1 && direction !== -1)
      throw locationError(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
    return [path, direction] as const;
  });
}

/** The value of an empty array, which sorts before null. */
const EMPTY_ARRAY = Symbol("empty array");

interface SortField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly direction: number;
}

/** The value at a path; EMPTY_ARRAY for any array on the path or at its end. */
function valueWithoutArray(document: Doc, { parts }: SortField): unknown {
  let value: unknown = document;
  for (const part of parts) {
    value = isDoc(value) ? own(value, part) : undefined;
    if (Array.isArray(value)) return EMPTY_ARRAY;
  }
  return value;
}

/**
 * The lists of values by which a document can be sorted: one, or one per element of an array, as in an index on the fields. Fields of one
 * array take their values from one element.
 */
function candidatesOf(document: Doc, fields: readonly SortField[]): unknown[][] {
  const values = fields.map((field) => valueWithoutArray(document, field));
  if (!values.includes(EMPTY_ARRAY)) return [values];
  try {
    return multikeyEntries(document, fields, EMPTY_ARRAY).entries;
  } catch (error) {
    if (error instanceof MongoError && error.codeName === "CannotIndexParallelArrays")
      throw badValue("cannot sort with keys that are parallel arrays");
    throw error;
  }
}

const keyOf = (values: readonly unknown[], fields: readonly SortField[]): string => {
  let key = "";
  for (const [at, value] of values.entries()) {
    const part = value === EMPTY_ARRAY ? "\x01" : indexKey(value);
    key += (fields[at]?.direction ?? 1) < 0 ? invertKey(part) : part;
  }
  return key;
};

function leastKey(document: Doc, fields: readonly SortField[]): string {
  let least: string | undefined;
  for (const values of candidatesOf(document, fields)) {
    const key = keyOf(values, fields);
    if (least === undefined || key < least) least = key;
  }
  return least ?? "";
}

interface Keyed<T> {
  readonly item: T;
  readonly key: string;
  readonly bytes: number;
}

const byKey = ({ key: left }: Keyed<unknown>, { key: right }: Keyed<unknown>): number => (left < right ? -1 : left > right ? 1 : 0);

/** An item to sort by a document, or by the part of the document that has the paths of the sort. */
export interface Sortable<T> {
  readonly item: T;
  readonly document: Doc;
  /** The memory that the item takes. */
  readonly bytes: number;
}

export interface SortOptions {
  readonly sort: Doc;
  /** The number of leading items that are wanted. At most about twice as many are held in memory. */
  readonly most?: number | undefined;
  readonly interruption?: Pick<Interruption, "step"> | undefined;
}

/** The memory of an item besides its bytes and its key. */
const ITEM_BYTES = 200;
/** Sorting this many at once takes a few milliseconds. */
const RUN = 2_048;

/**
 * Sorts stably, in runs that are merged. Yields undefined where the work should pause for other commands. Throws the error 292 if the items
 * take too much memory.
 */
export function* sortInSteps<T>(
  sortables: Iterable<Sortable<T> | undefined>,
  { sort, most = Number.POSITIVE_INFINITY, interruption }: SortOptions,
): Steps<T[]> {
  const fields = sortKeysOf(sort).map(([path, direction]): SortField => ({ path, parts: path.split("."), direction }));
  const memory = new MemoryLimit("Sort");
  let runs: Keyed<T>[][] = [];
  let run: Keyed<T>[] = [];
  let stored = 0;
  for (const sortable of sortables) {
    if (!sortable) {
      yield;
      continue;
    }
    const { item, document, bytes } = sortable;
    const key = leastKey(document, fields);
    const keyed = { item, key, bytes: bytes + ITEM_BYTES + key.length };
    memory.add(keyed.bytes);
    stored++;
    const isFull = stored >= 2 * most + RUN || (memory.isHalfUsed && stored > 1.5 * most);
    if (run.push(keyed) < RUN && !isFull) continue;
    runs.push(run.sort(byKey));
    run = [];
    if (!isFull) continue;
    const first = (yield* merged(runs, interruption)).slice(0, most);
    memory.reset(first.reduce((total, { bytes }) => total + bytes, 0));
    stored = first.length;
    runs = [first];
  }
  runs.push(run.sort(byKey));
  return (yield* merged(runs, interruption)).slice(0, most).map(({ item }) => item);
}

/** Sorted runs as one. */
function* merged<T>(runs: readonly Keyed<T>[][], interruption: SortOptions["interruption"]): Steps<Keyed<T>[]> {
  if (runs.length <= 1) return runs[0] ?? [];
  const half = Math.ceil(runs.length / 2);
  const left = yield* merged(runs.slice(0, half), interruption);
  const right = yield* merged(runs.slice(half), interruption);
  const both: Keyed<T>[] = [];
  let taken = 0;
  for (const next of left) {
    for (let other = right[taken]; other && byKey(other, next) < 0; other = right[++taken]) {
      if (interruption?.step()) yield;
      both.push(other);
    }
    if (interruption?.step()) yield;
    both.push(next);
  }
  return both.concat(right.slice(taken));
}
