import { sameKeyPattern } from "../index/collection-index.ts";
import { COLLECTION_SCAN, planQuery, type QueryPlan } from "../index/plan-query.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import type { MatchOptions, Position, Predicate } from "../matcher/predicate.ts";
import { toDouble } from "../values/bson-types.ts";
import { encode } from "../values/codec.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { badValue } from "../values/mongo-error.ts";
import type { Collection, Hit, Transaction } from "./model.ts";
import { sortDocuments, sortKeysOf } from "./sort-documents.ts";
import { differingRecords, recordIds, visibleDocument } from "./visible-records.ts";

export interface FindOptions {
  readonly sort?: Doc | undefined;
  readonly skip?: number | undefined;
  /** 0 for all. */
  readonly limit?: number | undefined;
  readonly hint?: unknown;
  readonly transaction?: Transaction | null | undefined;
  readonly match?: MatchOptions | undefined;
  readonly collation?: unknown;
  /** Notes which element of an array matched. */
  readonly wantPosition?: boolean | undefined;
  /** The filter by which the index is chosen, where that is narrower than the one tested. */
  readonly planFilter?: Doc | undefined;
}

export interface FindStatistics {
  plan: QueryPlan;
  documentsExamined: number;
}

const SMALL_COLLECTION = 64;
const isNaturalHint = (hint: unknown): hint is Doc => isDoc(hint) && "$natural" in hint;

function planFor(collection: Collection, filter: Doc, options: FindOptions): QueryPlan {
  const { hint, sort, collation } = options;
  if (isNaturalHint(hint)) return COLLECTION_SCAN;
  const query = { filter: options.planFilter ?? filter, sort: sort ? sortKeysOf(sort) : null, collation };
  if (hint === undefined || hint === null || (isDoc(hint) && !Object.keys(hint).length)) return planQuery(query, collection.indexes);
  const hinted = collection.indexes.find(({ specification }) =>
    typeof hint === "string" ? specification.name === hint : sameKeyPattern(specification.key, hint),
  );
  if (!hinted)
    throw badValue("error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index");
  return planQuery({ ...query, hint: hinted }, collection.indexes);
}

/** The documents that match, in the order wanted; every candidate of an index is tested again. */
export function findRecords(collection: Collection, filter: Doc, options: FindOptions = {}, statistics?: FindStatistics): Hit[] {
  const predicate = compileFilter(filter, options.match ?? collection.engine.matchOptions());
  const plan = planFor(collection, filter, options);
  const { sort, skip = 0, limit = 0 } = options;
  const differing = differingRecords(collection, options.transaction ?? null);
  const inOrder = !sort || (plan.sorted && !differing);
  const wanted = inOrder && limit ? skip + limit : Number.POSITIVE_INFINITY;
  const scan = scanWith(collection, filter, predicate, options, wanted);
  if (plan.index) scanIndex(plan, differing, scan.see);
  else scanCollection(collection, filter, options, differing, scan.see);
  if (statistics) Object.assign(statistics, { plan, documentsExamined: scan.examined() });
  let hits = sort && !inOrder ? sortDocuments(scan.hits, (hit) => hit.document, sort, options.match?.strings) : scan.hits;
  if (skip) hits = hits.slice(skip);
  return limit ? hits.slice(0, limit) : hits;
}

/** Looks at one record; returns whether enough were found. */
type See = (recordId: number) => boolean;

function scanWith(collection: Collection, filter: Doc, predicate: Predicate, options: FindOptions, wanted: number) {
  const hits: Hit[] = [];
  const transaction = options.transaction ?? null;
  const matchesAll = Object.keys(filter).length === 0;
  let examined = 0;
  const see: See = (recordId) => {
    const document = visibleDocument(collection, recordId, transaction);
    if (!document) return false;
    examined++;
    const position: Position | undefined = options.wantPosition ? {} : undefined;
    if (!matchesAll && !predicate(document, position)) return false;
    hits.push(position ? { recordId, document, position: position.index } : { recordId, document });
    return hits.length >= wanted;
  };
  return { hits, see, examined: () => examined };
}

function scanIndex(plan: QueryPlan, differing: Set<number> | null, see: See): void {
  const { index } = plan;
  if (!index) return;
  const seen = index.multikey || differing ? new Set<number>() : null;
  for (const [from, to] of plan.reverse ? plan.ranges.toReversed() : plan.ranges) {
    for (const recordId of index.entries.range(from, to, plan.reverse)) {
      if (seen?.has(recordId)) continue;
      seen?.add(recordId);
      if (see(recordId)) return;
    }
  }
  for (const recordId of differing ?? []) if (!seen?.has(recordId) && see(recordId)) return;
}

function scanCollection(collection: Collection, filter: Doc, options: FindOptions, differing: Set<number> | null, see: See): void {
  const { hint, sort } = options;
  const branches = hint || sort || options.collation ? null : branchCandidates(collection, filter);
  if (branches) {
    for (const recordId of differing ?? []) branches.add(recordId);
    for (const recordId of [...branches].sort((left, right) => left - right)) if (see(recordId)) return;
    return;
  }
  const ids = recordIds(collection, differing);
  const backwards = isNaturalHint(hint) && toDouble(hint.$natural) < 0;
  for (const recordId of backwards ? [...ids].reverse() : ids) if (see(recordId)) return;
}

/** For an `$or` whose every branch has an index: the union of the branches. */
function branchCandidates(collection: Collection, filter: Doc): Set<number> | null {
  if (!Array.isArray(filter.$or) || collection.records.size < SMALL_COLLECTION) return null;
  const candidates = new Set<number>();
  for (const branch of filter.$or) {
    if (!isDoc(branch)) return null;
    const plan = planQuery({ filter: branch, sort: null, collation: null }, collection.indexes);
    if (!plan.index || plan.equalFields === 0) return null;
    for (const [from, to] of plan.ranges) for (const recordId of plan.index.entries.range(from, to)) candidates.add(recordId);
  }
  return candidates;
}

/** The bytes of a found document: those stored, where it is still the newest version. */
export function hitBytes(collection: Collection, hit: Hit): Buffer {
  const record = collection.records.get(hit.recordId);
  if (record?.document !== hit.document) return encode(hit.document);
  record.bytes ??= encode(record.document);
  return record.bytes;
}
