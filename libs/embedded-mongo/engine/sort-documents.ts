import type { SortKeys } from "../index/plan-query.ts";
import { isNumeric, toDouble } from "../values/bson-types.ts";
import { compare, type StringCompare } from "../values/compare.ts";
import { type Doc, isDigits, isDoc, own } from "../values/document.ts";
import { indexKey, invertKey } from "../values/index-key.ts";
import { locationError } from "../values/mongo-error.ts";

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

/** The values at a path that a sort may choose from; an empty array is undefined and sorts before null. */
function sortCandidates(value: unknown, parts: readonly string[], at: number, found: unknown[]): void {
  const part = parts[at];
  if (part === undefined) {
    if (!Array.isArray(value)) found.push(value ?? null);
    else if (!value.length) found.push(undefined);
    else for (const element of value) found.push(element ?? null);
  } else if (!Array.isArray(value)) sortCandidates(isDoc(value) ? own(value, part) : undefined, parts, at + 1, found);
  else if (isDigits(part) && Number(part) < value.length) sortCandidates(value[Number(part)], parts, at + 1, found);
  else {
    if (!value.length) found.push(undefined);
    for (const element of value) {
      if (isDoc(element)) sortCandidates(element, parts, at, found);
      else found.push(null);
    }
  }
}

/** The value that a document sorts by: the least element of an array going up, the greatest going down. */
function sortValue(document: Doc, parts: readonly string[], direction: number, strings?: StringCompare): unknown {
  if (parts.length === 1) {
    const value = own(document, parts[0] ?? "");
    if (!Array.isArray(value)) return value ?? null;
  }
  const candidates: unknown[] = [];
  sortCandidates(document, parts, 0, candidates);
  let best = candidates[0];
  for (const candidate of candidates) if (compare(candidate, best, strings) * direction < 0) best = candidate;
  return best;
}

/** Sorts by the keys, stably; with a collation strings compare by it. */
export function sortDocuments<T>(items: readonly T[], documentOf: (item: T) => Doc, sort: Doc, strings?: StringCompare): T[] {
  const keys = sortKeysOf(sort).map(([path, direction]) => ({ parts: path.split("."), direction }));
  if (!strings) {
    const keyed = items.map((item) => {
      let key = "";
      for (const { parts, direction } of keys) {
        const value = sortValue(documentOf(item), parts, direction);
        const part = value === undefined ? "\x01" : indexKey(value);
        key += direction < 0 ? invertKey(part) : part;
      }
      return { item, key };
    });
    keyed.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
    return keyed.map(({ item }) => item);
  }
  const valued = items.map((item) => ({
    item,
    values: keys.map(({ parts, direction }) => sortValue(documentOf(item), parts, direction, strings)),
  }));
  valued.sort((left, right) => {
    for (const [at, { direction }] of keys.entries()) {
      const result = compare(left.values[at], right.values[at], strings) * direction;
      if (result) return result;
    }
    return 0;
  });
  return valued.map(({ item }) => item);
}
