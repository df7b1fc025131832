import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { AGGREGATION_CASES, REFUSED_PIPELINES } from "./conformance/aggregation-cases.ts";
import { QUERY_CASES, SORT_CASES } from "./conformance/query-cases.ts";
import { UPDATE_CASES, UPSERT_CASES } from "./conformance/update-cases.ts";
import { openStore, type Store, serverErrorOf } from "./support/store.ts";

interface StoredDocument extends mongo.Document {
  _id: number | string | null | mongo.ObjectId;
}

/** The suite runs against MongoDB too: `MONGO_URL=mongodb://... jest libs/embedded-mongo/test/conformance.test.ts`. */
let store: Store;
let documents: mongo.Collection<StoredDocument>;

beforeAll(async () => {
  store = await openStore();
  documents = store.database.collection("documents", { promoteLongs: false });
});
beforeEach(async () => {
  await documents.drop().catch(() => {});
});
afterAll(() => store.close());

const insert = (list: readonly object[]) => documents.insertMany(list.map((document, index) => ({ _id: index, ...document })));

describe("filters", () => {
  it.each(QUERY_CASES)("$title", async ({ documents: list, filter, expected }) => {
    await insert(list);
    const found = await documents.find(filter).sort({ _id: 1 }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual(expected);
  });

  it.each(SORT_CASES)("sorting: $title", async ({ documents: list, sort, expected }) => {
    await insert(list);
    const found = await documents.find({}).sort(sort).toArray();
    expect(found.map(({ _id }) => _id)).toEqual(expected);
  });

  it.each([
    ["an unknown operator", { a: { $nope: 1 } }, 2],
    ["an unknown operator at the top", { $nope: [] }, 2],
    ["$in without an array", { a: { $in: 1 } }, 2],
    ["an empty $or", { $or: [] }, 2],
  ])("refuses %s", async (_what, filter, code) => {
    await insert([{ a: 1 }]);
    expect(await serverErrorOf(() => documents.find(filter).toArray())).toMatchObject({ code });
  });
});

describe("projections", () => {
  const document = { _id: 1, a: { b: 1, c: 2 }, list: [{ x: 1, y: 2 }, { x: 3 }], n: 5 };
  it.each([
    ["inclusion", { "a.b": 1 }, { _id: 1, a: { b: 1 } }],
    ["exclusion", { a: 0, _id: 0, list: 0 }, { n: 5 }],
    ["inclusion within arrays", { "list.x": 1, _id: 0 }, { list: [{ x: 1 }, { x: 3 }] }],
    ["an expression", { _id: 0, twice: { $multiply: ["$n", 2] } }, { twice: 10 }],
  ])("projects with %s", async (_title, projection, expected) => {
    await documents.insertOne(document);
    expect(await documents.findOne({}, { projection })).toEqual(expected);
  });
});

describe("updates", () => {
  it.each(UPDATE_CASES)("$title", async ({ before, update, after, code }) => {
    await documents.insertOne({ _id: 1, ...before });
    const run = () => documents.updateOne({ _id: 1 }, update);
    if (code !== undefined) {
      expect(await serverErrorOf(run)).toMatchObject({ code });
      return;
    }
    await run();
    const { _id, ...changed } = (await documents.findOne({ _id: 1 })) ?? { _id: null };
    expect(changed).toEqual(after);
  });

  it.each(UPSERT_CASES)("an upsert $title", async ({ filter, update, after }) => {
    const { upsertedId } = await documents.updateOne(filter, update, { upsert: true });
    const { _id, ...inserted } = (await documents.findOne({})) ?? { _id: null };
    expect(_id).toEqual(upsertedId);
    expect(inserted).toEqual(after);
  });

  it("counts matched and modified documents separately", async () => {
    await insert([{ a: 1 }, { a: 1, b: 2 }]);
    expect(await documents.updateMany({ a: 1 }, { $set: { b: 2 } })).toMatchObject({ matchedCount: 2, modifiedCount: 1 });
  });

  it("findAndModify returns the document before or after the update, as requested", async () => {
    await insert([{ n: 1 }]);
    expect(await documents.findOneAndUpdate({}, { $inc: { n: 1 } })).toEqual({ _id: 0, n: 1 });
    expect(await documents.findOneAndUpdate({}, { $inc: { n: 1 } }, { returnDocument: "after" })).toEqual({ _id: 0, n: 3 });
    expect(await documents.findOneAndDelete({ n: 3 })).toEqual({ _id: 0, n: 3 });
    expect(await documents.findOneAndDelete({})).toBeNull();
  });

  it("stops an ordered write at the first error and continues an unordered one", async () => {
    const writes = [{ _id: 1 }, { _id: 1 }, { _id: 2 }];
    expect(await serverErrorOf(() => documents.insertMany(writes))).toMatchObject({ code: 11000 });
    expect(await documents.countDocuments()).toBe(1);
    expect(await serverErrorOf(() => documents.insertMany(writes, { ordered: false }))).toMatchObject({ code: 11000 });
    expect(await documents.countDocuments()).toBe(2);
  });
});

describe("indexes", () => {
  it("a duplicate key error contains the key pattern and the key value", async () => {
    await documents.createIndex({ a: 1, "b.c": 1 }, { unique: true });
    await documents.insertOne({ _id: 1, a: 1, b: { c: "x" } });
    const error = await serverErrorOf(() => documents.insertOne({ _id: 2, a: 1, b: { c: "x" } }));
    expect(error).toMatchObject({ code: 11000, keyPattern: { a: 1, "b.c": 1 }, keyValue: { a: 1, "b.c": "x" } });
    expect(error.message).toContain('index: a_1_b.c_1 dup key: { a: 1, b.c: "x" }');
  });

  it("indexes a missing field as null in a unique index, but not in a sparse or partial one", async () => {
    await documents.createIndex({ a: 1 }, { unique: true });
    await documents.createIndex({ b: 1 }, { unique: true, sparse: true });
    await documents.createIndex({ c: 1 }, { unique: true, partialFilterExpression: { open: true } });
    await documents.insertOne({ _id: 1, c: 1 });
    expect(await serverErrorOf(() => documents.insertOne({ _id: 2, b: 1 }))).toMatchObject({ code: 11000, keyValue: { a: null } });
    await documents.insertOne({ _id: 3, a: 3, c: 1, open: true });
    expect(await serverErrorOf(() => documents.insertOne({ _id: 4, a: 4, c: 1, open: true }))).toMatchObject({ keyPattern: { c: 1 } });
  });

  it("checks each element of an array against a unique index", async () => {
    await documents.createIndex({ a: 1 }, { unique: true });
    await documents.insertOne({ _id: 1, a: [1, 2, 2] });
    expect(await serverErrorOf(() => documents.insertOne({ _id: 2, a: 2 }))).toMatchObject({ code: 11000 });
  });

  it("refuses an index with the name or the keys of a different index", async () => {
    await documents.createIndex({ a: 1 }, { name: "one" });
    expect(await serverErrorOf(() => documents.createIndex({ b: 1 }, { name: "one" }))).toMatchObject({ code: 86 });
    expect(await serverErrorOf(() => documents.createIndex({ a: 1 }, { name: "two" }))).toMatchObject({ code: 85 });
    await documents.createIndex({ a: 1 }, { name: "one" });
    expect((await documents.indexes()).map(({ name }) => name)).toEqual(["_id_", "one"]);
  });

  it("STO-18 allows indexes on the same keys that differ in name and in sparse, unique or the partial filter", async () => {
    await documents.createIndex({ a: 1 }, { name: "plain" });
    await documents.createIndex({ a: 1 }, { name: "sparse", sparse: true });
    await documents.createIndex({ a: 1 }, { name: "unique", unique: true, sparse: true });
    expect(await serverErrorOf(() => documents.createIndex({ a: 1 }, { name: "again", sparse: true }))).toMatchObject({ code: 85 });
    await documents.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, a: 5 }]);
    expect(await serverErrorOf(() => documents.insertOne({ _id: 4, a: 5 }))).toMatchObject({ code: 11000 });
    expect(await documents.countDocuments({ a: null })).toBe(2);
    expect((await documents.find().hint("sparse").toArray()).map(({ _id }) => _id)).toEqual([3]);
    expect(await serverErrorOf(() => documents.dropIndex({ a: 1 } as unknown as string))).toMatchObject({ code: 181 });
    await documents.dropIndex("plain");
    expect((await documents.indexes()).map(({ name }) => name)).toEqual(["_id_", "sparse", "unique"]);
  });

  it("refuses a document with two arrays in one compound index", async () => {
    await documents.createIndex({ a: 1, b: 1 });
    expect(await serverErrorOf(() => documents.insertOne({ _id: 1, a: [1], b: [2] }))).toMatchObject({ code: 171 });
  });
});

describe("aggregation", () => {
  it.each(AGGREGATION_CASES)("$title", async ({ documents: list, pipeline, expected }) => {
    await documents.insertMany(list.map((document) => ({ _id: null, ...document })));
    expect(await documents.aggregate([{ $sort: { _id: 1 } }, ...pipeline]).toArray()).toEqual(expected);
  });

  it.each(REFUSED_PIPELINES)("refuses $title on an empty collection", async ({ pipeline, code }) => {
    await store.database.createCollection("documents");
    expect(await serverErrorOf(() => documents.aggregate([...pipeline]).toArray())).toMatchObject({ code });
  });
});

describe("collections", () => {
  it("refuses to create an existing collection", async () => {
    await store.database.createCollection("documents");
    expect(await serverErrorOf(() => store.database.createCollection("documents"))).toMatchObject({ code: 48 });
  });

  it("returns all batches of a cursor in order", async () => {
    await insert(Array.from({ length: 250 }, (_, index) => ({ v: index })));
    const found = await documents.find({}).sort({ _id: 1 }).batchSize(40).toArray();
    expect(found.map(({ _id }) => _id)).toEqual(Array.from({ length: 250 }, (_, index) => index));
  });
});
