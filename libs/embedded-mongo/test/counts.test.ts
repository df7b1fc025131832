import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { createCollection } from "../engine/catalog.ts";
import { countRecordsInSteps, type FindStatistics } from "../engine/find-records.ts";
import { addIndex } from "../engine/index-catalog.ts";
import type { Collection } from "../engine/model.ts";
import { openEngine } from "../engine/open-engine.ts";
import { runAtOnce } from "../engine/steps.ts";
import { insertRecord } from "../engine/write-records.ts";
import { COLLECTION_SCAN } from "../indexes/plan-query.ts";
import { Store } from "../store/store.ts";
import type { Doc } from "../values/document.ts";

const dayOf = (day: number) => new Date(Date.UTC(2026, 0, day));

let store: Store;
let collection: Collection;
beforeEach(() => {
  store = new Store({ file: null, fsync: false, onFailure: () => {} });
  const engine = openEngine(store, () => ({ compareStrings: undefined, evaluator: () => () => null }));
  collection = createCollection(engine, "counts", "entries");
  addIndex(collection, { v: 2, key: { user: 1, at: 1 }, name: "by_user" });
  for (let _id = 0; _id < 30; _id++) insertRecord(collection, { _id, user: _id % 2 ? "a" : "b", at: dayOf(_id), odd: _id % 2 }, null);
});
afterEach(() => store.close());

it.each([
  { filter: { user: "a" }, matching: 15, read: 0 },
  { filter: { user: "a", at: { $gte: dayOf(5), $lt: dayOf(15) } }, matching: 5, read: 0 },
  { filter: { user: "a", at: { $gt: dayOf(5), $lte: dayOf(15) } }, matching: 5, read: 0 },
  { filter: { user: "a", at: { $gte: dayOf(5), $ne: dayOf(7) } }, matching: 12, read: 13 },
  { filter: { user: "a", odd: 1 }, matching: 15, read: 15 },
])("STO-01 a count reads no document where the index alone gives the number: $filter", ({ filter, matching, read }) => {
  const statistics: FindStatistics = { plan: COLLECTION_SCAN, documentsExamined: 0 };
  expect(runAtOnce(countRecordsInSteps(collection, filter as Doc, {}, statistics))).toBe(matching);
  expect(statistics).toMatchObject({ plan: { index: { specification: { name: "by_user" } } }, documentsExamined: read });
});

it("STO-01 a count by an index goes on after each of its chunks, within the bounds of its ranges", () => {
  for (let _id = 30; _id < 20_000; _id++) insertRecord(collection, { _id, user: "many", at: dayOf(_id % 28) }, null);
  const countOf = (filter: Doc) => runAtOnce(countRecordsInSteps(collection, filter, {}));
  expect(countOf({ user: "many" })).toBe(19_970);
  expect(countOf({ user: "many", at: { $gte: dayOf(0), $lt: dayOf(14) } })).toBe(9_988);
});
