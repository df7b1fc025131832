import { mongo } from "mongoose";

const { Decimal128, Long, ObjectId } = mongo;

/** The expected ids of the documents that a filter matches, ascending; `documents` get the ids 0, 1, 2, ... */
export interface QueryCase {
  readonly title: string;
  readonly documents: readonly object[];
  readonly filter: mongo.Document;
  readonly expected: readonly number[];
}

const numbers = [{ v: 1 }, { v: 1.5 }, { v: Long.fromNumber(2) }, { v: Decimal128.fromString("2.5") }, { v: "2" }, { v: null }, {}];
const arrays = [{ v: [1, 5] }, { v: [3] }, { v: 3 }, { v: [] }, { v: [[3]] }, { v: [{ x: 3 }] }, { v: { x: [3, 4] } }];
const items = [
  {
    v: [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ],
  },
  { v: [{ x: 1, y: 4 }] },
  { v: { x: 1, y: 4 } },
  { v: [] },
  {},
];

export const QUERY_CASES: readonly QueryCase[] = [
  { title: "equality compares across numeric types", documents: numbers, filter: { v: 2 }, expected: [2] },
  { title: "equality matches a decimal with a double", documents: numbers, filter: { v: 2.5 }, expected: [3] },
  { title: "$gt compares only values of its own type", documents: numbers, filter: { v: { $gt: 1 } }, expected: [1, 2, 3] },
  { title: "$lt with a string does not match numbers", documents: numbers, filter: { v: { $lt: "3" } }, expected: [4] },
  { title: "null matches null and missing", documents: numbers, filter: { v: null }, expected: [5, 6] },
  { title: "$exists matches null but not missing", documents: numbers, filter: { v: { $exists: true } }, expected: [0, 1, 2, 3, 4, 5] },
  { title: "$ne matches missing", documents: numbers, filter: { v: { $ne: 1 } }, expected: [1, 2, 3, 4, 5, 6] },
  { title: "$in with null matches null and missing", documents: numbers, filter: { v: { $in: [null, "2"] } }, expected: [4, 5, 6] },
  { title: "$nin", documents: numbers, filter: { v: { $nin: [1, null] } }, expected: [1, 2, 3, 4] },
  { title: "$gte null is equality with null", documents: numbers, filter: { v: { $gte: null } }, expected: [5, 6] },
  { title: "$type number", documents: numbers, filter: { v: { $type: "number" } }, expected: [0, 1, 2, 3] },
  { title: "$type decimal", documents: numbers, filter: { v: { $type: "decimal" } }, expected: [3] },
  {
    title: "$not matches values of other types",
    documents: numbers,
    filter: { v: { $not: { $gt: 1 } } },
    expected: [0, 4, 5, 6],
  },
  { title: "equality matches elements of an array but not of nested arrays", documents: arrays, filter: { v: 3 }, expected: [1, 2] },
  { title: "equality with a whole array", documents: arrays, filter: { v: [3] }, expected: [1, 4] },
  { title: "two bounds may be satisfied by different elements", documents: arrays, filter: { v: { $gt: 2, $lt: 4 } }, expected: [0, 1, 2] },
  {
    title: "$elemMatch requires one element to satisfy all conditions",
    documents: arrays,
    filter: { v: { $elemMatch: { $gt: 2, $lt: 4 } } },
    expected: [1],
  },
  { title: "$size", documents: arrays, filter: { v: { $size: 1 } }, expected: [1, 4, 5] },
  { title: "a path traverses arrays at its start and at its end", documents: arrays, filter: { "v.x": 3 }, expected: [5, 6] },
  { title: "a number in a path is an array index", documents: arrays, filter: { "v.0": 3 }, expected: [1, 4] },
  { title: "$type array", documents: arrays, filter: { v: { $type: "array" } }, expected: [0, 1, 3, 4, 5] },
  {
    title: "conditions on two fields may be satisfied by different elements",
    documents: items,
    filter: { "v.x": 1, "v.y": 4 },
    expected: [0, 1, 2],
  },
  { title: "$elemMatch with fields", documents: items, filter: { v: { $elemMatch: { x: 1, y: 4 } } }, expected: [1] },
  { title: "document equality depends on the order of fields", documents: items, filter: { v: { y: 4, x: 1 } }, expected: [] },
  { title: "document equality compares whole documents", documents: items, filter: { v: { x: 1, y: 4 } }, expected: [1, 2] },
  { title: "a missing field in an empty array is not null", documents: items, filter: { "v.x": null }, expected: [4] },
  {
    title: "$or and $nor",
    documents: numbers,
    filter: { $or: [{ v: 1 }, { $nor: [{ v: { $type: "number" } }, { v: null }] }] },
    expected: [0, 4],
  },
  {
    title: "$expr compares fields, and a missing field sorts below numbers",
    documents: [{ a: 2, b: 1 }, { a: 1, b: 2 }, { a: 1 }, { b: 1 }],
    filter: { $expr: { $gt: ["$a", "$b"] } },
    expected: [0, 2],
  },
  {
    title: "$expr does not match array elements",
    documents: [{ a: [1, 2] }, { a: 1 }],
    filter: { $expr: { $eq: ["$a", 1] } },
    expected: [1],
  },
  {
    title: "a date range matches dates only",
    documents: [{ v: new Date(1000) }, { v: new Date(2000) }, { v: new ObjectId("000000000000000000000001") }, { v: 1500 }],
    filter: { v: { $gte: new Date(1500) } },
    expected: [1],
  },
];

/** Expected ids in the order of a sort. */
export const SORT_CASES: readonly {
  title: string;
  documents: readonly object[];
  sort: Record<string, 1 | -1>;
  expected: readonly number[];
}[] = [
  {
    title: "types sort as null, numbers, strings, documents, binary, ids, booleans, dates",
    documents: [
      { v: new Date(0) },
      { v: true },
      { v: new ObjectId("000000000000000000000001") },
      { v: { a: 1 } },
      { v: "a" },
      { v: 7 },
      {},
      { v: Buffer.from("a") },
    ],
    sort: { v: 1 },
    expected: [6, 5, 4, 3, 7, 2, 1, 0],
  },
  {
    title: "an array sorts by its least element in ascending order",
    documents: [{ v: [3, 9] }, { v: 4 }, { v: [1, 10] }],
    sort: { v: 1 },
    expected: [2, 0, 1],
  },
  {
    title: "an array sorts by its greatest element in descending order",
    documents: [{ v: [3, 9] }, { v: 4 }, { v: [1, 10] }],
    sort: { v: -1 },
    expected: [2, 0, 1],
  },
  { title: "an empty array sorts before null", documents: [{ v: null }, { v: [] }, { v: 0 }], sort: { v: 1 }, expected: [1, 0, 2] },
  {
    title: "numbers of all types sort by value",
    documents: [{ v: 3 }, { v: Decimal128.fromString("2.5") }, { v: Long.fromNumber(2) }],
    sort: { v: 1 },
    expected: [2, 1, 0],
  },
];
