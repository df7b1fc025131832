import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createCollection } from "../engine/catalog.ts";
import { type FindOptions, type FindStatistics, findRecords } from "../engine/find-records.ts";
import { addIndex } from "../engine/index-catalog.ts";
import type { Collection, Engine } from "../engine/model.ts";
import { openEngine } from "../engine/open-engine.ts";
import { abortTransaction, beginTransaction } from "../engine/transaction.ts";
import { insertRecord, removeRecord, replaceRecord } from "../engine/write-records.ts";
import { COLLECTION_SCAN } from "../indexes/plan-query.ts";
import { Store } from "../store/store.ts";
import type { Doc } from "../values/document.ts";

const DOCUMENTS = 1000;
let store: Store;
let engine: Engine;
let collection: Collection;

beforeEach(() => {
  store = new Store({ file: null, fsync: false, onFailure: () => {} });
  engine = openEngine(store, () => ({ compareStrings: undefined, evaluator: () => () => null }));
  collection = createCollection(engine, "snapshots", "entries");
  addIndex(collection, { v: 2, key: { group: 1, n: -1 }, name: "by_group" });
  addIndex(collection, { v: 2, key: { tags: 1 }, name: "by_tag" });
  for (let _id = 0; _id < DOCUMENTS; _id++)
    insertRecord(collection, { _id, group: _id % 10, n: _id, tags: [`t${_id % 7}`, `u${_id % 3}`] }, null);
});
afterEach(async () => {
  await store.close();
});

function find(filter: Doc, options: FindOptions = {}) {
  const statistics: FindStatistics = { plan: COLLECTION_SCAN, documentsExamined: 0 };
  const documents = findRecords(collection, filter, options, statistics).map(({ document }) => document);
  return { documents, examined: statistics.documentsExamined, index: statistics.plan.index?.specification.name };
}

/** Changes every document several times, deletes every fifth and inserts as many new ones with ids from `firstId` on. */
function changeEverything(firstId = DOCUMENTS): void {
  for (let round = 0; round < 3; round++)
    for (const { recordId, document } of findRecords(collection, {}))
      replaceRecord(collection, recordId, document, {
        ...document,
        group: (Number(document.group) + 1) % 10,
        n: -Number(document.n),
        tags: ["v"],
      });
  for (const { recordId, document } of findRecords(collection, {}).filter(({ document }) => Number(document._id) % 5 === 0))
    removeRecord(collection, recordId, document);
  for (let _id = firstId; _id < firstId + DOCUMENTS / 5; _id++)
    insertRecord(collection, { _id, group: _id % 10, n: _id, tags: ["t1"] }, null);
}

const QUERIES: [Doc, FindOptions][] = [
  [{}, {}],
  [{}, { hint: { $natural: -1 } }],
  [{ _id: 17 }, {}],
  [{ _id: { $gte: 990 } }, {}],
  [{ group: 3 }, { sort: { n: 1 }, limit: 5 }],
  [{ group: 3 }, { sort: { n: -1 }, limit: 5, skip: 2 }],
  [{ group: { $in: [2, 4] }, n: { $lt: 300 } }, {}],
  [{ tags: "t1" }, {}],
  [{ tags: { $gte: "t5", $lt: "u1" } }, { sort: { _id: -1 } }],
  [{ $or: [{ group: 1, n: 11 }, { tags: "u2" }] }, {}],
];

describe("an open transaction", () => {
  it("STO-13 a transaction reads the data committed before its start, in the same order, during writes of other clients", () => {
    const before = QUERIES.map(([filter, options]) => find(filter, options).documents);
    const transaction = beginTransaction(engine);
    changeEverything();
    const sorted = (documents: readonly Doc[], options: FindOptions) =>
      options.sort ? documents : documents.toSorted((left, right) => Number(left._id) - Number(right._id));
    for (const [at, [filter, options]] of QUERIES.entries())
      expect(sorted(find(filter, { ...options, transaction }).documents, options)).toEqual(sorted(before[at] ?? [], options));
    abortTransaction(transaction);
  });

  it("STO-13 a transaction examines no more documents after writes of others, and others examine no more because of it", () => {
    const ranges = QUERIES.slice(2);
    const before = ranges.map(([filter, options]) => find(filter, options).examined);
    const transaction = beginTransaction(engine);
    changeEverything();
    expect(ranges.map(([filter, options]) => find(filter, { ...options, transaction }).examined)).toEqual(before);
    const others = ranges.map(([filter, options]) => find(filter, options).examined);
    abortTransaction(transaction);
    expect(ranges.map(([filter, options]) => find(filter, options).examined)).toEqual(others);
  });

  it("STO-13 a transaction sees its own writes at their place in the order of an index", () => {
    const transaction = beginTransaction(engine);
    changeEverything();
    insertRecord(collection, { _id: "own", group: 3, n: 500.5, tags: [] }, null, transaction);
    const { documents, index } = find({ group: 3 }, { sort: { n: 1 }, skip: 49, limit: 3, transaction });
    expect(index).toBe("by_group");
    expect(documents.map(({ n }) => n)).toEqual([493, 500.5, 503]);
    abortTransaction(transaction);
  });

  it("STO-13 a transaction leaves no old versions behind when it ends, except those that an earlier transaction still reads", () => {
    const first = beginTransaction(engine);
    const before = find({ group: 3 }, { transaction: first }).documents;
    changeEverything();
    const second = beginTransaction(engine);
    const between = find({ group: 3 }, { transaction: second }).documents;
    changeEverything(DOCUMENTS * 2);
    abortTransaction(first);
    expect(find({ group: 3 }, { transaction: second }).documents).toEqual(between);
    expect(between).not.toEqual(before);
    abortTransaction(second);
    expect(collection.history.isEmpty).toBe(true);
    for (const { superseded } of collection.indexes) expect([...superseded.entries("", undefined)]).toEqual([]);
  });

  it("STO-13 a transaction does not use an index that was built after its start, because the index lacks the older versions", () => {
    const transaction = beginTransaction(engine);
    changeEverything();
    addIndex(collection, { v: 2, key: { n: 1 }, name: "by_n" });
    expect(find({ n: 44 }, { transaction }).index).toBeUndefined();
    expect(find({ n: 44 }, { transaction }).documents).toMatchObject([{ _id: 44 }]);
    abortTransaction(transaction);
    expect(find({ n: 1001 }).index).toBe("by_n");
  });
});
