import { mongo } from "mongoose";
import { type Random, seededRandom } from "../support/random.ts";
import { randomFilter, randomPath, type Vocabulary } from "./random-filters.ts";
import { randomFields } from "./random-values.ts";

const { EJSON } = mongo.BSON;

interface Row extends mongo.Document {
  readonly _id: number;
}

/** A query that finds something else, or in another order, with an index than without. */
export interface Difference {
  readonly seed: number;
  readonly what: string;
  readonly details: string;
}

/** Queries over one collection. */
export const QUERIES_OF_A_SEED = 25;
const ROWS = 40;
const PARTIAL_FILTERS: readonly mongo.Document[] = [
  { c: { $exists: true } },
  { d: { $gt: 1 } },
  { a: { $gte: 1 } },
  { a: { $gt: "" } },
  { b: { $lte: 3 } },
  { d: 2 },
  { a: { $type: "number" } },
  { $and: [{ d: { $gte: 1 } }, { d: { $lt: 3 } }] },
  { $or: [{ d: 1 }, { d: 2 }] },
  { d: { $in: [1, 2, 3] } },
];

interface Index {
  readonly key: Record<string, 1 | -1>;
  readonly options: mongo.CreateIndexesOptions;
}

function randomIndex(random: Random): Index {
  const key: Record<string, 1 | -1> = {};
  const fields = 1 + random.below(3);
  while (Object.keys(key).length < fields) key[randomPath(random)] = random.pick([1, -1]);
  const kind = random.below(10);
  if (kind < 2) return { key, options: { sparse: true } };
  if (kind < 4) return { key, options: { partialFilterExpression: random.pick(PARTIAL_FILTERS) } };
  return { key, options: kind < 5 ? { unique: true } : {} };
}

interface Query {
  readonly filter: mongo.Document;
  readonly sort: Record<string, 1 | -1> | undefined;
  readonly limits: { skip?: number; limit?: number };
}

function randomSort(random: Random, { key }: Index): Record<string, 1 | -1> {
  const along = random.next() < 0.6;
  const paths = along ? Object.keys(key).slice(random.below(2)) : [randomPath(random)];
  const reversed = random.next() < 0.5;
  const sort: Record<string, 1 | -1> = {};
  for (const path of paths) {
    const direction = along ? (key[path] ?? 1) : random.pick([1, -1] as const);
    sort[path] = reversed ? (-direction as 1 | -1) : direction;
  }
  return sort;
}

function randomQuery(random: Random, index: Index, vocabulary: Vocabulary): Query {
  const filter = random.next() < 0.05 ? {} : randomFilter(random, vocabulary);
  const sort = random.next() < 0.6 ? randomSort(random, index) : undefined;
  return { filter, sort, limits: random.next() < 0.3 ? { skip: random.below(4), limit: 1 + random.below(9) } : {} };
}

const codeOf = (error: unknown): string => {
  if (error instanceof mongo.MongoServerError) return `error ${String(error.code)}`;
  throw error;
};

/** The values at the paths of an index and within them. */
function vocabularyOf(documents: readonly mongo.Document[], { key }: Index): Vocabulary {
  const paths = Object.keys(key);
  const values: unknown[] = [];
  const collect = (value: unknown, parts: readonly string[]): void => {
    const [part, ...rest] = parts;
    if (Array.isArray(value)) for (const element of value) collect(element, parts);
    if (part === undefined) values.push(value);
    else if (typeof value === "object" && value !== null && Object.hasOwn(value, part)) collect((value as mongo.Document)[part], rest);
  };
  for (const document of documents) for (const path of paths) collect(document, path.split("."));
  return { paths, values };
}

class Comparison {
  readonly #rows: mongo.Collection<Row>;
  readonly #index: Index;

  constructor(rows: mongo.Collection<Row>, index: Index) {
    this.#rows = rows;
    this.#index = index;
  }

  /** The ids in the order of the answer, or the code of the error. */
  async #ids({ filter }: Query, options: mongo.FindOptions): Promise<number[] | string> {
    try {
      const all = { ...options, projection: { _id: 1 } } as const;
      return (await this.#rows.find(filter, all).toArray()).map(({ _id }) => _id);
    } catch (error) {
      return codeOf(error);
    }
  }

