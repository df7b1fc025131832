import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { startEmbeddedMongo } from "../index.ts";
import { oldRecord, put, writeOldJournal } from "./support/old-journal.ts";
import { spawnServer } from "./support/server-process.ts";

let directory: string;
const file = (name: string) => path.join(directory, name);

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "embedded-mongo-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function withDatabase<T>(work: (database: mongo.Db) => Promise<T>): Promise<T> {
  const server = await startEmbeddedMongo({ dataDir: directory });
  const client = await new mongo.MongoClient(server.uri).connect();
  try {
    return await work(client.db("shop"));
  } finally {
    await client.close();
    await server.stop();
  }
}

const accounts = (count: number, from = 0): Buffer[] =>
  Array.from({ length: count }, (_, at) =>
    oldRecord([put("insert", "shop.accounts", { _id: from + at, owner: `o${from + at}`, cents: 100 })]),
  );

describe("the directory of an earlier version", () => {
  it("STO-21 is converted once, with everything that its journal did, and the journal is kept aside", async () => {
    writeOldJournal(directory, [
      oldRecord([{ op: "create", ns: "shop.accounts", options: { validator: { cents: { $gte: 0 } } } }]),
      ...accounts(30),
      oldRecord([{ op: "createIndex", ns: "shop.accounts", spec: { v: 2, key: { owner: 1 }, name: "by_owner", unique: true } }]),
      oldRecord([
        put("update", "shop.accounts", { _id: 1, owner: "o1", cents: 60 }),
        put("update", "shop.accounts", { _id: 2, owner: "o2", cents: 140 }),
      ]),
      oldRecord([{ op: "delete", ns: "shop.accounts", id: 29 }]),
      oldRecord([{ op: "createIndex", ns: "shop.accounts", spec: { v: 2, key: { cents: 1 }, name: "by_cents" } }]),
      oldRecord([{ op: "dropIndex", ns: "shop.accounts", name: "by_cents" }]),
      oldRecord([put("insert", "shop.gone", { _id: 1 })]),
      oldRecord([{ op: "drop", ns: "shop.gone" }]),
      oldRecord([
        put("insert", "shop.mixed", { _id: 1, long: mongo.Long.fromString("9007199254740993"), at: new Date(5), list: [1, "a"] }),
      ]),
      oldRecord([{ op: "options", ns: "shop.mixed", options: { validationLevel: "off" } }]),
    ]);
    const journal = readFileSync(file("journal.bson"));
    const seen = () =>
      withDatabase(async (database) => {
        const rows = await database.collection("accounts").find().sort({ _id: 1 }).toArray();
        return {
          rows,
          indexes: (await database.collection("accounts").indexes()).map(({ name, unique }) => [name, unique]),
          collections: (await database.collections()).map(({ collectionName }) => collectionName).sort(),
          mixed: await database.collection("mixed").findOne({}, { promoteLongs: false }),
        };
      });
    const found = await seen();
    expect(found.rows).toHaveLength(29);
    expect(found.rows.slice(0, 3)).toEqual([
      { _id: 0, owner: "o0", cents: 100 },
      { _id: 1, owner: "o1", cents: 60 },
      { _id: 2, owner: "o2", cents: 140 },
    ]);
    expect(found.indexes).toEqual([
      ["_id_", undefined],
      ["by_owner", true],
    ]);
    expect(found.collections).toEqual(["accounts", "mixed"]);
    expect(found.mixed).toMatchObject({ long: mongo.Long.fromString("9007199254740993"), at: new Date(5), list: [1, "a"] });
    expect(readFileSync(file("journal.bson.converted"))).toEqual(journal);
    expect(existsSync(file("journal.bson"))).toBe(false);
    expect(await seen()).toEqual(found);
    await withDatabase(async (database) => {
      await expect(database.collection("accounts").insertOne({ owner: "o3", cents: 1 })).rejects.toMatchObject({ code: 11000 });
      await expect(database.collection("accounts").insertOne({ owner: "new", cents: -1 })).rejects.toMatchObject({ code: 121 });
    });
  });

  it("STO-21 that was killed while writing is converted without the torn last record", async () => {
    const [last = Buffer.alloc(0)] = accounts(1, 10);
    writeOldJournal(directory, [...accounts(10), last.subarray(0, last.length - 3)]);
    expect(await withDatabase((database) => database.collection("accounts").countDocuments())).toBe(10);
  });

  it.each([
    ["a flipped bit in the body of a record", (bytes: Buffer, at: number) => bytes.writeUInt8(bytes.readUInt8(at + 20) ^ 1, at + 20)],
    ["a flipped bit in the length of a record", (bytes: Buffer, at: number) => bytes.writeUInt8(bytes.readUInt8(at + 2) ^ 64, at + 2)],
  ])("STO-21 is refused with a sentence, and left as it is, if it has %s", async (_what, damage) => {
    writeOldJournal(directory, accounts(10));
    const bytes = readFileSync(file("journal.bson"));
    const at = 8 + accounts(5).reduce((total, record) => total + record.length, 0);
    damage(bytes, at);
    writeFileSync(file("journal.bson"), bytes);
    for (let round = 0; round < 2; round++)
      await expect(startEmbeddedMongo({ dataDir: directory })).rejects.toThrow(
        `${file("journal.bson.converting")} cannot be converted: the record at byte ${at} is damaged`,
      );
    expect(readFileSync(file("journal.bson.converting"))).toEqual(bytes);
    expect(existsSync(file("data.db"))).toBe(false);
  });

  it("STO-21 is refused while a server of that version still uses it", async () => {
    writeOldJournal(directory, accounts(1));
    writeFileSync(file("server.lock"), JSON.stringify({ pid: process.pid, startedAt: null }));
    await expect(startEmbeddedMongo({ dataDir: directory })).rejects.toThrow(`${directory} is in use by another server`);
    expect(existsSync(file("journal.bson"))).toBe(true);
  });

  it("STO-21 is refused if it has data of this version too", async () => {
    await withDatabase((database) => database.collection("accounts").insertOne({}));
    writeOldJournal(directory, accounts(1));
    await expect(startEmbeddedMongo({ dataDir: directory })).rejects.toThrow("move away the one that you do not want");
    expect(existsSync(file("journal.bson"))).toBe(true);
  });

  it("STO-21 goes on with the conversion after it was killed in the middle, and after it was killed before its last step", async () => {
    const count = 20_000;
    writeOldJournal(directory, accounts(count));
    const child = spawnServer("--data-dir", directory);
    for await (const chunk of child.stdout) if (String(chunk).includes("converts")) break;
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(readdirSync(directory)).toContain("journal.bson.converting");
    const totals = () =>
      withDatabase((database) =>
        database
          .collection("accounts")
          .aggregate([{ $group: { _id: null, count: { $sum: 1 }, cents: { $sum: "$cents" } } }])
          .toArray(),
      );
    expect(await totals()).toEqual([{ _id: null, count, cents: count * 100 }]);
    writeFileSync(file("journal.bson.converting"), readFileSync(file("journal.bson.converted")));
    expect(await totals()).toEqual([{ _id: null, count, cents: count * 100 }]);
    expect(
      readdirSync(directory)
        .filter((name) => name !== "data.db-wal")
        .sort(),
    ).toEqual(["data.db", "data.db-state", "journal.bson.converted", "lock.db"]);
  });
});
