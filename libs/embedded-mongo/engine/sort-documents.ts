import { multikeyEntries } from "../index/multikey-entries.ts";
import type { SortKeys } from "../index/plan-query.ts";
import { isNumeric, toDouble } from "../values/bson-types.ts";
import { compare, type StringCompare } from "../values/compare.ts";
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
    if (isDoc(order) && "$meta" in order) return [path, 1] as const;
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
 * The lists of values that a document can sort by: one, or one per element of an array, as in an index on the fields. Fields of one
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
  readonly key: string | readonly unknown[];
  readonly bytes: number;
}
type Order = (left: Keyed<unknown>, right: Keyed<unknown>) => number;

/** How the key of a document is made, and the order of keys. */
function keysFor(sort: Doc, compareStrings: StringCompare | undefined) {
  const fields = sortKeysOf(sort).map(([path, direction]): SortField => ({ path, parts: path.split("."), direction }));
  if (!compareStrings) {
    const order: Order = ({ key: left }, { key: right }) => (left < right ? -1 : left > right ? 1 : 0);
    return { keyOf: (document: Doc) => leastKey(document, fields), order };
  }
  const comparable = (value: unknown) => (value === EMPTY_ARRAY ? undefined : (value ?? null));
  const compareLists = (left: readonly unknown[], right: readonly unknown[]): number => {
    for (const [at, { direction }] of fields.entries()) {
      const result = compare(comparable(left[at]), comparable(right[at]), compareStrings) * direction;
      if (result) return result;
    }
    return 0;
  };
  const keyOf = (document: Doc) => candidatesOf(document, fields).reduce((least, next) => (compareLists(next, least) < 0 ? next : least));
  const order: Order = ({ key: left }, { key: right }) => compareLists(left as readonly unknown[], right as readonly unknown[]);
  return { keyOf, order };
}

/** Something to sort by a document, or by the part of it that has the paths of the sort. */
export interface Sortable<T> {
  readonly item: T;
  readonly document: Doc;
  /** The memory that the item takes. */
  readonly bytes: number;
}

export interface SortOptions {
  readonly sort: Doc;
  /** How many of the first are wanted; not many more than twice as many are kept. */
  readonly most?: number | undefined;
  /** The string comparison of a collation. */
  readonly compareStrings?: StringCompare | undefined;
  readonly interruption?: Pick<Interruption, "step"> | undefined;
}

/** What an item takes besides its bytes and its key. */
const ITEM_BYTES = 200;
/** Sorting this many at once takes a few milliseconds. */
const RUN = 2_048;

/** Sorts stably, in runs that are merged; undefined stands where others should get a turn. Throws the error 292 if the items take too much memory. */
export function* sortInSteps<T>(
  sortables: Iterable<Sortable<T> | undefined>,
  { sort, most = Number.POSITIVE_INFINITY, compareStrings, interruption }: SortOptions,
): Steps<T[]> {
  const { keyOf, order } = keysFor(sort, compareStrings);
  const memory = new MemoryLimit("Sort");
  let runs: Keyed<T>[][] = [];
  let run: Keyed<T>[] = [];
  let kept = 0;
  for (const sortable of sortables) {
    if (!sortable) {
      yield;
      continue;
    }
    const { item, document, bytes } = sortable;
    const key = keyOf(document);
    const keyed = { item, key, bytes: bytes + ITEM_BYTES + key.length };
    memory.add(keyed.bytes);
    kept++;
    const isFull = kept >= 2 * most + RUN || (memory.isHalfUsed && kept > 1.5 * most);
    if (run.push(keyed) < RUN && !isFull) continue;
    runs.push(run.sort(order));
    run = [];
    if (!isFull) continue;
    const first = (yield* merged(runs, order, interruption)).slice(0, most);
    memory.reset(first.reduce((total, { bytes }) => total + bytes, 0));
    kept = first.length;
    runs = [first];
  }
  runs.push(run.sort(order));
  return (yield* merged(runs, order, interruption)).slice(0, most).map(({ item }) => item);
}

/** Sorted runs as one. */
function* merged<T>(runs: readonly Keyed<T>[][], order: Order, interruption: SortOptions["interruption"]): Steps<Keyed<T>[]> {
  if (runs.length <= 1) return runs[0] ?? [];
  const half = Math.ceil(runs.length / 2);
  const left = yield* merged(runs.slice(0, half), order, interruption);
  const right = yield* merged(runs.slice(half), order, interruption);
  const both: Keyed<T>[] = [];
  let taken = 0;
  for (const next of left) {
    for (let other = right[taken]; other && order(other, next) < 0; other = right[++taken]) {
      if (interruption?.step()) yield;
      both.push(other);
    }
    if (interruption?.step()) yield;
    both.push(next);
  }
  return both.concat(right.slice(taken));
}
