import { mongo } from "mongoose";

const { Long } = mongo;

/** The expected document after an update, without its `_id`, or the expected error code. */
export interface UpdateCase {
  readonly title: string;
  readonly before: mongo.Document;
  readonly update: mongo.Document | mongo.Document[];
  readonly after?: mongo.Document;
  readonly code?: number;
}

export const UPDATE_CASES: readonly UpdateCase[] = [
  { title: "$set creates missing documents on the path", before: {}, update: { $set: { "a.b": 1 } }, after: { a: { b: 1 } } },
  {
    title: "$set beyond the end of an array pads it with null",
    before: { a: [1] },
    update: { $set: { "a.3": 4 } },
    after: { a: [1, null, null, 4] },
  },
  { title: "$set through a scalar is refused", before: { a: 1 }, update: { $set: { "a.b": 1 } }, code: 28 },
  { title: "$set of a field of all elements without $[] is refused", before: { a: [{}] }, update: { $set: { "a.b": 1 } }, code: 28 },
  { title: "$unset in an array leaves null", before: { a: [1, 2] }, update: { $unset: { "a.0": 1 } }, after: { a: [null, 2] } },
  { title: "$inc of a string is refused", before: { a: "1" }, update: { $inc: { a: 1 } }, code: 14 },
  { title: "$inc by a string is refused", before: { a: 1 }, update: { $inc: { a: "1" } }, code: 14 },
  {
    title: "$inc returns a long when an int overflows",
    before: { a: 2147483647 },
    update: { $inc: { a: 1 } },
    after: { a: Long.fromString("2147483648") },
  },
  { title: "$inc of a long that overflows is refused", before: { a: Long.MAX_VALUE }, update: { $inc: { a: 1 } }, code: 2 },
  {
    title: "$inc of a long stays a long",
    before: { a: Long.fromNumber(5) },
    update: { $inc: { a: -6 } },
    after: { a: Long.fromNumber(-1) },
  },
  {
    title: "$min and $max compare across types",
    before: { a: 5, b: 5 },
    update: { $min: { a: "x" }, $max: { b: "x" } },
    after: { a: 5, b: "x" },
  },
  {
    title: "$push with $each and $slice keeps the last",
    before: { a: [3] },
    update: { $push: { a: { $each: [5, 1], $slice: -2 } } },
    after: { a: [5, 1] },
  },
  { title: "$push to a scalar is refused", before: { a: 1 }, update: { $push: { a: 1 } }, code: 2 },
  {
    title: "$addToSet distinguishes documents with different field order",
    before: { a: [{ x: 1, y: 2 }] },
    update: { $addToSet: { a: { y: 2, x: 1 } } },
    after: {
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
  },
  { title: "$addToSet with $each", before: { a: [1] }, update: { $addToSet: { a: { $each: [1, 2, 2] } } }, after: { a: [1, 2] } },
  { title: "$pull by a condition", before: { a: [1, 5, 8] }, update: { $pull: { a: { $gt: 4 } } }, after: { a: [1] } },
  { title: "$pull by fields", before: { a: [{ x: 1, y: 1 }, { x: 2 }] }, update: { $pull: { a: { x: 1 } } }, after: { a: [{ x: 2 }] } },
  { title: "two operators on one path conflict", before: {}, update: { $set: { a: 1 }, $inc: { a: 1 } }, code: 40 },
  { title: "a path and its parent conflict", before: {}, update: { $set: { a: {}, "a.b": 1 } }, code: 40 },
  { title: "the id is immutable", before: {}, update: { $set: { _id: "other" } }, code: 66 },
  { title: "an unknown operator is refused", before: {}, update: { $nope: { a: 1 } }, code: 9 },
  { title: "an empty field name in a path is refused", before: {}, update: { $set: { "a..b": 1 } }, code: 56 },
  {
    title: "a pipeline computes fields from the document",
    before: { a: 2, b: 3 },
    update: [{ $set: { sum: { $add: ["$a", "$b"] } } }, { $unset: "a" }],
    after: { b: 3, sum: 5 },
  },
  { title: "a pipeline with a stage that is invalid in updates is refused", before: {}, update: [{ $match: {} }], code: 72 },
  {
    title: "a field named __proto__ is data",
    before: {},
    update: { $set: { "__proto__.x": 1 } },
    after: JSON.parse('{"__proto__":{"x":1}}'),
  },
  {
    title: "a field named constructor is data",
    before: {},
    update: { $set: { "constructor.prototype.y": 1 } },
    after: { constructor: { prototype: { y: 1 } } },
  },
];

/** The expected document that an upsert inserts, without its `_id`. */
export const UPSERT_CASES: readonly { title: string; filter: mongo.Document; update: mongo.Document; after: mongo.Document }[] = [
  {
    title: "takes the equalities of the filter",
    filter: { a: 1, "b.c": { $eq: 2 }, d: { $gt: 3 } },
    update: { $set: { e: 4 } },
    after: { a: 1, b: { c: 2 }, e: 4 },
  },
  { title: "applies $setOnInsert", filter: { a: 1 }, update: { $setOnInsert: { n: 1 }, $inc: { m: 2 } }, after: { a: 1, m: 2, n: 1 } },
  {
    title: "takes equalities from $and and from $in with one value",
    filter: { $and: [{ a: 1 }, { b: { $in: [2] } }] },
    update: { $set: { c: 3 } },
    after: { a: 1, b: 2, c: 3 },
  },
];
