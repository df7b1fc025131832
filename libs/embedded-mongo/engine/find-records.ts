import { type CollectionIndex, isMultikey, sameKeyPattern } from "../indexes/collection-index.ts";
import { isDateRange } from "../indexes/filter-bounds.ts";
import { COLLECTION_SCAN, planQuery, type QueryPlan } from "../indexes/plan-query.ts";
import { compileFilter } from "../matcher/compile-filter.ts";
import type { MatchOptions } from "../matcher/predicate.ts";
import { FieldPaths } from "../store/decode-fields.ts";
import type { StoredRecord } from "../store/stored-record.ts";
import { isObjectId, toDouble } from "../values/bson-types.ts";
import { type Doc, firstKey, isDoc, own } from "../values/document.ts";
import { badValue, queryPlanKilled } from "../values/mongo-error.ts";
import { filterPaths } from "./filter-paths.ts";
import type { Interruption } from "./interruption.ts";
import type { Collection, Hit, Transaction } from "./model.ts";
import { type Sortable, sortInSteps, sortKeysOf } from "./sort-documents.ts";
import { runAtOnce, type Steps } from "./steps.ts";
import { allRecords, candidates, visibleRecords } from "./visible-records.ts";

export interface FindOptions {
  readonly sort?: Doc | undefined;
  readonly skip?: number | undefined;
  /** 0 for all. */
  readonly limit?: number | undefined;
  readonly hint?: unknown;
  readonly transaction?: Transaction | null | undefined;
  readonly match?: MatchOptions | undefined;
  /** A filter for choosing the index, if it is narrower than the filter that documents are tested with. */
  readonly planFilter?: Doc | undefined;
  /** Ends the search when the time of its command is over. */
  readonly interruption?: Pick<Interruption, "step"> | undefined;
}

export interface FindStatistics {
  plan: QueryPlan;
  documentsExamined: number;
}

const SMALL_COLLECTION = 64;
const isNaturalHint = (hint: unknown): hint is Doc => isDoc(hint) && "$natural" in hint;

/** The indexes that a transaction can use: an index older than its snapshot has the keys of all versions that the transaction may see. */
const usableIndexes = ({ indexes }: Collection, transaction: Transaction | null | undefined): readonly CollectionIndex[] =>
  transaction ? indexes.filter(({ builtAt }) => builtAt <= transaction.snapshot) : indexes;

function planFor(collection: Collection, filter: Doc, options: FindOptions): QueryPlan {
  const { hint, sort } = options;
  if (isNaturalHint(hint)) return COLLECTION_SCAN;
  const indexes = usableIndexes(collection, options.transaction);
  const query = { filter: options.planFilter ?? filter, sort: sort ? sortKeysOf(sort) : null };
  if (hint === undefined || hint === null || (isDoc(hint) && !Object.keys(hint).length)) return planQuery(query, indexes);
  const hinted = indexes.find(({ specification }) =>
    typeof hint === "string" ? specification.name === hint : sameKeyPattern(specification.key, hint),
  );
  if (!hinted)
    throw badValue("error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index");
  return planQuery({ ...query, hint: hinted }, indexes);
}

/** The matching documents in the requested order. Every candidate from an index is tested against the whole filter. */
export const findRecords = (collection: Collection, filter: Doc, options: FindOptions = {}, statistics?: FindStatistics): Hit[] =>
  runAtOnce(findRecordsInSteps(collection, filter, options, statistics));

/** As `findRecords`. Only a reader without a transaction may pause: the indexes hold the newest versions. */
export function* findRecordsInSteps(
  collection: Collection,
  filter: Doc,
  options: FindOptions = {},
  statistics?: FindStatistics,
): Steps<Hit[]> {
  const found: Hit[] = [];
  for (const hit of matchingRecords(collection, filter, options, statistics)) {
    if (hit) found.push(hit);
    else yield;
  }
  return found;
}

/** The number of matching documents. Reads no document where the index alone gives the number. */
export function* countRecordsInSteps(
  collection: Collection,
  filter: Doc,
  options: FindOptions,
  statistics?: FindStatistics,
): Steps<number> {
  let count = 0;
  const plan = planFor(collection, filter, options);
  if (isCountedByIndex(plan, filter, options)) {
    if (statistics) statistics.plan = plan;
    for (const [from, to] of plan.ranges) {
      for (const counted of plan.index.entries.counts(from, to)) {
        count += counted;
        if (!options.interruption?.step()) continue;
        yield;
        requireUnchanged(collection, plan, null);
      }
    }
    return count;
  }
  for (const hit of matchingRecords(collection, filter, options, statistics, plan)) {
    if (hit) count++;
    else yield;
  }
  return count;
}

/**
 * The matching documents one by one in the requested order, and undefined where the work should pause for other commands. Documents are
 * read on demand, so a write during the iteration may be visible in the rest of it.
 */
export function* matchingRecords(
  collection: Collection,
  filter: Doc,
  options: FindOptions,
  statistics?: FindStatistics,
  plan = planFor(collection, filter, options),
): Generator<Hit | undefined, void> {
  if (statistics) statistics.plan = plan;
  const { sort, skip = 0, limit = 0 } = options;
  const tested = testedRecords(collection, plan, filter, options, statistics);
  if (sort && !plan.sorted) {
    const most = limit ? skip + limit : undefined;
    const sorted = yield* sortInSteps(sortables(tested, sort), { sort, most, interruption: options.interruption });
    yield* sorted.slice(skip);
    return;
  }
  let seen = 0;
  for (const hit of tested) {
    if (!hit) yield;
    else if (++seen > skip) {
      yield hit;
      if (limit && seen >= skip + limit) return;
    }
  }
}

