import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { openEmbedded, openStore, type Store, serverErrorOf } from "./support/store.ts";

interface Row extends mongo.Document {
  _id: number;
}

const DECIMAL = mongo.Decimal128.fromString("1.5");
const IN_BERLIN = { $dateToString: { date: "$at", timezone: "Europe/Berlin" } };

let store: Store;
let rows: mongo.Collection<Row>;
beforeAll(async () => {
  store = await openStore();
  rows = store.database.collection("rows");
});
beforeEach(() => rows.drop());
afterAll(() => store.close());

const refusal = async (action: () => Promise<unknown>) => {
  const { code, message } = await serverErrorOf(action);
  return { code, message };
};

/** Refused by this server alone, and listed in the README. A real MongoDB does most of it. */
function ofThisServer(name: string, tests: () => void): void {
  describe(name, () => {
    let given: Store;
    beforeAll(async () => {
      given = store;
      store = await openEmbedded();
      rows = store.database.collection("rows");
    });
    afterAll(async () => {
      await store.close();
      store = given;
      rows = store.database.collection("rows");
    });
    tests();
  });
}

ofThisServer("features that this server refuses", () => {
  it.each([
    ["a collation", { collation: { locale: "en" } }],
    ["a validator", { validator: { a: 1 } }],
    ["a size", { capped: true, size: 4096 }],
    ["a view", { viewOn: "rows", pipeline: [] }],
  ])("STO-17 refuses to create a collection with %s", async (_what, options) => {
    const error = await refusal(() => store.database.createCollection("refused", options as mongo.CreateCollectionOptions));
    expect(error).toMatchObject({ code: 40_415, message: expect.stringContaining("is an unknown field") });
    expect(await store.database.listCollections({ name: "refused" }).toArray()).toEqual([]);
  });

  it.each([
    ["text", { a: "text" }],
    ["places on a sphere", { a: "2dsphere" }],
    ["hashes", { a: "hashed" }],
    ["all fields", { "$**": 1 }],
  ])("STO-17 refuses an index of %s", async (_what, key) => {
    const error = await refusal(() => rows.createIndex(key as mongo.IndexSpecification));
    expect(error).toMatchObject({ code: 67, message: expect.stringContaining("not supported by this server") });
  });

  it.each([
    ["a collation", { collation: { locale: "en", strength: 2 } }],
    ["a name that it hides", { hidden: true }],
  ])("STO-17 refuses an index with %s", async (_what, options) => {
    expect(await refusal(() => rows.createIndex({ a: 1 }, options as mongo.CreateIndexesOptions))).toMatchObject({ code: 197 });
  });

  it.each([
    ["an unknown command", { distinct: "rows", key: "a" }, 59],
    ["a collation", { find: "rows", collation: { locale: "en" } }, 40_415],
    ["filters of array elements", { update: "rows", updates: [{ q: {}, u: { $set: { a: 1 } }, arrayFilters: [] }] }, 40_415],
    ["variables of a command", { aggregate: "rows", pipeline: [], cursor: {}, let: { a: 1 } }, 40_415],
    ["the Stable API", { find: "rows", apiVersion: "1" }, 40_415],
    ["a stage over all collections", { aggregate: 1, pipeline: [{ $match: {} }], cursor: {} }, 73],
    ["regular expressions", { find: "rows", filter: { a: /^x/ } }, 238],
    ["regular expressions in a list", { find: "rows", filter: { a: { $in: ["y", /^x/] } } }, 238],
    ["an unknown operator", { find: "rows", filter: { a: { $regex: "^x" } } }, 2],
    ["an unknown operator at the top", { find: "rows", filter: { $where: "true" } }, 2],
    ["the element that a filter matched", { find: "rows", projection: { "a.$": 1 } }, 238],
    ["a part of a list in a projection", { find: "rows", projection: { a: { $slice: 2 } } }, 238],
    ["an unknown expression in a projection", { find: "rows", projection: { a: { $toUpper: "$b" } } }, 31_325],
    ["an unknown stage", { aggregate: "rows", pipeline: [{ $facet: { a: [] } }], cursor: {} }, 40_324],
    ["a stage that writes", { aggregate: "rows", pipeline: [{ $out: "others" }], cursor: {} }, 40_324],
    ["an unknown accumulator", { aggregate: "rows", pipeline: [{ $group: { _id: 1, a: { $addToSet: "$a" } } }], cursor: {} }, 15_952],
    ["an unknown expression", { aggregate: "rows", pipeline: [{ $set: { a: { $toUpper: "$b" } } }], cursor: {} }, 168],
    ["a time zone", { aggregate: "rows", pipeline: [{ $set: { a: IN_BERLIN } }], cursor: {} }, 238],
    ["sums of decimals", { aggregate: "rows", pipeline: [{ $group: { _id: 1, sum: { $sum: "$d" } } }], cursor: {} }, 238],
  ])("STO-17 refuses %s", async (_what, command, code) => {
    await rows.insertOne({ _id: 1, a: ["x"], at: new Date(0), d: DECIMAL });
    expect(await refusal(() => store.database.command(command))).toMatchObject({ code });
  });

  it.each([
    ["$inc of a decimal", { $inc: { d: 1 } }, 238],
    ["$inc by a decimal", { $inc: { n: DECIMAL } }, 238],
    ["all elements of a list", { $set: { "a.$[]": 1 } }, 238],
    ["the element that the filter matched", { $set: { "a.$": 1 } }, 238],
    ["a pattern of what is pulled", { $pull: { a: /^x/ } }, 238],
    ["an unknown operator", { $rename: { a: "b" } }, 9],
    ["an unknown modifier of $push", { $push: { a: { $each: [1], $sort: 1 } } }, 2],
  ])("STO-17 refuses an update with %s", async (_what, update, code) => {
    await rows.insertOne({ _id: 1, a: ["x"], n: 1, d: DECIMAL });
    expect(await refusal(() => rows.updateOne({ a: "x" }, update as mongo.UpdateFilter<Row>))).toMatchObject({ code });
  });

  it("STO-17 decimals and regular expressions are stored, compared and sorted, although computing and searching with them is refused", async () => {
    const pattern = new mongo.BSONRegExp("^x");
    await rows.insertMany([
      { _id: 1, d: DECIMAL, pattern },
      { _id: 2, d: 1 },
    ]);
    expect((await rows.find({ d: { $gt: 1 } }).toArray()).map(({ _id }) => _id)).toEqual([1]);
    expect((await rows.find({ pattern: { $eq: pattern } }).toArray()).map(({ _id }) => _id)).toEqual([1]);
    expect((await rows.find().sort({ d: 1 }).toArray()).map(({ _id }) => _id)).toEqual([2, 1]);
  });
});

