import { mongo } from "mongoose";

const { Decimal128, Long } = mongo;

export interface AggregationCase {
  readonly title: string;
  readonly documents: readonly mongo.Document[];
  readonly pipeline: readonly mongo.Document[];
  readonly expected: readonly mongo.Document[];
}

const sales = [
  { _id: 1, item: "a", price: 10, tags: ["x", "y"] },
  { _id: 2, item: "b", price: 20, tags: [] },
  { _id: 3, item: "a", price: 30 },
];
const compute = (title: string, expression: unknown, value: unknown, document: mongo.Document = {}): AggregationCase => ({
  title,
  documents: [{ _id: 1, ...document }],
  pipeline: [{ $project: { _id: 0, value: expression } }],
  expected: value === undefined ? [{}] : [{ value }],
});

export const AGGREGATION_CASES: readonly AggregationCase[] = [
  {
    title: "$group sums and counts",
    documents: sales,
    pipeline: [{ $group: { _id: "$item", total: { $sum: "$price" }, n: { $sum: 1 } } }, { $sort: { _id: 1 } }],
    expected: [
      { _id: "a", total: 40, n: 2 },
      { _id: "b", total: 20, n: 1 },
    ],
  },
  {
    title: "$unwind drops documents with an empty or missing array",
    documents: sales,
    pipeline: [{ $unwind: "$tags" }, { $project: { tags: 1 } }],
    expected: [
      { _id: 1, tags: "x" },
      { _id: 1, tags: "y" },
    ],
  },
  {
    title: "$unwind keeps them with preserveNullAndEmptyArrays, with a null index",
    documents: sales,
    pipeline: [
      { $unwind: { path: "$tags", preserveNullAndEmptyArrays: true, includeArrayIndex: "i" } },
      { $project: { tags: 1, i: 1 } },
      { $match: { _id: { $gt: 1 } } },
    ],
    expected: [
      { _id: 2, i: null },
      { _id: 3, i: null },
    ],
  },
  {
    title: "$lookup by fields",
    documents: [{ _id: 1, ref: [2, 3] }, { _id: 2 }, { _id: 3, v: "x" }],
    pipeline: [{ $match: { _id: 1 } }, { $lookup: { from: "documents", localField: "ref", foreignField: "_id", as: "found" } }],
    expected: [{ _id: 1, ref: [2, 3], found: [{ _id: 2 }, { _id: 3, v: "x" }] }],
  },
  {
    title: "$lookup by a missing field matches null and missing",
    documents: [{ _id: 1 }, { _id: 2, k: 5 }],
    pipeline: [{ $match: { _id: 2 } }, { $lookup: { from: "documents", localField: "none", foreignField: "k", as: "found" } }],
    expected: [{ _id: 2, k: 5, found: [{ _id: 1 }] }],
  },
  {
    title: "$lookup with variables and a pipeline",
    documents: [{ _id: 1, min: 2 }, { _id: 2 }, { _id: 3 }],
    pipeline: [
      { $match: { _id: 1 } },
      { $lookup: { from: "documents", let: { min: "$min" }, pipeline: [{ $match: { $expr: { $gt: ["$_id", "$$min"] } } }], as: "found" } },
    ],
    expected: [{ _id: 1, min: 2, found: [{ _id: 3 }] }],
  },
  {
    title: "$lookup with fields and a pipeline",
    documents: [
      { _id: 1, k: 1 },
      { _id: 2, k: 1 },
      { _id: 3, k: 2 },
    ],
    pipeline: [
      { $match: { _id: 1 } },
      { $lookup: { from: "documents", localField: "k", foreignField: "k", pipeline: [{ $match: { _id: { $ne: 1 } } }], as: "found" } },
    ],
    expected: [{ _id: 1, k: 1, found: [{ _id: 2, k: 1 }] }],
  },
  {
    title: "$count of no documents returns no document",
    documents: [{ _id: 1 }],
    pipeline: [{ $match: { _id: 9 } }, { $count: "n" }],
    expected: [],
  },
  {
    title: "$project excludes nested fields without changing the stored document",
    documents: [{ _id: 1, a: { b: 1, c: 2 } }],
    pipeline: [{ $project: { "a.b": 0 } }, { $unionWith: "documents" }],
    expected: [
      { _id: 1, a: { c: 2 } },
      { _id: 1, a: { b: 1, c: 2 } },
    ],
  },
  compute("$add returns a long when ints overflow", { $add: ["$v", 1] }, Long.fromString("2147483648"), { v: 2147483647 }),
  compute("$subtract of dates returns milliseconds as a long", { $subtract: ["$b", "$a"] }, Long.fromNumber(1500), {
    a: new Date(0),
    b: new Date(1500),
  }),
  compute("$round rounds half to even on decimal digits", { $round: [1.35, 1] }, 1.4),
  compute("$round of 2.5", { $round: [2.5] }, 2),
  compute("comparison of a number with null", { $gt: [1, null] }, true),
  compute("$eq does not take a long for a string", { $eq: [Long.fromNumber(1), "1"] }, false),
  compute("$eq over numeric types", { $eq: [Long.fromNumber(1), Decimal128.fromString("1.0")] }, true),
  compute("$cond with a missing field", { $cond: ["$none", 1, 2] }, 2),
  compute("$ifNull", { $ifNull: ["$none", null, 3] }, 3),
  compute("a missing field is omitted", "$none", undefined),
  compute("$toLong", { $toLong: "9007199254740993" }, Long.fromString("9007199254740993")),
  compute("$dateToString", { $dateToString: { date: "$at", format: "%Y-%m-%dT%H:%M:%S.%L%%" } }, "2024-07-01T02:03:04.005%", {
    at: new Date("2024-07-01T02:03:04.005Z"),
  }),
  compute("$dateToString without a format", { $dateToString: { date: new Date(0) } }, "1970-01-01T00:00:00.000Z"),
  compute("$dateToString of nothing", { $dateToString: { date: "$none", format: "%Y" } }, null),
  compute("$dateToString of nothing with onNull", { $dateToString: { date: "$none", format: "%Y", onNull: "-" } }, "-"),
  compute("$slice from the begin", { $slice: ["$v", 2] }, [1, 2], { v: [1, 2, 3] }),
  compute("$slice from the end", { $slice: ["$v", -2] }, [2, 3], { v: [1, 2, 3] }),
  compute("$slice from a position", { $slice: ["$v", 1, 1] }, [2], { v: [1, 2, 3] }),
  compute("$slice of nothing", { $slice: ["$none", 1] }, null),
  compute("$indexOfBytes behind wider characters", { $indexOfBytes: ["$s", "b"] }, 5, { s: "a\u{1f600}b" }),
  compute("$indexOfBytes that ends at a bound", { $indexOfBytes: ["Hello", "lo", 0, 4] }, -1),
  compute("$sum of an array", { $sum: "$v" }, 6, { v: [1, 2, "x", 3] }),
];