  /** Hints that may not leave documents out: an index that holds every document. */
  get #hints(): mongo.FindOptions[] {
    const { sparse, partialFilterExpression } = this.#index.options;
    return sparse || partialFilterExpression ? [{}] : [{}, { hint: this.#index.key }];
  }

  /** The difference between the answers; null if there is none. */
  async difference(query: Query): Promise<object | null> {
    const scan: mongo.FindOptions = { hint: { $natural: 1 } };
    const { sort, limits } = query;
    const expected = await this.#ids(query, scan);
    const ascending = sort && (await this.#ids(query, { ...scan, sort: { ...sort, _id: 1 } }));
    const descending = sort && (await this.#ids(query, { ...scan, sort: { ...sort, _id: -1 } }));
    for (const hint of this.#hints) {
      const found = await this.#ids(query, hint);
      if (!sameSet(found, expected)) return { hint, found, expected };
      if (!ascending || !descending) continue;
      const page = await this.#ids(query, { ...hint, ...limits, sort: { ...sort, _id: 1 } });
      if (String(page) !== String(pageOf(ascending, limits))) return { hint, page, ascending };
      const sorted = await this.#ids(query, { ...hint, sort });
      if (!isOrdered(sorted, ascending, descending)) return { hint, sorted, ascending };
    }
    return null;
  }
}

const pageOf = (ids: number[] | string, { skip = 0, limit = ids.length }: Query["limits"]): number[] | string =>
  typeof ids === "string" ? ids : ids.slice(skip, skip + limit);

const sameSet = (left: number[] | string, right: number[] | string): boolean =>
  typeof left === "string" || typeof right === "string" ? left === right : String([...left].sort()) === String([...right].sort());

/**
 * Whether ids are in the order of a sort that leaves ties open. Two lists break ties by the id, one upwards and one downwards. They have
 * the same ids up to the end of each group of ties and nowhere else.
 */
function isOrdered(ids: number[] | string, ascending: number[] | string, descending: number[] | string): boolean {
  if (typeof ids === "string" || typeof ascending === "string" || typeof descending === "string") return ids === ascending;
  const [first, second, third] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const [at, id] of ascending.entries()) {
    first.add(id);
    second.add(descending[at] ?? -1);
    third.add(ids[at] ?? -1);
    if (new Set([...first, ...second]).size === first.size && new Set([...first, ...third]).size !== first.size) return false;
  }
  return ids.length === ascending.length;
}

/** Inserts a row unless an index refuses it: its key is taken, or it has two arrays for one index. */
async function tryWrite(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const codes =
      error instanceof mongo.MongoBulkWriteError
        ? [error.writeErrors].flat().map(({ code }) => code)
        : [(error as { code?: unknown }).code];
    if (codes.some((code) => code !== 11000 && code !== 171)) throw error;
  }
}

/** Compares random queries over a random collection with random indexes; all of it follows from the seed. */
export async function compareIndexWithScan(database: mongo.Db, seed: number, queries = QUERIES_OF_A_SEED): Promise<Difference[]> {
  const random = seededRandom(seed);
  const rows = database.collection<Row>(`rows-${seed}`);
  const index = randomIndex(random);
  const differences: Difference[] = [];
  const early = random.next() < 0.5;
  const other = randomIndex(random);
  const second = random.next() < 0.3 && Object.keys(other.key).join() !== Object.keys(index.key).join() ? other : null;
  const createIndexes = async () => {
    for (const { key, options } of second ? [index, second] : [index])
      await tryWrite(() =>
        rows.createIndex(key, { ...options, name: `${JSON.stringify(key)}${JSON.stringify(options)}`.replaceAll("$", "") }),
      );
  };
  if (early) await createIndexes();
  const list = Array.from({ length: ROWS }, (_, _id) => ({ _id, ...randomFields(random) }));
  await tryWrite(() => rows.insertMany(list, { ordered: false }));
  if (!early) await createIndexes();
  const exists = (await rows.indexes()).some(({ key }) => JSON.stringify(key) === JSON.stringify(index.key));
  const vocabulary = vocabularyOf(list, index);
  const comparison = new Comparison(rows, exists ? index : { key: { _id: 1 }, options: {} });
  for (let at = 0; at < queries; at++) {
    if (at % 10 === 5) await tryWrite(() => rows.replaceOne({ _id: random.below(ROWS) }, randomFields(random)));
    const query = randomQuery(random, index, vocabulary);
    const difference = await comparison.difference(query);
    if (difference) differences.push({ seed, what: "index against scan", details: EJSON.stringify({ index, second, query, difference }) });
  }
  await rows.drop();
  return differences;
}
