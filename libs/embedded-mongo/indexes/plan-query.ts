import { typeOrder } from "../values/bson-types.ts";
import type { Doc } from "../values/document.ts";
import { indexKey, invertKey, typeByte } from "../values/index-key.ts";
import { type CollectionIndex, type IndexField, isMultikey, keyPart } from "./collection-index.ts";
import { type Bound, boundsOf, impliesPartial, isValidDate } from "./filter-bounds.ts";

export type SortKeys = readonly (readonly [path: string, direction: number])[];
export type KeyRange = readonly [from: string, to: string | undefined];

/** How a query is executed: over key ranges of an index, or by a collection scan. */
export interface QueryPlan {
  readonly index: CollectionIndex | null;
  readonly ranges: readonly KeyRange[];
  /** Whether the index returns the records in the requested order. */
  readonly sorted: boolean;
  readonly reverse: boolean;
  /** The number of leading index fields with an equality. */
  readonly equalFields: number;
}

export interface Query {
  readonly filter: Doc;
  readonly sort: SortKeys | null;
  readonly hint?: CollectionIndex | undefined;
}

export const COLLECTION_SCAN: QueryPlan = { index: null, ranges: [], sorted: false, reverse: false, equalFields: 0 };
const MAX_RANGES = 2000;
const ABOVE_ALL = "\xff";

/** Chooses the most selective index; the caller tests the whole filter on every candidate. */
export function planQuery(query: Query, indexes: readonly CollectionIndex[]): QueryPlan {
  const { filter, sort, hint } = query;
  const bounds = boundsOf(filter);
  if (!bounds.size && !sort && !hint) return COLLECTION_SCAN;
  let best = COLLECTION_SCAN;
  let bestScore = 0;
  for (const index of hint ? [hint] : indexes) {
    const candidate = planWith(index, query, bounds);
    if (!candidate || (candidate.score <= bestScore && !hint)) continue;
    best = candidate.plan;
    bestScore = candidate.score;
  }
  return best;
}

interface Candidate {
  readonly plan: QueryPlan;
  readonly score: number;
}

function planWith(index: CollectionIndex, { filter, sort, hint }: Query, bounds: Map<string, Bound>): Candidate | null {
  const { specification, fields } = index;
  if (index.partial && !hint && !impliesPartial(filter, specification.partialFilterExpression ?? {})) return null;
  const usable = boundsOfOneKey(index, bounds);
  const equality = equalityPrefixes(index, usable);
  const range = rangeAfter(index, equality, usable);
  if (specification.sparse && !hint && !equality.nonNull && !range.nonNull) return null;
  const order = sort && equality.prefixes.length === 1 ? sortDirection(index, equality.count, sort) : null;
  let score = equality.count * 10 + range.score + (order && order.remaining > 0 ? 2 : 0);
  if (score === 0 && !(order && sort?.length) && !hint) return null;
  if (index.unique && equality.count === fields.length && equality.prefixes.length === 1) score += 100;
  if (order) score += 1;
  // Of two indexes that serve alike the partial one has fewer entries.
  if (index.partial) score += 0.1;
  const plan = { index, ranges: range.ranges, sorted: order !== null, reverse: order?.reverse ?? false, equalFields: equality.count };
  return { plan, score };
}

/**
 * The bounds that one key of a document has to satisfy together. Fields of one array may satisfy their bounds by different elements, and so
 * by different keys. Then only the first field with a bound counts.
 */
function boundsOfOneKey(index: CollectionIndex, bounds: Map<string, Bound>): Map<string, Bound> {
  const { fields } = index;
  if (!isMultikey(index) || fields.length === 1) return bounds;
  const usable = new Map<string, Bound>();
  const seen = new Set<string | undefined>();
  for (const { path, parts } of fields) {
    const bound = bounds.get(path);
    if (!bound || seen.has(parts[0])) continue;
    seen.add(parts[0]);
    usable.set(path, bound);
  }
  return usable;
}

interface EqualityPrefixes {
  readonly prefixes: readonly string[];
  readonly count: number;
  readonly nonNull: boolean;
}

