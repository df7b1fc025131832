import { mongo } from "mongoose";
import { type Random, seededRandom } from "../support/random.ts";
import type { Difference } from "./index-against-scan.ts";
import { Refused } from "./oracle/expressions.ts";
import { matchesFilter } from "./oracle/filters.ts";
import { projected, resultOf } from "./oracle/pipelines.ts";
import { updatedDocument } from "./oracle/updates.ts";
import { upserted } from "./oracle/upserts.ts";
import { type Fields, isEqual } from "./oracle/values.ts";
import { randomFilter, type Vocabulary } from "./random-filters.ts";
import { randomPipeline, randomProjection } from "./random-pipelines.ts";
import { randomUpdate, smallDocument } from "./random-updates.ts";
import { randomUpsert } from "./random-upserts.ts";
import { randomFields } from "./random-values.ts";

const { EJSON } = mongo.BSON;

/** Comparisons over one collection. */
export const COMPARISONS_OF_A_SEED = 40;
const ROWS = 25;
const REFUSED = "refused";

/**
 * Cases in which the server differs from the manual, or the manual leaves the answer open, with the reason. Any other deviation is a
 * difference.
 */
const OPEN: readonly { readonly reason: string; applies(what: object): boolean }[] = [
  {
    reason: "a number in a path may be a position and a field: the manual does not say which documents then have a missing field",
    applies: (what) => /"\w+\.\d/.test(EJSON.stringify(what)) && EJSON.stringify(what).includes("null"),
  },
  {
    reason: "an int and a double with the same value are one type here, as the README says",
    applies: (what) => /"\$type":"double"/.test(EJSON.stringify(what)),
  },
  {
    reason: "MinKey and MaxKey compare with every type in a range, and the manual does not say how with missing fields",
    applies: (what) => /"\$(gt|gte|lt|lte)":\{"\$(min|max)Key/.test(EJSON.stringify(what)),
  },
];

interface Case {
  /** The request, for the report. */
  readonly what: object;
  fromServer(): Promise<unknown>;
  fromOracle(): unknown;
}

async function answerOf(answer: () => unknown): Promise<unknown> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof Refused || error instanceof mongo.MongoServerError) return REFUSED;
    throw error;
  }
}

class Oracle {
  readonly #rows: mongo.Collection<mongo.Document>;
  /** A collection without documents, for updates of one. */
  readonly #empty: mongo.Collection<mongo.Document>;
  readonly #random: Random;
  readonly #documents: Fields[];
  readonly #vocabulary: Vocabulary;

  constructor(rows: mongo.Collection<mongo.Document>, empty: mongo.Collection<mongo.Document>, random: Random, documents: Fields[]) {
    this.#rows = rows;
    this.#empty = empty;
    this.#random = random;
    this.#documents = documents;
    const values = documents.flatMap((document) => [document.a, document.b, document.a, document.c]).filter((value) => value !== undefined);
    this.#vocabulary = { paths: ["a", "b", "c", "a.x", "b.y"], values };
  }

