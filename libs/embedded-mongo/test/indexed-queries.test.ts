import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { randomFilter, randomValue, seededRandom } from "./support/random.ts";
import { openEmbedded, type Store, serverErrorOf } from "./support/store.ts";

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

describe("queries with indexes", () => {
  it(`queries with indexes return the same documents as collection scans, for ${QUERIES} random queries between writes`, async () => {
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

describe("ranges of a descending field", () => {
  it.each([
    [{ v: -1 }, { v: { $lte: 3 } }, [1, 2, 3]],
    [{ v: -1 }, { v: { $gte: 3 } }, [3, 4]],
    [{ v: -1 }, { v: { $gte: 3, $lte: 3 } }, [3]],
    [{ s: 1, v: -1 }, { s: "x", v: { $lte: 3 } }, [1, 2, 3]],
    [{ s: -1, v: -1 }, { s: { $lte: "x" } }, [1, 2, 3, 4]],
    [{ s: 1, v: -1, _id: 1 }, { s: "x", v: { $lte: 3, $gt: 1 } }, [2, 3]],
  ] as const)("STO-01 the descending index %j finds the equal document for %j", async (key, filter, expected) => {
    const ranged = store.database.collection<Row & { v: number }>("ranged");
    await ranged.drop();
    await ranged.insertMany([1, 2, 3, 4].map((v) => ({ _id: v, v, s: "x" })));
    await ranged.createIndex(key);
    const found = await ranged.find(filter).hint(key).toArray();
    expect(found.map(({ _id }) => _id).sort()).toEqual(expected);
  });
});

describe("counts of dates", () => {
  const [one, two, three, four] = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2026, 0, day)));
  const bounds = [{ $gte: two }, { $gt: two }, { $lt: three }, { $lte: three }, { $gte: two, $lt: four }, { $gt: one, $lte: three }];
  const others = [
    { $gte: two, $gt: one },
    { $gt: two, $gte: one },
    { $gte: new Date(Number.NaN) },
    { $gt: 0 },
    { $gte: two, $ne: three },
    two,
  ];

  it.each([{ u: 1, at: 1 }, { u: 1, at: 1, _id: -1 }, { at: 1 }, { u: 1, at: -1 }] as const)(
    "STO-01 a count of dates by the index %j equals the number of matching documents",
    async (key) => {
      const dated = store.database.collection<{ _id: number; u: string; at?: unknown }>("dated");
      await dated.drop();
      const values = [one, two, two, three, four, null, undefined, "2026-01-02", 5, new mongo.Timestamp({ t: 1, i: 1 })];
      await dated.insertMany(values.map((at, _id) => ({ _id, u: _id % 3 ? "x" : "y", ...(at !== undefined && { at }) })));
      await dated.createIndex(key);
      const filters = [...bounds, ...others].flatMap((at) => [{ at }, { u: "x", at }, { u: { $in: ["x", "y"] }, at }]);
      for (const filter of filters) {
        const scanned = await dated.countDocuments(filter, { hint: { $natural: 1 } });
        expect([filter, await dated.countDocuments(filter)]).toEqual([filter, scanned]);
      }
    },
  );
});

describe("candidates of an index", () => {
  const elements = [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ];
  it.each([
    [{ "a.x": 1, "a.y": 1 }, { a: elements }, { "a.x": 1, "a.y": 4 }, "two fields of one array by different elements"],
    [{ "a.x": 1, b: 1, "a.y": -1 }, { a: elements, b: 1 }, { "a.x": 1, b: 1, "a.y": { $gt: 3 } }, "a field between them"],
    [{ "a.1": 1 }, { a: [{ 1: 5 }] }, { "a.1": 5 }, "a number that is a field of an element"],
  ] as const)("STO-01 an index on %j finds %j with %j: %s", async (key, document, filter, _what) => {
    const candidates = store.database.collection("candidates");
    await candidates.drop();
    await candidates.createIndex(key);
    await candidates.insertOne({ ...document });
    expect(await candidates.countDocuments(filter, { hint: key })).toBe(1);
  });

  it("STO-01 an index refuses a number that is both an element and a field of an element, as MongoDB does", async () => {
    const candidates = store.database.collection("ambiguous");
    await candidates.createIndex({ "a.0": 1 });
    expect(await serverErrorOf(() => candidates.insertOne({ a: [{ 0: 5 }] }))).toMatchObject({ code: 16746 });
  });

  it("STO-01 a sort by two fields of one array takes both from one element, and two arrays are refused", async () => {
    const sorted = store.database.collection<Row>("sorted");
    const a = [
      { x: 1, y: 9 },
      { x: 5, y: 1 },
    ];
    await sorted.insertMany([
      { _id: 1, a },
      { _id: 2, a: { x: 1, y: 5 } },
      { _id: 3, a: [] },
    ]);
    const ids = (await sorted.find().sort({ "a.x": 1, "a.y": 1 }).toArray()).map(({ _id }) => _id);
    expect(ids).toEqual([3, 2, 1]);
    await sorted.insertOne({ _id: 4, a: [1, 2], b: [3, 4] });
    expect(await serverErrorOf(() => sorted.find().sort({ a: 1, b: 1 }).toArray())).toMatchObject({ code: 2 });
  });
});

describe("an index over an array", () => {
  it("STO-01 an index over an array gives the order of the fields that never held an array, and examines no more than the limit", async () => {
    const inbox = store.database.collection<{ _id: number; visibleTo: string | string[]; sentAt: number | number[] }>("inbox");
    await inbox.createIndex({ visibleTo: 1, sentAt: -1, _id: -1 }, { name: "inbox" });
    await inbox.insertMany(
      Array.from({ length: 100 }, (_, _id) => ({ _id, visibleTo: ["ann", "bob", `u${_id % 7}`], sentAt: (_id * 37) % 50 })),
    );
    const query = () => inbox.find({ visibleTo: "ann" }).sort({ sentAt: -1, _id: -1 }).limit(10);
    const { executionStats, queryPlanner } = await query().explain("executionStats");
    expect(executionStats).toMatchObject({ nReturned: 10, totalDocsExamined: 10 });
    expect(queryPlanner.winningPlan).toMatchObject({ inputStage: { indexName: "inbox", isMultiKey: true } });
    expect(await query().toArray()).toEqual(await query().hint({ $natural: 1 }).toArray());
    // the least element of the array decides, independently of the filter
    for (const sort of [{ visibleTo: 1 }, { visibleTo: 1, sentAt: -1 }] as const) {
      const sorted = inbox.find({ visibleTo: "bob" }).sort({ ...sort, _id: 1 });
      expect(await sorted.clone().toArray()).toEqual(await sorted.clone().hint({ $natural: 1 }).toArray());
    }
    await inbox.insertOne({ _id: 100, visibleTo: "ann", sentAt: [5, 90] });
    expect(await query().toArray()).toEqual(await query().hint({ $natural: 1 }).toArray());
    expect((await query().toArray())[0]?._id).toBe(100);
  });
});

describe("explain", () => {
  const planOf = async (filter: mongo.Document, sort?: mongo.Sort) => {
    const cursor = rows.find(filter);
    const { queryPlanner } = await (sort ? cursor.sort(sort) : cursor).explain();
    return queryPlanner.winningPlan as mongo.Document;
  };

  it.each([
    ["an equality", { a: 1 }, "a_1"],
    ["a range", { a: { $gt: 1, $lt: 3 } }, "a_1"],
    ["two fields of a compound index", { b: "a", d: { $gt: 1 } }, "b_-1_d_1"],
    ["the id", { _id: 3 }, "_id_"],
  ])("explain reports an index scan for %s", async (_what, filter, indexName) => {
    expect(await planOf(filter)).toMatchObject({ stage: "FETCH", inputStage: { stage: "IXSCAN", indexName } });
  });

  it("explain reports a collection scan for a filter without an index", async () => {
    expect(await planOf({ none: 1 })).toMatchObject({ stage: "COLLSCAN" });
    expect(await planOf({ c: null })).not.toMatchObject({ inputStage: { indexName: "c_1" } });
  });

  it("explain reports no sort stage if an index has the order of the sort", async () => {
    expect(await planOf({}, { _id: -1 })).toMatchObject({ stage: "FETCH", inputStage: { indexName: "_id_", direction: "backward" } });
    expect(await planOf({ none: 1 }, { none: 1 })).toMatchObject({ stage: "SORT" });
  });
});

describe("partial indexes", () => {
  it("a partial index is used for an equality or a range that implies a $gt filter, but not for a $type filter, as in MongoDB", async () => {
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
    expect(await stageOf({ above: { $gte: "a", $lt: "b" } })).toBe("IXSCAN");
    expect(await stageOf({ above: { $gt: "" } })).toBe("IXSCAN");
    expect(await stageOf({ above: { $gte: "" } })).toBe("COLLSCAN");
    expect(await stageOf({ above: { $gte: 7 } })).toBe("COLLSCAN");
    expect(await stageOf({ above: { $lt: "b" } })).toBe("COLLSCAN");
    expect(await stageOf({ above: null })).toBe("COLLSCAN");
    expect(await stageOf({ typed: "a name" })).toBe("COLLSCAN");
  });
});

describe("a range beside an array", () => {
  it("STO-25 a range is limited at both ends when only another field of the index has arrays", async () => {
    const messages = store.database.collection<{ _id: number; seenBy: number[]; at: number }>("messages");
    await messages.insertMany(Array.from({ length: 100 }, (_, _id) => ({ _id, seenBy: [1, 2], at: _id })));
    await messages.createIndex({ seenBy: 1, at: -1 });
    const { executionStats } = await messages.find({ seenBy: 1, at: { $gte: 40, $lt: 43 } }).explain("executionStats");
    expect(executionStats.nReturned).toBe(3);
    expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(4);
    await messages.insertOne({ _id: 200, seenBy: 1 as never, at: [39, 44] as never });
    expect((await messages.find({ seenBy: 1, at: { $gte: 40, $lt: 43 } }).toArray()).map(({ _id }) => _id).sort()).toEqual([
      200, 40, 41, 42,
    ]);
  });
});
