import { mongo } from "mongoose";

const { Decimal128, Long } = mongo;

export interface AggregationCase {
  readonly title: string;
  readonly documents: readonly mongo.Document[];
  readonly pipeline: readonly mongo.Document[];
  readonly expected: readonly mongo.Document[];
}

const sales = [
  { _id: 1, item: "a", price: Decimal128.fromString("0.10"), tags: ["x", "y"] },
  { _id: 2, item: "b", price: Decimal128.fromString("0.20"), tags: [] },
  { _id: 3, item: "a", price: Decimal128.fromString("0.30") },
];
const compute = (title: string, expression: unknown, value: unknown, document: mongo.Document = {}): AggregationCase => ({
  title,
  documents: [{ _id: 1, ...document }],
  pipeline: [{ $project: { _id: 0, value: expression } }],
  expected: value === undefined ? [{}] : [{ value }],
});

export const AGGREGATION_CASES: readonly AggregationCase[] = [
  {
    title: "$group sums decimals exactly",
    documents: sales,
    pipeline: [{ $group: { _id: "$item", total: { $sum: "$price" }, n: { $count: {} } } }, { $sort: { _id: 1 } }],
    expected: [
      { _id: "a", total: Decimal128.fromString("0.40"), n: 2 },
      { _id: "b", total: Decimal128.fromString("0.20"), n: 1 },
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
    title: "$graphLookup stops at maxDepth",
    documents: [{ _id: 1, next: 2 }, { _id: 2, next: 3 }, { _id: 3, next: 4 }, { _id: 4 }],
    pipeline: [
      { $match: { _id: 1 } },
      { $graphLookup: { from: "documents", startWith: "$next", connectFromField: "next", connectToField: "_id", as: "path", maxDepth: 1 } },
      { $project: { n: { $size: "$path" } } },
    ],
    expected: [{ _id: 1, n: 2 }],
  },
  {
    title: "$facet runs each pipeline over the same documents",
    documents: [{ _id: 1 }, { _id: 2 }, { _id: 3 }],
    pipeline: [{ $facet: { first: [{ $limit: 1 }], count: [{ $count: "n" }] } }],
    expected: [{ first: [{ _id: 1 }], count: [{ n: 3 }] }],
  },
  {
    title: "$count of no documents returns no document",
    documents: [{ _id: 1 }],
    pipeline: [{ $match: { _id: 9 } }, { $count: "n" }],
    expected: [],
  },
  {
    title: "$bucket puts other values in the default bucket",
    documents: [
      { _id: 1, v: 1 },
      { _id: 2, v: 5 },
      { _id: 3, v: null },
    ],
    pipeline: [{ $bucket: { groupBy: "$v", boundaries: [0, 3], default: "other" } }],
    expected: [
      { _id: 0, count: 1 },
      { _id: "other", count: 2 },
    ],
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
  {
    title: "$setWindowFields computes a running sum",
    documents: [
      { _id: 1, v: 1 },
      { _id: 2, v: 2 },
      { _id: 3, v: 3 },
    ],
    pipeline: [
      { $setWindowFields: { sortBy: { _id: 1 }, output: { run: { $sum: "$v", window: { documents: ["unbounded", "current"] } } } } },
    ],
    expected: [
      { _id: 1, v: 1, run: 1 },
      { _id: 2, v: 2, run: 3 },
      { _id: 3, v: 3, run: 6 },
    ],
  },
  compute("$add returns a long when ints overflow", { $add: ["$v", 1] }, Long.fromString("2147483648"), { v: 2147483647 }),
  compute("$subtract of dates returns milliseconds as a long", { $subtract: ["$b", "$a"] }, Long.fromNumber(1500), {
    a: new Date(0),
    b: new Date(1500),
  }),
  compute("$round rounds half to even on decimal digits", { $round: [1.35, 1] }, 1.4),
  compute("$round of 2.5", { $round: [2.5] }, 2),
  compute("$divide of decimals", { $divide: [Decimal128.fromString("1"), Decimal128.fromString("8")] }, Decimal128.fromString("0.125")),
  compute("comparison of a number with null", { $gt: [1, null] }, true),
  compute("$eq does not take a long for a string", { $eq: [Long.fromNumber(1), "1"] }, false),
  compute("$eq over numeric types", { $eq: [Long.fromNumber(1), Decimal128.fromString("1.0")] }, true),
  compute("$cond with a missing field", { $cond: ["$none", 1, 2] }, 2),
  compute("$ifNull", { $ifNull: ["$none", null, 3] }, 3),
  compute("a missing field is omitted", "$none", undefined),
  compute("$concat with null is null", { $concat: ["a", null] }, null),
  compute("$toObjectId and $toString", { $toString: { $toObjectId: "0123456789abcdef01234567" } }, "0123456789abcdef01234567"),
  compute("$toLong", { $toLong: "9007199254740993" }, Long.fromString("9007199254740993")),
  compute("$convert with onError", { $convert: { input: "x", to: "int", onError: -1 } }, -1),
  compute(
    "$dateToString with a time zone",
    { $dateToString: { date: new Date("2024-07-01T12:00:00Z"), format: "%Y-%m-%d %H:%M", timezone: "+02:00" } },
    "2024-07-01 14:00",
  ),
  compute(
    "$dateTrunc to the day",
    { $dateTrunc: { date: new Date("2024-07-01T12:34:56Z"), unit: "day" } },
    new Date("2024-07-01T00:00:00Z"),
  ),
  compute(
    "$setUnion keeps each value once",
    {
      $setUnion: [
        [1, 2],
        [2, 3],
      ],
    },
    [1, 2, 3],
  ),
  compute("$filter", { $filter: { input: "$v", as: "e", cond: { $gt: ["$$e", 1] } } }, [2, 3], { v: [1, 2, 3] }),
  compute("$reduce", { $reduce: { input: [1, 2, 3], initialValue: 0, in: { $add: ["$$value", "$$this"] } } }, 6),
  compute("$mergeObjects", { $mergeObjects: [{ a: 1 }, null, { b: 2 }] }, { a: 1, b: 2 }),
  compute(
    "$dateAdd of a month clamps to the last day of the month",
    { $dateAdd: { startDate: new Date("2024-01-31T08:00:00Z"), unit: "month", amount: 1 } },
    new Date("2024-02-29T08:00:00Z"),
  ),
  compute(
    "$dateSubtract of a year from a leap day clamps to February 28",
    { $dateSubtract: { startDate: new Date("2024-02-29T00:00:00Z"), unit: "year", amount: 1 } },
    new Date("2023-02-28T00:00:00Z"),
  ),
  compute("$dateAdd of hours", { $dateAdd: { startDate: new Date(0), unit: "hour", amount: Long.fromNumber(2) } }, new Date(7_200_000)),
  compute("$type of a missing field", { $type: "$none" }, "missing"),
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
  { title: "an empty $facet", pipeline: [{ $facet: {} }], code: 40169 },
  { title: "$facet within $facet", pipeline: [{ $facet: { a: [{ $facet: { b: [] } }] } }], code: 40600 },
  { title: "$replaceRoot without a root", pipeline: [{ $replaceRoot: {} }], code: 40231 },
  { title: "$bucket with unsorted boundaries", pipeline: [{ $bucket: { groupBy: "$a", boundaries: [2, 1] } }], code: 40194 },
  { title: "an unknown expression", pipeline: [{ $project: { a: { $nope: 1 } } }], code: 31325 },
  { title: "$out before the end", pipeline: [{ $out: "a" }, { $match: {} }], code: 40601 },
];
