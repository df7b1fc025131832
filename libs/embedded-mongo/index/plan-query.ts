import { ORDER, typeOrder } from "../values/bson-types.ts";
import { collationKey } from "../values/collation.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { indexKey, invertKey, typeByte } from "../values/index-key.ts";
import { type CollectionIndex, type IndexField, keyPart } from "./collection-index.ts";
import { type Bound, boundsOf, impliesPartial } from "./filter-bounds.ts";

export type SortKeys = readonly (readonly [path: string, direction: number])[];
export type KeyRange = readonly [from: string, to: string | undefined];

/** How a filter is answered: by ranges of an index, or by looking at every record. */
export interface QueryPlan {
  readonly index: CollectionIndex | null;
  readonly ranges: readonly KeyRange[];
  /** Whether the records come in the order that the sort wants. */
  readonly sorted: boolean;
  readonly reverse: boolean;
  /** How many leading fields of the index are fixed by equalities. */
  readonly equalFields: number;
}

export interface Query {
  readonly filter: Doc;
  readonly sort: SortKeys | null;
  readonly collation: unknown;
  readonly hint?: CollectionIndex | undefined;
}

export const COLLECTION_SCAN: QueryPlan = { index: null, ranges: [], sorted: false, reverse: false, equalFields: 0 };
const MAX_RANGES = 2000;
const ABOVE_ALL = "\xff";

/** Chooses the index that narrows most; the caller tests the filter again on every record. */
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

function planWith(index: CollectionIndex, { filter, sort, collation, hint }: Query, bounds: Map<string, Bound>): Candidate | null {
  const { specification, fields } = index;
  if (index.isSpecial || (specification.hidden && !hint)) return null;
  if (index.partial && !hint && !impliesPartial(filter, specification.partialFilterExpression ?? {})) return null;
  const queryCollation = collationKey(collation);
  const sameCollation = collationKey(specification.collation) === queryCollation;
  const equality = equalityPrefixes(index, bounds, sameCollation);
  const range = rangeAfter(index, equality, bounds, sameCollation);
  if (specification.sparse && !hint && !equality.nonNull && !range.nonNull) return null;
  const order =
    sort && !index.multikey && range.ranges.length === 1 && !queryCollation && !specification.collation
      ? sortDirection(fields, equality.count, sort)
      : null;
  let score = equality.count * 10 + range.score + (order && order.remaining > 0 ? 2 : 0);
  if (score === 0 && !(order && sort?.length) && !hint) return null;
  if (index.unique && equality.count === fields.length && equality.prefixes.length === 1) score += 100;
  if (order) score += 1;
  const plan = { index, ranges: range.ranges, sorted: order !== null, reverse: order?.reverse ?? false, equalFields: equality.count };
  return { plan, score };
}

interface EqualityPrefixes {
  readonly prefixes: readonly string[];
  readonly count: number;
  readonly nonNull: boolean;
}

/** The key prefixes that the equalities on the leading fields give: the product of their values. */
function equalityPrefixes(index: CollectionIndex, bounds: Map<string, Bound>, sameCollation: boolean): EqualityPrefixes {
  let prefixes: readonly string[] = [""];
  let count = 0;
  let nonNull = false;
  for (const field of index.fields) {
    const values = bounds.get(field.path)?.equals;
    if (!values || prefixes.length * values.length > MAX_RANGES) break;
    if (!sameCollation && values.some((value) => typeof value === "string" || isDoc(value))) break;
    if (values.every((value) => value !== null)) nonNull = true;
    const parts = [...new Set(values.map((value) => keyPart(index, value, field.descending)))].sort();
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

/** The ranges below the prefixes: of the next field where the filter bounds it, else everything. */
function rangeAfter(index: CollectionIndex, equality: EqualityPrefixes, bounds: Map<string, Bound>, sameCollation: boolean): RangePart {
  const { prefixes, count } = equality;
  const field = index.fields[count];
  if (!field) return { ranges: prefixes.map((prefix) => [prefix, `${prefix}\x00`]), score: 0, nonNull: false };
  const bound = bounds.get(field.path);
  const narrowed = bound && boundIsUsable(index, bound, sameCollation) ? narrow(index, field, bound) : null;
  if (narrowed) {
    const [from, to] = narrowed.range;
    return { ranges: prefixes.map((prefix) => [prefix + from, prefix + to]), score: narrowed.score, nonNull: true };
  }
  const nonNull = bound?.exists === true;
  if (count === 0) return { ranges: [["", undefined]], score: 0, nonNull };
  return { ranges: prefixes.map((prefix) => [prefix, prefix + ABOVE_ALL]), score: 0, nonNull };
}

function boundIsUsable(index: CollectionIndex, bound: Bound, sameCollation: boolean): boolean {
  if (sameCollation && !index.specification.collation) return true;
  return typeof bound.low !== "string" && typeof bound.high !== "string" && bound.prefix === undefined;
}

function narrow(index: CollectionIndex, field: IndexField, bound: Bound): { range: [string, string]; score: number } | null {
  const useLow = bound.low !== undefined;
  // with several keys a record, each of two bounds may be met by another one
  const useHigh = bound.high !== undefined && !(index.multikey && useLow);
  if (!useLow && !useHigh && bound.prefix === undefined) return null;
  const order = useLow ? typeOrder(bound.low) : useHigh ? typeOrder(bound.high) : ORDER.string;
  let from = useLow ? indexKey(bound.low, index.fold) : typeByte(order);
  let to = useHigh ? indexKey(bound.high, index.fold) + ABOVE_ALL : typeByte(order + 1);
  if (!useLow && !useHigh) {
    from = typeByte(order) + bound.prefix;
    to = from + ABOVE_ALL;
  }
  const score = useLow && useHigh ? 5 : 4;
  if (!field.descending) return { range: [from, to], score };
  const upper = invertKey(from);
  return { range: [invertKey(to), useLow ? upper + ABOVE_ALL : afterPrefix(upper)], score };
}

/** The first key after all that start with a prefix; inverted, the end of a value may be a row of the highest bytes. */
const afterPrefix = (prefix: string): string => prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);

/** Whether the fields after the equalities give the wanted order, and in which direction; fixed fields may be skipped. */
function sortDirection(fields: readonly IndexField[], fixed: number, sort: SortKeys): { reverse: boolean; remaining: number } | null {
  const fixedPaths = new Set(fields.slice(0, fixed).map((field) => field.path));
  const wanted = sort.filter(([path]) => !fixedPaths.has(path));
  let reverse: boolean | undefined;
  for (const [at, [path, direction]] of wanted.entries()) {
    const field = fields[fixed + at];
    if (field?.path !== path) return null;
    const turned = direction < 0 !== field.descending;
    if (reverse !== undefined && reverse !== turned) return null;
    reverse = turned;
  }
  return { reverse: reverse ?? false, remaining: wanted.length };
}