describe("indexes that MongoDB refuses", () => {
  it.each([
    ["$ne", { a: { $ne: 1 } }],
    ["$exists: false", { a: { $exists: false } }],
    ["$not", { a: { $not: { $gt: 1 } } }],
    ["a pattern", { a: /^x/ }],
    ["$nin", { $and: [{ a: 1 }, { b: { $nin: [1] } }] }],
    ["$expr", { $expr: { $gt: ["$a", 1] } }],
    ["$nor", { $nor: [{ a: 1 }] }],
  ])("STO-17 createIndexes refuses a partial filter with %s, as MongoDB does", async (_what, partialFilterExpression) => {
    expect(await refusal(() => rows.createIndex({ a: 1 }, { partialFilterExpression }))).toMatchObject({ code: 67 });
  });

  it("STO-17 createIndexes accepts the partial filters that MongoDB accepts", async () => {
    const partialFilterExpression = {
      $or: [{ a: 1 }, { $and: [{ a: { $gt: 1, $lte: 5 } }, { b: { $exists: true } }, { c: { $type: "string" } }] }, { d: { $in: [1, 2] } }],
    };
    await rows.createIndex({ a: 1 }, { partialFilterExpression });
    await rows.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 9 },
    ]);
    expect(await rows.find({}, { hint: { a: 1 } }).toArray()).toEqual([{ _id: 1, a: 1 }]);
  });

  it.each([
    ["two fields", { a: 1, b: 1 }, { expireAfterSeconds: 5 }, 67],
    ["a negative expiry", { a: 1 }, { expireAfterSeconds: -1 }, 67],
    ["an expiry beyond 68 years", { a: 1 }, { expireAfterSeconds: 2 ** 31 }, 67],
    ["the id", { _id: 1 }, { expireAfterSeconds: 5 }, 197],
  ] as const)("STO-17 createIndexes refuses an expiry by %s, as MongoDB does", async (_what, key, options, code) => {
    expect(await refusal(() => rows.createIndex(key, options))).toMatchObject({ code });
  });
});

describe("updates that MongoDB refuses", () => {
  it.each([
    ["a stage that is not allowed", [{ $match: {} }], 72],
    ["an unknown stage", [{ $nope: {} }], 40324],
    ["an unknown operator", [{ $set: { a: { $nope: 1 } } }], 168],
    ["a stage with two fields", [{ $set: { a: 1 }, $unset: "b" }], 40323],
    ["a wrong $unset", [{ $unset: [] }], 31119],
  ])("STO-17 an update refuses a pipeline with %s, although no document matches", async (_what, update, code) => {
    expect(await refusal(() => rows.updateOne({ _id: 99 }, update as mongo.Document[]))).toMatchObject({ code });
    expect(await refusal(() => rows.findOneAndUpdate({ _id: 99 }, update as mongo.Document[]))).toMatchObject({ code });
  });

  it("STO-17 a document nested deeper than 180 levels is refused, whether inserted or made by an update", async () => {
    const nested = (levels: number): unknown => (levels > 1 ? { a: nested(levels - 1) } : 1);
    await rows.insertOne({ _id: 1, a: nested(180) });
    expect(await refusal(() => rows.insertOne({ _id: 2, a: nested(181) }))).toMatchObject({ code: 15 });
    expect(await refusal(() => rows.updateOne({ _id: 1 }, { $set: { a: { b: nested(180) } } }))).toMatchObject({ code: 15 });
    expect(await refusal(() => rows.replaceOne({ _id: 1 }, { a: nested(181) }))).toMatchObject({ code: 15 });
    expect(await refusal(() => rows.updateOne({ _id: 3 }, { $set: { a: nested(181) } }, { upsert: true }))).toMatchObject({ code: 15 });
    expect(await rows.countDocuments()).toBe(1);
  });
});
