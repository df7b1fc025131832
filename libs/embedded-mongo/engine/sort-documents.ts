import { multikeyEntries } from "../index/multikey-entries.ts";
import type { SortKeys } from "../index/plan-query.ts";
import { isNumeric, toDouble } from "../values/bson-types.ts";
import { compare, type StringCompare } from "../values/compare.ts";
import { type Doc, isDoc, own } from "../values/document.ts";
import { indexKey, invertKey } from "../values/index-key.ts";
import { badValue, locationError, MongoError } from "../values/mongo-error.ts";

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

/** Sorts documents stably; `compareStrings` is the string comparison of a collation. */
export function sortDocuments<T>(items: readonly T[], documentOf: (item: T) => Doc, sort: Doc, compareStrings?: StringCompare): T[] {
  const fields = sortKeysOf(sort).map(([path, direction]): SortField => ({ path, parts: path.split("."), direction }));
  if (!compareStrings) {
    const keyed = items.map((item) => ({ item, key: leastKey(documentOf(item), fields) }));
    keyed.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
    return keyed.map(({ item }) => item);
  }
  const comparable = (value: unknown) => (value === EMPTY_ARRAY ? undefined : (value ?? null));
  const compareLists = (left: readonly unknown[], right: readonly unknown[]): number => {
    for (const [at, { direction }] of fields.entries()) {
      const result = compare(comparable(left[at]), comparable(right[at]), compareStrings) * direction;
      if (result) return result;
    }
    return 0;
  };
  const valued = items.map((item) => {
    const values = candidatesOf(documentOf(item), fields).reduce((least, next) => (compareLists(next, least) < 0 ? next : least));
    return { item, values };
  });
  valued.sort((left, right) => compareLists(left.values, right.values));
  return valued.map(({ item }) => item);
}
