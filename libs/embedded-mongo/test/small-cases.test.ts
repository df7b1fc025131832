import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { openStore, type Store, serverErrorOf } from "./support/store.ts";

const { Decimal128, Double } = mongo.BSON;

interface Row extends mongo.Document {
  _id: number;
}

/** Cases in which a plain implementation answers almost like MongoDB. They run against a real one, too, if `MONGO_URL` is set. */
let store: Store;
let rows: mongo.Collection<Row>;
beforeAll(async () => {
  store = await openStore();
  rows = store.database.collection("rows");
});
beforeEach(() => rows.drop());
afterAll(() => store.close());

/** The document that an update makes of another, and whether it counts as modified. */
async function updated(before: object, update: mongo.UpdateFilter<Row> | object[]) {
  await rows.insertOne({ _id: 1, ...before });
  const { modifiedCount } = await rows.updateOne({ _id: 1 }, update as mongo.UpdateFilter<Row>);
  return { modifiedCount, after: await rows.findOne({}, { projection: { _id: 0 } }) };
}

/** The value of an expression for each document. */
const valuesOf = async (documents: readonly object[], expression: unknown): Promise<unknown[]> => {
  await rows.insertMany(documents.map((document, _id) => ({ _id, ...document })));
  const found = await rows.aggregate([{ $sort: { _id: 1 } }, { $project: { value: expression } }]).toArray();
  return found.map(({ value }) => value);
};

describe("numbers", () => {
  it("STO-18 a double may be -0", async () => {
    const { after } = await updated({ a: 0 }, { $set: { a: new Double(-0) } });
    expect(Object.is(after?.a, -0)).toBe(true);
  });

  it("STO-18 ten times 0.1 are 1, in a group and in an expression, and their mean is 0.1", async () => {
    await rows.insertMany(Array.from({ length: 10 }, (_, _id) => ({ _id, v: 0.1 })));
    const tenths = Array<number>(10).fill(0.1);
    const [sums] = await rows
      .aggregate([
        { $group: { _id: null, sum: { $sum: "$v" }, mean: { $avg: "$v" } } },
        { $set: { added: { $add: tenths }, summed: { $sum: tenths } } },
      ])
      .toArray();
    expect(sums).toEqual({ _id: null, sum: 1, mean: 0.1, added: 1, summed: 1 });
  });

  it("STO-18 a sum is exact for longs, and infinite with an infinite part", async () => {
    const long = mongo.Long.fromString("9007199254740993");
    const sums = await valuesOf([{ v: [long, 1, -1] }, { v: [1, Number.POSITIVE_INFINITY] }, { v: [1e300, 1, -1e300] }], { $sum: "$v" });
    expect(sums.map(String)).toEqual([String(long), "Infinity", "1"]);
    const exact = await rows.findOne({ $expr: { $eq: [{ $sum: "$v" }, long] } });
    expect(exact?._id).toBe(0);
  });

  it("STO-18 two spellings of one decimal are equal in a filter, but $set and a replacement store the new digits", async () => {
    const [one, precise] = [Decimal128.fromString("1.0"), Decimal128.fromString("1.00")];
    expect(await updated({ v: one }, { $set: { v: precise } })).toEqual({ modifiedCount: 1, after: { v: precise } });
    expect(await rows.countDocuments({ v: one })).toBe(1);
    expect(await rows.updateOne({ _id: 1 }, { $set: { v: precise } })).toMatchObject({ modifiedCount: 0 });
    expect(await rows.replaceOne({ _id: 1 }, { v: one })).toMatchObject({ modifiedCount: 1 });
    expect(await rows.updateOne({ _id: 1 }, [{ $set: { v: precise } }])).toMatchObject({ modifiedCount: 1 });
    expect(await rows.updateOne({ _id: 1 }, { $max: { v: one }, $addToSet: { list: one } })).toMatchObject({ modifiedCount: 1 });
    expect(await rows.updateOne({ _id: 1 }, { $addToSet: { list: precise } })).toMatchObject({ modifiedCount: 0 });
    expect(await rows.findOne()).toEqual({ _id: 1, v: precise, list: [one] });
  });
});

describe("strings", () => {
  it("STO-18 characters outside the basic plane sort after U+FFFF, as their bytes do, in sorts, filters and expressions", async () => {
    await rows.insertMany(["\uffff", "\u{1f600}", "\ue000", "a"].map((v, _id) => ({ _id, v, "\u{1f600}": 1 })));
    const ids = async (cursor: { toArray(): Promise<mongo.Document[]> }) => (await cursor.toArray()).map(({ _id }) => _id);
    expect(await ids(rows.find().sort({ v: 1 }))).toEqual([3, 2, 0, 1]);
    expect(await ids(rows.find({ v: { $gt: "\uffff" } }))).toEqual([1]);
    expect(await ids(rows.find({ $expr: { $lt: ["$v", "\uffff"] } }).sort({ _id: 1 }))).toEqual([2, 3]);
    await rows.createIndex({ v: 1 });
    expect(await ids(rows.find({ v: { $gt: "\uffff" } }).hint({ v: 1 }))).toEqual([1]);
  });
});

describe("paths", () => {
  it("STO-18 a number in the path of an expression names a field and not a position, in contrast to a filter", async () => {
    const documents = [
      { a: [{ b: 1 }, { b: 2 }] },
      { a: { 0: { b: 3 } } },
      { a: [{ 0: { b: 7 } }, 4, { 0: [{ b: 8 }] }, [{ 0: { b: 9 } }]] },
    ];
    expect(await valuesOf(documents, "$a.0.b")).toEqual([[], 3, [7, [8]]]);
    expect(await rows.countDocuments({ "a.0.b": 1 })).toBe(1);
    expect(await rows.countDocuments({ $expr: { $eq: ["$$ROOT.a.0.b", 3] } })).toBe(1);
  });
});