/** The parts of the matching documents that a sort holds in memory. */
function* sortables(hits: Iterable<Hit | undefined>, sort: Doc): Iterable<Sortable<Hit> | undefined> {
  const paths = new FieldPaths(Object.keys(sort));
  for (const hit of hits) {
    if (!hit) yield;
    else {
      const record = hit.record.toKeep();
      yield { item: new FoundRecord(hit.recordId, record), document: record.withPaths(paths), bytes: record.bytes.length };
    }
  }
}

/** The candidates of a plan that match the filter. */
function* testedRecords(
  collection: Collection,
  plan: QueryPlan,
  filter: Doc,
  options: FindOptions,
  statistics: FindStatistics | undefined,
): Generator<Hit | undefined, void> {
  const { store } = collection.engine;
  let { changes } = store;
  let test = isExact(plan, filter) ? null : recordTest(collection, filter, options);
  for (const [recordId, record] of scan(collection, plan, filter, options)) {
    if (statistics) statistics.documentsExamined++;
    if (options.interruption?.step()) yield;
    if (store.changes !== changes) {
      requireUnchanged(collection, plan, options.transaction);
      changes = store.changes;
      // the record may have another key by now
      test ??= recordTest(collection, filter, options);
    }
    if (!test) yield new FoundRecord(recordId, record);
    else if (test(record)) yield new FoundRecord(recordId, record.toKeep());
  }
}

/** Whether a record matches a filter, of which only the paths of the filter are decoded; null if all do. */
function recordTest(collection: Collection, filter: Doc, options: FindOptions): ((record: StoredRecord) => boolean) | null {
  if (matchesEverything(filter)) return null;
  const predicate = compileFilter(filter, options.match ?? collection.engine.matchOptions());
  const paths = filterPaths(filter);
  return (record) => predicate(record.withPaths(paths));
}

/**
 * Throws QueryPlanKilled if the collection or the index of a search was dropped during a pause. An undone batch of the store makes the
 * catalog load again: the rows and numbers are the same, but the versions of the transaction are gone.
 */
function requireUnchanged(collection: Collection, { index }: QueryPlan, transaction: Transaction | null | undefined): void {
  const current = collection.engine.databases.get(collection.database)?.get(collection.name);
  const isSame = transaction ? current === collection : current?.id === collection.id;
  if (isSame && (!index || current?.indexes.some(({ entries }) => entries.id === index.entries.id))) return;
  throw queryPlanKilled(`the collection ${collection.namespace} or the index of the query was dropped`);
}

class FoundRecord implements Hit {
  readonly recordId: number;
  readonly record: StoredRecord;

  constructor(recordId: number, record: StoredRecord) {
    this.recordId = recordId;
    this.record = record;
  }

  get document(): Doc {
    return this.record.document;
  }
}

const matchesEverything = (filter: Doc): boolean => firstKey(filter) === undefined;

const isPlainScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" || isObjectId(value);

/**
 * Whether all candidates match, so that no document has to be decoded. The filter consists of equalities with scalars on the leading fields
 * of an index, and perhaps a range of dates on the next field.
 */
function isExact({ index, equalFields }: QueryPlan, filter: Doc): boolean {
  if (!index || isMultikey(index)) return false;
  const equalities = index.fields.slice(0, equalFields);
  if (!equalities.every(({ path }) => isPlainScalar(own(filter, path)))) return false;
  const others = Object.keys(filter).length - equalities.length;
  const next = index.fields[equalFields];
  return others === 0 || (others === 1 && next !== undefined && !next.descending && isDateRange(own(filter, next.path)));
}

type IndexPlan = QueryPlan & { readonly index: CollectionIndex };

/** A transaction may see versions that the index does not have. */
const isCountedByIndex = (plan: QueryPlan, filter: Doc, options: FindOptions): plan is IndexPlan =>
  !options.transaction && !options.skip && !options.limit && isExact(plan, filter);

/** The candidates of a plan in the version that the reader sees. */
function scan(
  collection: Collection,
  plan: QueryPlan,
  filter: Doc,
  options: FindOptions,
): Iterable<[recordId: number, record: StoredRecord]> {
  const transaction = options.transaction ?? null;
  const { hint, sort } = options;
  const branches = plan.index || hint || sort ? null : branchCandidates(collection, filter, options);
  if (!plan.index && !branches) return allRecords(collection, transaction, isNaturalHint(hint) && toDouble(hint.$natural) < 0);
  const recordIds = branches ?? candidates(collection, plan.index as CollectionIndex, plan.ranges, plan.reverse, transaction);
  return visibleRecords(collection, recordIds, transaction);
}

/** The union of the candidates of all `$or` branches, in natural order; null unless every branch has an index. */
function branchCandidates(collection: Collection, filter: Doc, { transaction = null, interruption }: FindOptions): number[] | null {
  if (!Array.isArray(filter.$or) || collection.records.size < SMALL_COLLECTION) return null;
  const found = new Set<number>();
  for (const branch of filter.$or) {
    if (!isDoc(branch)) return null;
    const { index, ranges, equalFields } = planQuery({ filter: branch, sort: null }, usableIndexes(collection, transaction));
    if (!index || equalFields === 0) return null;
    for (const recordId of candidates(collection, index, ranges, false, transaction)) {
      interruption?.step();
      found.add(recordId);
    }
  }
  return [...found].sort((left, right) => left - right);
}
