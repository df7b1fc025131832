import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { openEmbedded, openStore, type Store, serverErrorOf } from "./support/store.ts";

interface Row extends mongo.Document {
  _id: number;
}

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

ofThisServer("what this server does not do", () => {
  it.each([
    ["a collation", { collation: { locale: "en" } }],
    ["an expiry of a clustered collection", { clusteredIndex: { key: { _id: 1 }, unique: true }, expireAfterSeconds: 5 }],
    ["images for change streams", { changeStreamPreAndPostImages: { enabled: true } }],
    ["a size", { capped: true, size: 4096 }],
    ["time series", { timeseries: { timeField: "t" } }],
  ])("STO-17 refuses to create a collection with %s", async (_what, options) => {
    const error = await refusal(() => store.database.createCollection("refused", options as mongo.CreateCollectionOptions));
    expect(error).toMatchObject({ code: 238, message: expect.stringContaining("not supported by this server") });
    expect(await store.database.listCollections({ name: "refused" }).toArray()).toEqual([]);
  });

  it.each([
    ["text", { a: "text" }, {}],
    ["places on a plane", { a: "2d" }, {}],
    ["places on a sphere", { a: "2dsphere" }, {}],
    ["hashes", { a: "hashed" }, {}],
    ["all fields", { "$**": 1 }, {}],
    ["a collation with a case level", { a: 1 }, { collation: { locale: "en", strength: 1, caseLevel: true } }],
    ["a collation that ignores punctuation", { a: 1 }, { collation: { locale: "en", alternate: "shifted" } }],
    ["a collation of strength 5", { a: 1 }, { collation: { locale: "en", strength: 5 } }],
  ])("STO-17 refuses an index of %s", async (_what, key, options) => {
    const error = await refusal(() => rows.createIndex(key as mongo.IndexSpecification, options as mongo.CreateIndexesOptions));
    expect(error).toMatchObject({ code: 67, message: expect.stringContaining("not supported by this server") });
  });

  it("STO-17 refuses to prepare an index for unique values", async () => {
    await rows.createIndex({ a: 1 });
    const change = { collMod: "rows", index: { keyPattern: { a: 1 }, prepareUnique: true } };
    expect(await refusal(() => store.database.command(change))).toMatchObject({ code: 238 });
    const create = { createIndexes: "rows", indexes: [{ key: { b: 1 }, name: "b", prepareUnique: true }] };
    expect(await refusal(() => store.database.command(create))).toMatchObject({ code: 67 });
  });

  it.each([
    ["$dateAdd", { $dateAdd: { startDate: "$at", unit: "month", amount: 1, timezone: "Europe/Berlin" } }],
    ["$dateSubtract", { $dateSubtract: { startDate: "$at", unit: "day", amount: 1, timezone: "+01:00" } }],
    ["$dateTrunc", { $dateTrunc: { date: "$at", unit: "day", timezone: "Europe/Berlin" } }],
    ["$dateDiff", { $dateDiff: { startDate: "$at", endDate: "$at", unit: "day", timezone: "Europe/Berlin" } }],
  ])("STO-17 refuses %s in a time zone, and takes it in UTC", async (operator, expression) => {
    await rows.insertOne({ _id: 1, at: new Date(0) });
    const computed = (value: unknown) => rows.aggregate([{ $project: { value } }]).toArray();
    expect(await refusal(() => computed(expression))).toMatchObject({ code: 238, message: expect.stringContaining(operator) });
    const argument = Object.values(expression)[0] as object;
    expect(await computed({ [operator]: { ...argument, timezone: "UTC" } })).toHaveLength(1);
  });

  it.each([
    ["a comparison", [{ $project: { same: { $eq: ["$s", "A"] } } }]],
    ["a comparison in a filter", [{ $match: { $expr: { $gt: ["$s", "A"] } } }]],
    ["groups by a value", [{ $group: { _id: "$s" } }]],
    ["the least value of a group", [{ $group: { _id: null, least: { $min: "$s" } } }]],
    ["buckets", [{ $bucket: { groupBy: "$s", boundaries: ["a", "b"] } }]],
    ["windows", [{ $setWindowFields: { sortBy: { s: 1 }, output: { n: { $rank: {} } } } }]],
  ])("STO-17 refuses %s in a pipeline with a collation, and takes its filters and sorts", async (_what, pipeline) => {
    await rows.insertMany([
      { _id: 1, s: "b" },
      { _id: 2, s: "A" },
      { _id: 3, s: "a" },
    ]);
    const collation = { locale: "en", strength: 2 };
    const error = await refusal(() => rows.aggregate(pipeline, { collation }).toArray());
    expect(error).toMatchObject({ code: 238, message: expect.stringContaining("with a collation") });
    const sorted = await rows.aggregate([{ $match: { s: { $lt: "B" } } }, { $sort: { s: -1, _id: 1 } }], { collation }).toArray();
    expect(sorted.map(({ _id }) => _id)).toEqual([2, 3]);
    expect(await rows.countDocuments({ s: "a" }, { collation })).toBe(2);
  });

  it.each([
    ["change streams", [{ $changeStream: {} }], 40573],
    ["search", [{ $search: {} }], 40324],
    ["$geoNear", [{ $geoNear: {} }], 40324],
  ])("STO-17 refuses %s", async (_what, pipeline, code) => {
    expect(await refusal(() => rows.aggregate(pipeline).toArray())).toMatchObject({ code });
  });

  it.each([
    ["$text", { $text: { $search: "x" } }, 27],
    ["$where", { $where: "true" }, 2],
    ["$near", { a: { $near: [0, 0] } }, 2],
  ])("STO-17 refuses a filter with %s", async (_what, filter, code) => {
    expect(await refusal(() => rows.find(filter as mongo.Filter<Row>).toArray())).toMatchObject({ code });
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
  ])("STO-17 a partial filter with %s", async (_what, partialFilterExpression) => {
    expect(await refusal(() => rows.createIndex({ a: 1 }, { partialFilterExpression }))).toMatchObject({ code: 67 });
  });

  it("STO-17 takes the partial filters that MongoDB takes", async () => {
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
  ] as const)("STO-17 an expiry by %s", async (_what, key, options, code) => {
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
  ])("STO-17 a pipeline with %s, although no document matches", async (_what, update, code) => {
    expect(await refusal(() => rows.updateOne({ _id: 99 }, update as mongo.Document[]))).toMatchObject({ code });
    expect(await refusal(() => rows.findOneAndUpdate({ _id: 99 }, update as mongo.Document[]))).toMatchObject({ code });
  });

  it("STO-17 a document nested deeper than 180 levels, inserted or made by an update", async () => {
    const nested = (levels: number): unknown => (levels > 1 ? { a: nested(levels - 1) } : 1);
    await rows.insertOne({ _id: 1, a: nested(180) });
    expect(await refusal(() => rows.insertOne({ _id: 2, a: nested(181) }))).toMatchObject({ code: 15 });
    expect(await refusal(() => rows.updateOne({ _id: 1 }, { $set: { a: { b: nested(180) } } }))).toMatchObject({ code: 15 });
    expect(await refusal(() => rows.replaceOne({ _id: 1 }, { a: nested(181) }))).toMatchObject({ code: 15 });
    expect(await refusal(() => rows.updateOne({ _id: 3 }, { $set: { a: nested(181) } }, { upsert: true }))).toMatchObject({ code: 15 });
    expect(await rows.countDocuments()).toBe(1);
  });
});

