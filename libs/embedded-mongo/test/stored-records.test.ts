import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, jest } from "@jest/globals";
import { mongo } from "mongoose";
import { ensureCollection } from "../engine/catalog.ts";
import { findRecords } from "../engine/find-records.ts";
import { insertRecord } from "../engine/write-records.ts";
import { FieldPaths } from "../store/decode-fields.ts";
import { DroppedRows } from "../store/dropped-rows.ts";
import { RecordCache } from "../store/record-cache.ts";
import { Store } from "../store/store.ts";
import { StoredRecord } from "../store/stored-record.ts";
import { StoredRecords } from "../store/stored-records.ts";
import { decode, encode } from "../values/document.ts";
import { openEngineOn } from "../wire/server.ts";
import { eventually } from "./support/store.ts";

const { BSON } = mongo;
/** Node may make its pool of small buffers larger by this much. */
const POOL_ALIGNMENT = 64;
const EVERY_TYPE: mongo.Document = {
  double: 1.5,
  string: "text with ü and \u0000",
  document: { nested: { deep: [1, { two: 2 }] } },
  array: [1, "a", [true]],
  binary: new BSON.Binary(Buffer.from([1, 2, 3]), 0),
  objectId: new BSON.ObjectId(),
  yes: true,
  date: new Date(5),
  nothing: null,
  regex: new BSON.BSONRegExp("^a.*z$", "im"),
  reference: new BSON.DBRef("others", new BSON.ObjectId()),
  code: new BSON.Code("return 1"),
  scoped: new BSON.Code("return x", { x: 1 }),
  symbol: new BSON.BSONSymbol("s"),
  int: 7,
  timestamp: new BSON.Timestamp({ t: 1, i: 2 }),
  long: BSON.Long.fromString("9007199254740993"),
  decimal: BSON.Decimal128.fromString("1.50"),
  least: new BSON.MinKey(),
  greatest: new BSON.MaxKey(),
  "": "a field without a name",
  ünïcode: 1,
  double2: "a name that begins like another",
};

describe("a part of a document", () => {
  const bytes = encode(EVERY_TYPE);
  const whole = decode(bytes);

  it.each(Object.keys(EVERY_TYPE))("a part of a document is decoded as in the whole document: %j", (name) => {
    expect(new FieldPaths([name]).decode(bytes)).toEqual({ [name]: whole[name] });
  });

  it("a part of a document has the values at dotted paths, and arrays as a whole", () => {
    const reference = new BSON.DBRef("others", new BSON.ObjectId());
    const documents: mongo.Document[] = [
      { a: { b: { c: 1, d: 2 }, e: [{ f: 1 }] }, g: 3 },
      { a: [{ b: { c: 1 } }], g: { h: 1 } },
      { a: 5 },
      { a: { b: null } },
      { a: reference },
      {},
    ];
    const parts = documents.map((document) => new FieldPaths(["a.b.c", "a.e.f", "g"]).decode(encode(document)));
    expect(parts).toEqual([
      { a: { b: { c: 1 }, e: [{ f: 1 }] }, g: 3 },
      { a: [{ b: { c: 1 } }], g: { h: 1 } },
      { a: 5 },
      { a: { b: null } },
      { a: reference },
      {},
    ]);
    expect(new FieldPaths(["a.b", "a"]).decode(encode({ a: { b: 1, c: 2 } }))).toEqual({ a: { b: 1, c: 2 } });
    expect(new FieldPaths(["__proto__.a"]).decode(encode(JSON.parse('{ "__proto__": { "a": 1, "b": 2 } }')))).toEqual(
      JSON.parse('{ "__proto__": { "a": 1 } }'),
    );
  });

  it("a part of a document has only fields that the document has", () => {
    expect(new FieldPaths(["int", "missing", "long", "doc"]).decode(bytes)).toEqual({ int: 7, long: whole.long });
    expect(new FieldPaths([]).decode(bytes)).toEqual({});
  });
});