describe("arrays in expressions", () => {
  it("STO-18 an array in an expression has null for a missing value", async () => {
    await rows.insertOne({ _id: 1 });
    const pipeline = [{ $set: { a: ["$b"], size: { $size: [["$b", null]] } } }, { $unwind: "$a" }];
    expect(await rows.aggregate(pipeline).toArray()).toEqual([{ _id: 1, a: null, size: 2 }]);
    expect(await rows.aggregate([{ $set: { a: ["$b"] } }, { $match: { a: { $type: "null" } } }]).toArray()).toHaveLength(1);
  });
});

describe("$lookup", () => {
  it("STO-18 $lookup takes no value from documents of an array that lack the local field, and follows positions", async () => {
    await rows.insertMany([
      { _id: 1, a: [{ x: 5 }, {}] },
      { _id: 5, b: null },
    ]);
    const found = async (localField: string) => {
      const stage = { $lookup: { from: rows.collectionName, localField, foreignField: "_id", as: "found" } };
      const [row] = await rows.aggregate([{ $match: { _id: 1 } }, stage]).toArray();
      return row?.found.map(({ _id }: Row) => _id);
    };
    expect(await found("a.x")).toEqual([5]);
    expect(await found("a.0.x")).toEqual([5]);
    expect(await found("a.1.x")).toEqual([]);
    const byNull = { $lookup: { from: rows.collectionName, localField: "a.x", foreignField: "b", as: "found" } };
    expect(await rows.aggregate([{ $match: { _id: 1 } }, byNull, { $project: { _id: 0, found: 1 } }]).toArray()).toEqual([{ found: [] }]);
  });
});

describe("upserts", () => {
  const upsert = async (filter: mongo.Filter<Row>, update: mongo.UpdateFilter<Row>) => {
    await rows.updateOne(filter, update, { upsert: true });
    return rows.findOne({}, { projection: { _id: 0 } });
  };

  it.each([
    ["a path twice", { $and: [{ a: 1 }, { a: 2 }] }, 54],
    ["a path and a part of it", { a: { c: 1 }, "a.b": 1 }, 54],
    ["a part and its path", { "a.b": 1, a: { c: 1 } }, 54],
  ])("STO-18 an upsert refuses a filter that gives %s", async (_what, filter, code) => {
    expect(await serverErrorOf(() => upsert(filter as mongo.Filter<Row>, { $set: { z: 1 } }))).toMatchObject({ code });
  });

  it("STO-18 an upsert refuses a field below a value from the filter, and an id that differs from the filter", async () => {
    expect(await serverErrorOf(() => upsert({ a: 1 }, { $set: { "a.b": 1 } }))).toMatchObject({ code: 28 });
    expect(await serverErrorOf(() => upsert({ _id: 1 }, { $set: { _id: 2 } }))).toMatchObject({ code: 66 });
    expect(await upsert({ a: { b: 1 } }, { $set: { "a.c": 2 } })).toEqual({ a: { b: 1, c: 2 } });
  });

  it("STO-18 an upsert by replacement takes only the id from the filter, and takes it as a whole", async () => {
    await rows.replaceOne({ _id: 4, $and: [{ a: 1 }, { a: 2 }] }, { b: 1 }, { upsert: true });
    expect(await rows.findOne()).toEqual({ _id: 4, b: 1 });
    const part = { "_id.x": 1 } as unknown as mongo.Filter<Row>;
    expect(await serverErrorOf(() => rows.replaceOne(part, { b: 1 }, { upsert: true }))).toMatchObject({ code: 111 });
  });

  it("STO-18 an upsert stores the fields of the filter in the order of their paths", async () => {
    const inserted = await upsert({ c: 1, $and: [{ b: 2 }], "a.y": 3, "a.x": { $eq: 4 } } as mongo.Filter<Row>, { $set: { z: 1 } });
    expect(JSON.stringify(inserted)).toBe('{"a":{"x":4,"y":3},"b":2,"c":1,"z":1}');
  });
});

describe("hints", () => {
  it("STO-18 the hint of a partial index finds only documents of the index, counted or listed", async () => {
    await rows.insertMany([
      { _id: 1, x: 1, open: true },
      { _id: 2, x: 2 },
    ]);
    await rows.createIndex({ x: 1 }, { partialFilterExpression: { open: true } });
    const hint = { x: 1 } as const;
    expect(await rows.find({}, { hint }).toArray()).toHaveLength(1);
    expect(await rows.countDocuments({}, { hint })).toBe(1);
    expect(await rows.countDocuments({ x: { $gt: 0 } }, { hint })).toBe(1);
    expect(await rows.find({ x: { $gt: 0 } }).toArray()).toHaveLength(2);
  });
});

describe("transactions", () => {
  it("STO-18 an id that another client deleted after the snapshot cannot be inserted again in the transaction", async () => {
    await rows.insertOne({ _id: 1, v: "old" });
    await store.client.withSession(async (session) => {
      session.startTransaction();
      expect(await rows.findOne({ _id: 1 }, { session })).toMatchObject({ v: "old" });
      await rows.deleteOne({ _id: 1 });
      const error = await serverErrorOf(() => rows.insertOne({ _id: 1, v: "new" }, { session }));
      expect([112, 11000]).toContain(error.code);
      await session.abortTransaction().catch(() => undefined);
    });
    expect(await rows.countDocuments()).toBe(0);
  });
});