/** The key prefixes for the equalities on the leading fields: the product of their values. */
function equalityPrefixes(index: CollectionIndex, bounds: Map<string, Bound>): EqualityPrefixes {
  let prefixes: readonly string[] = [""];
  let count = 0;
  let nonNull = false;
  for (const field of index.fields) {
    const values = bounds.get(field.path)?.equals;
    if (!values || prefixes.length * values.length > MAX_RANGES) break;
    if (values.every((value) => value !== null)) nonNull = true;
    const parts = [...new Set(values.map((value) => keyPart(value, field.descending)))].sort();
    prefixes = prefixes.flatMap((prefix) => parts.map((part) => prefix + part));
    count++;
  }
  return { prefixes, count, nonNull };
}

interface RangePart {
  readonly ranges: readonly KeyRange[];
  readonly score: number;
  readonly nonNull: boolean;
}

/** The key ranges below the prefixes: within the bounds of the next field, or unbounded. */
function rangeAfter(index: CollectionIndex, equality: EqualityPrefixes, bounds: Map<string, Bound>): RangePart {
  const { prefixes, count } = equality;
  const field = index.fields[count];
  if (!field) return { ranges: prefixes.map((prefix) => [prefix, `${prefix}\x00`]), score: 0, nonNull: false };
  const bound = bounds.get(field.path);
  const narrowed = bound ? narrow(index, count, bound) : null;
  if (narrowed) {
    const [from, to] = narrowed.range;
    const ranges = prefixes.map((prefix): KeyRange => [prefix + from, prefix + to]);
    return { ranges, score: narrowed.score, nonNull: true };
  }
  const nonNull = bound?.exists === true;
  if (count === 0) return { ranges: [["", undefined]], score: 0, nonNull };
  return { ranges: prefixes.map((prefix) => [prefix, prefix + ABOVE_ALL]), score: 0, nonNull };
}

interface NarrowedField {
  readonly range: readonly [from: string, to: string];
  readonly score: number;
}

function narrow(index: CollectionIndex, number: number, bound: Bound): NarrowedField | null {
  const field = index.fields[number] as IndexField;
  const useLow = bound.low !== undefined;
  // one element of an array may satisfy the low bound and another one the high bound
  const useHigh = bound.high !== undefined && !(index.arrayFields.has(number) && useLow);
  if (!useLow && !useHigh) return null;
  const order = typeOrder(useLow ? bound.low : bound.high);
  const least = useLow ? indexKey(bound.low) : typeByte(order);
  const greatest = useHigh ? indexKey(bound.high) : typeByte(order + 1);
  const score = useLow && useHigh ? 5 : 4;
  if (!field.descending) {
    // Dates outside are excluded here, so that a count need not check them.
    const from = bound.isAboveLow && useLow && isValidDate(bound.low) ? least + ABOVE_ALL : least;
    const isOpen = !useHigh || (bound.isBelowHigh && isValidDate(bound.high));
    return { range: [from, isOpen ? greatest : greatest + ABOVE_ALL], score };
  }
  // the greatest value comes first: the range begins with its inverted key, which is the whole key when the field is the last
  const upper = invertKey(least);
  return { range: [invertKey(greatest), useLow ? upper + ABOVE_ALL : afterPrefix(upper)], score };
}

/** The first key after all keys with a prefix. Appending ABOVE_ALL does not suffice: an inverted value may end in highest bytes. */
const afterPrefix = (prefix: string): string => prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);

/**
 * The scan direction in which the fields after the equalities give the requested order; null if there is none. A document with an array in
 * one of these stands at several places of the index. With an array in a field before them it stands once under each value.
 */
function sortDirection(
  { fields, arrayFields }: CollectionIndex,
  fixed: number,
  sort: SortKeys,
): { reverse: boolean; remaining: number } | null {
  // an array is sorted by its least or greatest element, which need not be the element that matches the filter
  const fixedPaths = new Set(fields.slice(0, fixed).flatMap(({ path }, at) => (arrayFields.has(at) ? [] : [path])));
  const wanted = sort.filter(([path]) => !fixedPaths.has(path));
  let reverse: boolean | undefined;
  for (const [at, [path, direction]] of wanted.entries()) {
    const field = fields[fixed + at];
    if (field?.path !== path || arrayFields.has(fixed + at)) return null;
    const isReversed = direction < 0 !== field.descending;
    if (reverse !== undefined && reverse !== isReversed) return null;
    reverse = isReversed;
  }
  return { reverse: reverse ?? false, remaining: wanted.length };
}