describe("$out", () => {
  const target = () => store.database.collection<Row>("target");
  beforeEach(() => target().drop());

  it("STO-17 leaves the target as it was when a document of the result is refused", async () => {
    await target().insertMany([
      { _id: 1, v: "old" },
      { _id: 2, v: "older" },
    ]);
    await target().createIndex({ v: 1 }, { unique: true });
    await rows.insertMany([
      { _id: 3, v: "new" },
      { _id: 4, v: "same" },
      { _id: 5, v: "same" },
    ]);
    expect(await refusal(() => rows.aggregate([{ $out: "target" }]).toArray())).toMatchObject({ code: 11000 });
    expect(await target().find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, v: "old" },
      { _id: 2, v: "older" },
    ]);
    expect((await store.database.listCollections().toArray()).map(({ name }) => name).sort()).toEqual(["rows", "target"]);
  });

  it("STO-17 replaces the target as a whole and keeps its indexes", async () => {
    await target().createIndex({ v: 1 }, { unique: true });
    await target().insertOne({ _id: 1, v: "old" });
    await rows.insertMany([{ _id: 3, v: "new" }]);
    await rows.aggregate([{ $out: "target" }]).toArray();
    expect(await target().find().toArray()).toEqual([{ _id: 3, v: "new" }]);
    expect((await target().indexes()).map(({ name }) => name)).toEqual(["_id_", "v_1"]);
    expect(await refusal(() => target().insertOne({ _id: 4, v: "new" }))).toMatchObject({ code: 11000 });
  });
});

describe("the Stable API", () => {
  const command = (fields: mongo.Document) => store.database.command({ ...fields, apiVersion: "1", apiStrict: true });

  it("STO-17 strictly asked for, refuses commands and stages that it has not", async () => {
    expect(await command({ find: "rows" })).toMatchObject({ ok: 1 });
    expect(await refusal(() => command({ distinct: "rows", key: "a" }))).toMatchObject({
      code: 323,
      message: expect.stringContaining("command distinct is not in API Version 1"),
    });
    expect(await refusal(() => command({ aggregate: "rows", pipeline: [{ $indexStats: {} }], cursor: {} }))).toMatchObject({ code: 323 });
    expect(await refusal(() => store.database.command({ find: "rows", apiVersion: "2" }))).toMatchObject({ code: 322 });
  });
});