  filter(): Case {
    const filter = randomFilter(this.#random, this.#vocabulary);
    return {
      what: { filter },
      fromServer: async () => (await this.#rows.find(filter, { projection: { _id: 1 }, sort: { _id: 1 } }).toArray()).map(({ _id }) => _id),
      fromOracle: () => this.#documents.filter((document) => matchesFilter(document, filter)).map(({ _id }) => _id),
    };
  }

  projection(): Case {
    const projection = randomProjection(this.#random);
    return {
      what: { projection },
      fromServer: () => this.#rows.find({}, { projection, sort: { _id: 1 } }).toArray(),
      fromOracle: () => this.#documents.map((document) => projected(document, projection)),
    };
  }

  pipeline(): Case {
    const pipeline = randomPipeline(this.#random, this.#vocabulary, this.#rows.collectionName);
    return {
      what: { pipeline },
      fromServer: () => this.#rows.aggregate([{ $sort: { _id: 1 } }, ...pipeline]).toArray(),
      fromOracle: () => resultOf(this.#documents, pipeline as Fields[], this.#documents),
    };
  }

  update(): Case {
    const before = { _id: -1, ...smallDocument(this.#random) };
    const update = randomUpdate(this.#random);
    return {
      what: { before, update },
      fromServer: () => this.#updated(before, update),
      fromOracle: () => updatedDocument(before, update),
    };
  }

  async #updated(before: mongo.Document, update: mongo.Document): Promise<unknown> {
    await this.#empty.insertOne(before as mongo.OptionalId<mongo.Document>);
    try {
      await this.#empty.updateOne({}, update);
      return await this.#empty.findOne();
    } finally {
      await this.#empty.deleteMany();
    }
  }

  upsert(): Case {
    const { filter, update } = randomUpsert(this.#random);
    const isReplacement = !Array.isArray(update) && !Object.keys(update)[0]?.startsWith("$");
    return {
      what: { filter, upsert: update },
      fromServer: async () => {
        try {
          const { upsertedId } = isReplacement
            ? await this.#empty.replaceOne(filter, update, { upsert: true })
            : await this.#empty.updateOne(filter, update, { upsert: true });
          const [{ _id, ...fields } = {}, ...others] = await this.#empty.find().toArray();
          if (others.length || !isEqual(_id, upsertedId)) throw new Error("an upsert inserts one document");
          return _id instanceof mongo.ObjectId ? fields : { _id, ...fields };
        } finally {
          await this.#empty.deleteMany();
        }
      },
      fromOracle: () => upserted(filter, update),
    };
  }

  next(): Case {
    return this.#random.pick([
      () => this.filter(),
      () => this.filter(),
      () => this.update(),
      () => this.upsert(),
      () => this.projection(),
      () => this.pipeline(),
      () => this.pipeline(),
    ])();
  }
}

/** Compares the server with the oracle in random cases; all of it follows from the seed. */
export async function compareServerWithOracle(database: mongo.Db, seed: number, count = COMPARISONS_OF_A_SEED): Promise<Difference[]> {
  const random = seededRandom(seed);
  const rows = database.collection(`oracle-${seed}`, { promoteLongs: false, bsonRegExp: true });
  const empty = database.collection(`updates-${seed}`, { promoteLongs: false, bsonRegExp: true });
  const ofAllTypes = random.next() < 0.5;
  const documents = Array.from(
    { length: ROWS },
    (_, _id): Fields => ({ _id, ...(ofAllTypes ? randomFields(random) : smallDocument(random)) }),
  );
  await rows.insertMany(documents);
  const stored = (await rows.find({}, { sort: { _id: 1 } }).toArray()) as Fields[];
  const oracle = new Oracle(rows, empty, random, stored);
  const differences: Difference[] = [];
  for (let at = 0; at < count; at++) {
    const comparison = ofAllTypes ? oracle.filter() : oracle.next();
    const { what } = comparison;
    const [server, expected] = [await answerOf(comparison.fromServer), await answerOf(comparison.fromOracle)];
    if (isEqual(server, expected) || OPEN.some(({ applies }) => applies(what))) continue;
    const details = narrowed(what, server, expected, stored);
    differences.push({ seed, what: "server against oracle", details: EJSON.stringify(details) });
  }
  await rows.drop();
  await empty.drop();
  return differences;
}

/** Shows the documents that differ, not all of them. */
function narrowed(what: object, server: unknown, expected: unknown, stored: readonly Fields[]): object {
  if (!Array.isArray(server) || !Array.isArray(expected)) return { ...what, server, expected };
  if ("filter" in what) {
    const wrong = [...server, ...expected].filter((id) => !(server.includes(id) && expected.includes(id)));
    return { ...what, found: wrong.filter((id) => server.includes(id)), documents: stored.filter(({ _id }) => wrong.includes(_id)) };
  }
  const at = expected.findIndex((document, index) => !isEqual(document, server[index]));
  return {
    ...what,
    counts: [server.length, expected.length],
    server: server[at],
    expected: expected[at],
    documents: "projection" in what ? stored[at] : stored,
  };
}
