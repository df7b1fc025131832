import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { randomFilter, randomValue, seededRandom } from "./support/random.ts";
import { openEmbedded, type Store } from "./support/store.ts";

interface Row {
  _id: number;
  a?: unknown;
  b?: unknown;
  c?: unknown;
  d?: number;
}
const ROWS = 120;
const QUERIES = 2000;

let store: Store;
let rows: mongo.Collection<Row>;
const random = seededRandom(20_240_701);
const randomRow = (_id: number): Row => ({
  _id,
  a: randomValue(random),
  ...(random.next() < 0.8 && { b: randomValue(random) }),
  c: randomValue(random),
  d: random.below(5),
});

beforeAll(async () => {
  store = await openEmbedded();
  rows = store.database.collection<Row>("rows");
  await rows.insertMany(Array.from({ length: ROWS }, (_, id) => randomRow(id)));
  await rows.createIndexes([
    { key: { a: 1 } },
    { key: { b: -1, d: 1 } },
    { key: { c: 1 }, sparse: true },
    { key: { "a.x": 1 } },
    { key: { b: 1 }, partialFilterExpression: { c: { $exists: true } } },
  ]);
});
afterAll(() => store.close());

describe("an index only proposes candidates", () => {
  it(`${QUERIES} random queries give the same with and without indexes, with writes in between`, async () => {
    const differences: mongo.Document[] = [];
    for (let query = 0; query < QUERIES; query++) {
      if (query % 10 === 0)
        await rows.replaceOne({ _id: random.below(ROWS) }, { a: randomValue(random), b: randomValue(random), d: random.below(5) });
      const filter = randomFilter(random);
      const sort: Record<string, 1 | -1> = { [random.pick(["a", "b", "c"])]: random.pick([1, -1]), _id: 1 };
      const [indexed, scanned] = await Promise.all([
        rows.find(filter).sort(sort).toArray(),
        rows.find(filter).sort(sort).hint({ $natural: 1 }).toArray(),
      ]);
      if (JSON.stringify(indexed) !== JSON.stringify(scanned)) differences.push({ filter, sort });
    }
    expect(differences).toEqual([]);
  });
});

describe("explain tells which index answers", () => {
  const planOf = async (filter: mongo.Document, sort?: mongo.Sort) => {
    const cursor = rows.find(filter);
    const { queryPlanner } = await (sort ? cursor.sort(sort) : cursor).explain();
    return queryPlanner.winningPlan as mongo.Document;
  };

  it.each([
    ["an equality", { a: 1 }, "a_1"],
    ["a range", { a: { $gt: 1, $lt: 3 } }, "a_1"],
    ["two fields of a compound index", { b: "a", d: { $gt: 1 } }, "b_-1_d_1"],
    ["a prefix pattern", { "a.x": { $regex: "^ab" } }, "a.x_1"],
    ["the id", { _id: 3 }, "_id_"],
  ])("%s", async (_what, filter, indexName) => {
    expect(await planOf(filter)).toMatchObject({ stage: "FETCH", inputStage: { stage: "IXSCAN", indexName } });
  });

  it("a filter without an index scans", async () => {
    expect(await planOf({ none: 1 })).toMatchObject({ stage: "COLLSCAN" });
    expect(await planOf({ c: null })).not.toMatchObject({ inputStage: { indexName: "c_1" } });
  });

  it("an index gives the order of a sort", async () => {
    expect(await planOf({}, { _id: -1 })).toMatchObject({ stage: "FETCH", inputStage: { indexName: "_id_", direction: "backward" } });
    expect(await planOf({ none: 1 }, { none: 1 })).toMatchObject({ stage: "SORT" });
  });
});

describe("a partial index answers only what surely lies in it, as in MongoDB", () => {
  it("an equality lies above an empty text, but tells nothing of its type", async () => {
    const named = store.database.collection("named");
    await named.createIndexes([
      { key: { above: 1 }, partialFilterExpression: { above: { $gt: "" } } },
      { key: { typed: 1 }, partialFilterExpression: { typed: { $type: "string" } } },
    ]);
    const stageOf = async (filter: mongo.Document) => {
      const { queryPlanner } = await named.find(filter).explain();
      const plan = queryPlanner.winningPlan as mongo.Document;
      return plan.inputStage?.stage ?? plan.stage;
    };
    expect(await stageOf({ above: "a name" })).toBe("IXSCAN");
    expect(await stageOf({ above: null })).toBe("COLLSCAN");
    expect(await stageOf({ typed: "a name" })).toBe("COLLSCAN");
  });
});