/** Pipelines that are refused before any document is read: the collection is empty. */
export const REFUSED_PIPELINES: readonly { title: string; pipeline: readonly mongo.Document[]; code: number }[] = [
  { title: "a stage with two fields", pipeline: [{ $match: {}, $limit: 1 }], code: 40323 },
  { title: "an unknown stage", pipeline: [{ $nope: 1 }], code: 40324 },
  { title: "$match with an argument that is not an object", pipeline: [{ $match: 1 }], code: 15959 },
  { title: "an empty $project", pipeline: [{ $project: {} }], code: 51272 },
  { title: "$project that mixes inclusion and exclusion", pipeline: [{ $project: { a: 1, b: 0 } }], code: 31254 },
  { title: "$sort without a key", pipeline: [{ $sort: {} }], code: 15976 },
  { title: "$sort with an invalid direction", pipeline: [{ $sort: { a: 2 } }], code: 15975 },
  { title: "$limit of zero", pipeline: [{ $limit: 0 }], code: 15958 },
  { title: "$limit that is not a number", pipeline: [{ $limit: "1" }], code: 5107201 },
  { title: "$skip below zero", pipeline: [{ $skip: -1 }], code: 5107200 },
  { title: "$group without an id", pipeline: [{ $group: { n: { $sum: 1 } } }], code: 15955 },
  { title: "$group with an unknown accumulator", pipeline: [{ $group: { _id: 1, n: { $nope: 1 } } }], code: 15952 },
  { title: "$group with a field that is not an accumulator", pipeline: [{ $group: { _id: 1, n: 1 } }], code: 40234 },
  { title: "$unwind of a path without a dollar sign", pipeline: [{ $unwind: "a" }], code: 28818 },
  { title: "$unwind with an unknown option", pipeline: [{ $unwind: { path: "$a", nope: 1 } }], code: 28811 },
  { title: "$lookup without a target field", pipeline: [{ $lookup: { from: "a", localField: "b", foreignField: "c" } }], code: 9 },
  { title: "$replaceRoot without a root", pipeline: [{ $replaceRoot: {} }], code: 40231 },
  { title: "an unknown expression", pipeline: [{ $project: { a: { $nope: 1 } } }], code: 31325 },
];