describe("the cache of records", () => {
  const record = (kilobytes: number) => new StoredRecord(encode({ text: "x".repeat(kilobytes * 1024) }));

  it("STO-09 the cache of records stays within its budget and drops the records that were not used recently", () => {
    const cache = new RecordCache(100 * 1024);
    for (let row = 0; row < 1000; row++) {
      cache.set(row, record(1));
      cache.get(7);
    }
    const stored = Array.from({ length: 1000 }, (_, row) => row).filter((row) => cache.peek(row));
    expect(stored.length).toBeLessThan(100);
    expect(stored).toContain(7);
    expect(stored).toContain(999);
  });

  it("the cache of records soon drops a record that is larger than the cache", () => {
    const cache = new RecordCache(10 * 1024);
    cache.set(1, record(50));
    cache.set(2, record(6));
    expect(cache.peek(1)).toBeUndefined();
  });
});

describe("a scan", () => {
  it("STO-11 a scan that is interrupted by writes returns the newest versions, and no deleted record", async () => {
    const store = new Store({ file: null, fsync: false, onFailure: () => undefined });
    const records = new StoredRecords(store, 1);
    const padding = "x".repeat(3000);
    for (let id = 1; id <= 1500; id++) records.insert(records.nextId(), StoredRecord.of({ _id: id, padding }));
    const seen: unknown[] = [];
    for (const [id, record] of records) {
      seen.push(record.document.changed ?? id);
      if (id !== 700) continue;
      for (const next of [701, 702]) {
        const before = records.get(next);
        if (!before) throw new Error("no record");
        if (next === 701) records.delete(next, before);
        else records.replace(next, before, StoredRecord.of({ _id: next, changed: "changed" }));
      }
    }
    expect(seen.slice(699, 702)).toEqual([700, "changed", 703]);
    await store.close();
  });
});

describe("a scan in blocks", () => {
  const KILOBYTES = [1, 3, 20, 1, 700, 0];

  it.each([
    ["in the order of the records", false],
    ["backwards", true],
  ])("STO-12 a scan in blocks returns each record once, small and large ones, %s", async (_order, backwards) => {
    const store = new Store({ file: null, fsync: false, onFailure: () => undefined });
    const records = new StoredRecords(store, 1);
    const written: number[] = [];
    for (let at = 0; at < 1000; at++) {
      const id = records.nextId();
      const kilobytes = at < 50 ? (KILOBYTES[at % KILOBYTES.length] ?? 0) : 3;
      if (at % 7 === 0) continue;
      records.insert(id, StoredRecord.of({ _id: id, text: "ü\0".repeat(kilobytes * 341), bytes: Buffer.from([0, 255, id % 256]) }));
      written.push(id);
    }
    store.cache.clear();
    const seen = Array.from(records.entries(backwards), ([id, { document }]) => {
      expect(document).toMatchObject({ _id: id, bytes: { buffer: Buffer.from([0, 255, id % 256]) } });
      return id;
    });
    expect(seen).toEqual(backwards ? written.reverse() : written);
    await store.close();
  });

  it("STO-09 a scan in blocks retains only the records of a block that matched", async () => {
    const store = new Store({ file: null, fsync: false, onFailure: () => undefined });
    const engine = openEngineOn(store);
    const rows = ensureCollection(engine, "test", "rows");
    const padding = "x".repeat(5000);
    for (let _id = 0; _id < 1000; _id++) insertRecord(rows, { _id, padding }, null);
    const hits = findRecords(rows, { _id: { $in: Array.from({ length: 100 }, (_, at) => 100 * at + 7) } });
    expect(hits).toHaveLength(10);
    for (const { record } of hits) expect(record.bytes.buffer.byteLength).toBeLessThanOrEqual(Buffer.poolSize + POOL_ALIGNMENT);
    await store.close();
  });
});

describe("dropped data", () => {
  it("STO-07 dropped data is not deleted in a busy loop while the disk is full, and is gone when there is space", async () => {
    const store = new Store({ file: null, fsync: false, onFailure: () => undefined });
    const records = new StoredRecords(store, 1);
    for (let id = 1; id <= 5; id++) records.insert(records.nextId(), StoredRecord.of({ _id: id }));
    await store.settled(false);
    const dropped = new DroppedRows(store);
    dropped.add("collection", 1);
    await store.settled(false);
    const commit = jest.spyOn(store.statements.commit, "run").mockImplementation(() => {
      throw new Error("database or disk is full");
    });
    await pause(100);
    expect(commit.mock.calls.length).toBeLessThanOrEqual(2);
    commit.mockRestore();
    await eventually(() => [...records].length === 0 && !store.statements.dropping.get());
    await store.close();
  });
});
