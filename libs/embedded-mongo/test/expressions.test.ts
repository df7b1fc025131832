import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { openEmbedded, openStore, type Store, serverErrorOf } from "./support/store.ts";

let store: Store;
let rows: mongo.Collection<mongo.Document>;
async function use(opened: Store): Promise<void> {
  store = opened;
  rows = store.database.collection("rows");
  await rows.deleteMany();
  await rows.insertOne({ s: "Hello", list: [1, 2, 3], at: new Date(0), emoji: "a\u{1f600}b" });
}
beforeAll(async () => use(await openStore()));
afterAll(() => store.close());

const valueOfExpression = async (value: unknown): Promise<unknown> => {
  const [found] = await rows.aggregate([{ $project: { value } }]).toArray();
  return found?.value;
};

describe("expressions", () => {
  it.each([
    ["the rest of a text for a negative length", { $substrBytes: ["$s", 1, -1] }, "ello"],
    ["the rest of a text by the old name", { $substr: ["$s", 2, -1] }, "llo"],
    ["a place counted in characters", { $indexOfCP: ["$emoji", "b"] }, 2],
    ["a place counted in bytes", { $indexOfBytes: ["$emoji", "b"] }, 5],
    ["a place between two bounds", { $indexOfCP: ["$s", "l", 3, 5] }, 3],
    ["no place", { $indexOfCP: ["$s", "x"] }, -1],
    ["no place in nothing", { $indexOfCP: ["$nothing", "x"] }, null],
    ["the size of a document", { $bsonSize: { a: 1 } }, 12],
    ["a number as text in capitals", { $toUpper: 1.5 }, "1.5"],
  ])("STO-23 give %s", async (_what, expression, expected) => {
    expect(await valueOfExpression(expression)).toEqual(expected);
  });

  it.each([
    ["an empty separator", { $split: ["$s", ""] }, 40087],
    ["a list in capitals", { $toUpper: "$list" }, 16007],
    ["a list in small letters", { $toLower: "$list" }, 16007],
    ["a text that is no date", { $dateFromString: { dateString: "nope" } }, 241],
    ["the logarithm of a negative number", { $log: [-1, 2] }, 28758],
    ["a logarithm to the base 1", { $log: [8, 1] }, 28759],
    ["days added to a text", { $dateAdd: { startDate: "$s", unit: "day", amount: 1 } }, 5166403],
    ["a condition without an else", { $cond: JSON.parse('{"if":true,"then":1}') }, 17082],
    ["a condition with two parts", { $cond: [true, 1] }, 16020],
    ["a condition with an unknown part", { $cond: JSON.parse('{"if":true,"then":1,"else":2,"or":3}') }, 17083],
    ["the size of a text as a document", { $bsonSize: "$s" }, 31393],
    ["a place in a list", { $indexOfCP: ["$list", "l"] }, 40093],
    ["a place of a number", { $indexOfBytes: ["$s", 1] }, 40092],
  ])("STO-23 refuse %s", async (_what, expression, code) => {
    expect(await serverErrorOf(() => valueOfExpression(expression))).toMatchObject({ code });
  });
});

describe("groups", () => {
  const read = (pipeline: object[]) =>
    store.database.aggregate([{ $documents: [1, 3, 5, 5, 9].map((v, at) => ({ v, at })) }, ...pipeline]).toArray();

  it("STO-23 $bucketAuto divides all documents, equal ones into one bucket, and ends each where the next begins", async () => {
    expect(await read([{ $bucketAuto: { groupBy: "$v", buckets: 2 } }])).toEqual([
      { _id: { min: 1, max: 9 }, count: 4 },
      { _id: { min: 9, max: 9 }, count: 1 },
    ]);
    expect(await read([{ $bucketAuto: { groupBy: "$v", buckets: 3, output: { all: { $push: "$at" } } } }])).toEqual([
      { _id: { min: 1, max: 5 }, all: [0, 1] },
      { _id: { min: 5, max: 9 }, all: [2, 3] },
      { _id: { min: 9, max: 9 }, all: [4] },
    ]);
  });

  it("STO-23 $bucketAuto refuses a number of buckets that is not positive", async () => {
    expect(await serverErrorOf(() => read([{ $bucketAuto: { groupBy: "$v", buckets: 0 } }]))).toMatchObject({ code: 40243 });
    expect(await serverErrorOf(() => read([{ $bucketAuto: { groupBy: "$v", buckets: "2" } }]))).toMatchObject({ code: 40241 });
  });

  it("STO-23 $top and $bottom give the output of one document, $topN that of several", async () => {
    const sortBy = { v: -1, at: 1 };
    const group = {
      top: { $top: { sortBy, output: "$at" } },
      bottom: { $bottom: { sortBy, output: ["$at", "$v"] } },
      two: { $topN: { sortBy, output: "$at", n: 2 } },
    };
    expect(await read([{ $group: { _id: null, ...group } }])).toEqual([{ _id: null, top: 4, bottom: [0, 1], two: [4, 2] }]);
  });
});

describe("options of find", () => {
  it.each([
    ["awaitData without tailable", { awaitData: true }, 9],
    ["tailable on a collection that is not capped", { tailable: true }, 2],
  ])("STO-23 refuse %s", async (_what, options, code) => {
    expect(await serverErrorOf(() => store.database.command({ find: "rows", ...options }))).toMatchObject({ code });
  });
});

const bucketAuto = {
  aggregate: "rows",
  pipeline: [{ $bucketAuto: { groupBy: "$v", buckets: 2, granularity: "R5" } }],
  cursor: {},
};
function ofThisServer(name: string, tests: () => void): void {
  describe(name, () => {
    let given: Store;
    beforeAll(async () => {
      given = store;
      await use(await openEmbedded());
    });
    afterAll(async () => {
      await store.close();
      await use(given);
    });
    tests();
  });
}

ofThisServer("what this server does not do", () => {
  it.each([
    ["record ids", { find: "rows", showRecordId: true }, 238],
    ["the bounds of an index scan", { find: "rows", min: { _id: 1 }, hint: { _id: 1 } }, 2],
    ["a granularity of $bucketAuto", bucketAuto, 31264],
    ["mapReduce", { mapReduce: "rows", map: "f", reduce: "f", out: "x" }, 59],
    ["bulkWrite of a client", { bulkWrite: 1, ops: [], nsInfo: [] }, 59],
  ])("STO-17 refuses %s", async (_what, command, code) => {
    expect(await serverErrorOf(() => store.database.command(command))).toMatchObject({ code });
  });

  it.each([
    ["$function", { $function: { body: "f", args: [], lang: "js" } }],
    ["$toHashedIndexKey", { $toHashedIndexKey: "$s" }],
  ])("STO-17 refuses %s", async (_what, expression) => {
    expect(await serverErrorOf(() => valueOfExpression(expression))).toMatchObject({ code: 31264 });
  });
});
