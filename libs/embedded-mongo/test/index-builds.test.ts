import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createCollection, dropCollection } from "../engine/catalog.ts";
import { findRecords } from "../engine/find-records.ts";
import { IndexBuild } from "../engine/index-build.ts";
import { Interruption } from "../engine/interruption.ts";
import type { Collection, Engine } from "../engine/model.ts";
import { openEngine } from "../engine/open-engine.ts";
import { insertRecord, removeRecord, replaceRecord } from "../engine/write-records.ts";
import { Store } from "../store/store.ts";
import type { Doc } from "../values/document.ts";

const DOCUMENTS = 2000;
let store: Store;
let engine: Engine;
let collection: Collection;

beforeEach(() => {
  store = new Store({ file: null, fsync: false, onFailure: () => undefined });
  engine = openEngine(store, () => ({ compareStrings: undefined, evaluator: () => () => null }));
  collection = createCollection(engine, "builds", "entries");
  for (let _id = 0; _id < DOCUMENTS; _id++) insertRecord(collection, { _id, n: _id, pad: "x".repeat(1500) }, null);
});
afterEach(() => store.close());

/** An interruption that demands a pause at each step. */
class AlwaysPause extends Interruption {
  override step(): boolean {
    return true;
  }
}

const specification = (unique = false) => ({ v: 2, key: { n: 1 }, name: "by_n", ...(unique && { unique }) });
const replace = (filter: Doc, change: Doc) => {
  const [hit] = findRecords(collection, filter);
  if (hit) replaceRecord(collection, hit.recordId, hit.document, { ...hit.document, ...change });
};
const remove = (filter: Doc) => {
  const [hit] = findRecords(collection, filter);
  if (hit) removeRecord(collection, hit.recordId, hit.document);
};

/** Fills an index and writes at one of its pauses. */
function fillWith(build: IndexBuild, at: number, write: () => void): void {
  const steps = build.fill(new AlwaysPause());
  for (let step = 0; !steps.next().done; step++) if (step === at) write();
}

function refusalOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

describe("an index that is built while others write", () => {
  it("STO-04 STO-11 a new index has records that were inserted at its last pauses, after the scan has listed the records", () => {
    for (const size of [1, 20]) {
      const small = createCollection(engine, "builds", `small ${size}`);
      for (let _id = 0; _id < size; _id++) insertRecord(small, { _id, n: _id }, null);
      const build = new IndexBuild(small, specification());
      fillWith(build, size - 1, () => void insertRecord(small, { _id: "new", n: 100 }, null));
      build.finish();
      expect(small.indexes[1]?.entries.size).toBe(size + 1);
    }
  });

  it("STO-11 a new index has the newest versions of documents that were written before, at and behind its position", () => {
    const build = new IndexBuild(collection, specification());
    fillWith(build, 1000, () => {
      for (const _id of [10, 1000, 1001, 1900]) replace({ _id }, { n: [5000 + _id, -_id] });
      for (const _id of [11, 1002, 1901]) remove({ _id });
      insertRecord(collection, { _id: "new", n: 7000 }, null);
    });
    insertRecord(collection, { _id: "newer", n: 7001 }, null);
    replace({ _id: 12 }, { n: 7002 });
    build.finish();
    const [index] = collection.indexes.slice(1);
    const expected: [number, unknown][] = [];
    for (const { document } of findRecords(collection, {}))
      for (const n of Array.isArray(document.n) ? document.n : [document.n]) expected.push([n, document._id]);
    const found = [...(index?.entries.range("", undefined) ?? [])].map((recordId) => collection.records.get(recordId)?.document._id);
    expect(found).toEqual(expected.sort(([left], [right]) => left - right).map(([, id]) => id));
    expect([...(index?.arrayFields ?? [])]).toEqual([0]);
  });

  it("STO-11 an index build fails if a write duplicates a key of the unique index, and the write succeeds", () => {
    const build = new IndexBuild(collection, specification(true));
    expect(() => fillWith(build, 1000, () => replace({ _id: 10 }, { n: 20 }))).toThrow("E11000");
    build.cancel();
    expect(findRecords(collection, { n: 20 })).toHaveLength(2);
    expect(collection.indexes).toHaveLength(1);
    expect(collection.builds.size).toBe(0);
  });

  it("STO-11 an index build is abandoned if its collection is dropped meanwhile, even after it is filled", () => {
    const [early, late] = [new IndexBuild(collection, specification()), new IndexBuild(collection, { ...specification(), name: "late" })];
    fillWith(late, -1, () => undefined);
    expect(() => fillWith(early, 10, () => dropCollection(engine, "builds", "entries"))).toThrow("was dropped");
    expect(() => late.finish()).toThrow("was dropped");
    early.cancel();
    late.cancel();
    const saved = store.database.prepare("SELECT count(*) n FROM collections").get();
    expect(saved).toEqual({ n: engine.databases.get("builds")?.size ?? 0 });
  });

  it("STO-07 an index build that was undone with its batch is refused as any write on a full disk", () => {
    const [early, late] = [new IndexBuild(collection, specification()), new IndexBuild(collection, { ...specification(), name: "late" })];
    fillWith(late, -1, () => undefined);
    const undoBatch = () => {
      store.database.exec("PRAGMA query_only = 1");
      expect(() => insertRecord(collection, { _id: "refused" }, null)).toThrow();
      store.database.exec("PRAGMA query_only = 0");
    };
    const full = expect.objectContaining({ code: 14_031 });
    expect(refusalOf(() => fillWith(early, 10, undoBatch))).toEqual(full);
    expect(refusalOf(() => late.finish())).toEqual(full);
    early.cancel();
    late.cancel();
  });

  it("STO-11 an abandoned index build leaves nothing behind, nor does one that the end of the server interrupts", async () => {
    const build = new IndexBuild(collection, specification());
    fillWith(build, 10, () => undefined);
    const entries = () => store.database.prepare("SELECT count(*) n FROM entries WHERE i = 3").get();
    expect(entries()).toEqual({ n: DOCUMENTS });
    // as the start does with an unfinished build
    openEngine(store, engine.matchOptions);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(entries()).toEqual({ n: 0 });
  });
});
