import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { type Sortable, sortInSteps } from "../engine/sort-documents.ts";
import { runAtOnce } from "../engine/steps.ts";
import { openEmbedded, type Store, serverErrorOf } from "./support/store.ts";

interface Row {
  _id: number;
  n: number;
  text: string;
}

const COUNT = 120;
const MEGABYTE = 1024 * 1024;
const EXCEEDED = { code: 292, codeName: "QueryExceededMemoryLimitNoDiskUseAllowed" };

describe("more than 100 MB", () => {
  let store: Store;
  let rows: mongo.Collection<Row>;
  beforeAll(async () => {
    store = await openEmbedded();
    rows = store.database.collection<Row>("rows");
    for (let _id = 0; _id < COUNT; _id++) await rows.insertOne({ _id, n: (_id * 7) % COUNT, text: String(_id).padStart(MEGABYTE, "x") });
  });
  afterAll(() => store.close());

  it.each<[string, () => Promise<unknown>]>([
    ["sort of find", () => rows.find().sort({ n: 1 }).toArray()],
    ["$sort", () => rows.aggregate([{ $set: { m: "$n" } }, { $sort: { m: 1 } }]).toArray()],
    ["$push", () => rows.aggregate([{ $group: { _id: null, texts: { $push: "$text" } } }]).toArray()],
    ["$first in many groups", () => rows.aggregate([{ $group: { _id: "$n", first: { $first: "$text" } } }]).toArray()],
    ["$group by large values", () => rows.aggregate([{ $group: { _id: "$text" } }]).toArray()],
  ])("STO-17 more than 100 MB in a %s is refused with code 292", async (_what, query) => {
    expect(await serverErrorOf(query)).toMatchObject(EXCEEDED);
  });

  it("STO-17 a sort whose limit stays below 100 MB is not refused", async () => {
    const first = await rows
      .find({}, { projection: { n: 1 } })
      .sort({ n: 1 })
      .skip(1)
      .limit(3)
      .toArray();
    expect(first.map(({ n }) => n)).toEqual([1, 2, 3]);
    const groups = await rows.aggregate([{ $group: { _id: { $gt: ["$n", 59] }, n: { $max: "$n" } } }, { $sort: { _id: 1 } }]).toArray();
    expect(groups.map(({ n }) => n)).toEqual([59, 119]);
  });
});

describe("a sort", () => {
  const NUMBERS = Array.from({ length: 20_000 }, (_, at) => ({ at, n: (at * 7_919) % 5_000 }));
  const expected = NUMBERS.toSorted((left, right) => left.n - right.n || left.at - right.at);
  const sortables = (bytes: number): Sortable<{ n: number }>[] => NUMBERS.map((item) => ({ item, document: item, bytes }));

  it("STO-11 a sort of documents in memory is stable and lets other commands work meanwhile", () => {
    const steps = sortInSteps(sortables(100), { sort: { n: 1 }, interruption: { step: () => true } });
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; pauses++) step = steps.next();
    expect(step.value).toEqual(expected);
    expect(pauses).toBeGreaterThan(NUMBERS.length);
  });

  it.each([1, 20, 3_000])("STO-09 a sort holds not many more than the first %d documents in memory", (most) => {
    const bytes = (100 * MEGABYTE) / (2 * most + 6_000);
    const sorted = runAtOnce(sortInSteps(sortables(bytes), { sort: { n: 1 }, most }));
    expect(sorted).toEqual(expected.slice(0, most));
  });
});
