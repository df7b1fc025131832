import { fork } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { startEmbeddedMongo } from "../index.ts";
import { MAIN, startServerProcess } from "./support/server-process.ts";

interface Entry {
  _id: number;
  n?: number;
  text?: string;
}
let directory: string;
const journalFile = () => path.join(directory, "journal.bson");

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "embedded-mongo-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function using<T>(work: (entries: mongo.Collection<Entry>, client: mongo.MongoClient) => Promise<T>, uri?: string): Promise<T> {
  const server = uri === undefined ? await startEmbeddedMongo({ dataDir: directory }) : null;
  const client = new mongo.MongoClient(uri ?? server?.uri ?? "");
  try {
    await client.connect();
    return await work(client.db("journal").collection<Entry>("entries"), client);
  } finally {
    await client.close();
    await server?.stop();
  }
}

describe("a journal", () => {
  it("gives back what was in memory: documents, indexes, options and drops", async () => {
    const before = await using(async (entries, client) => {
      const database = client.db("journal");
      await database.createCollection("checked", { validator: { n: { $gte: 0 } } });
      await entries.createIndex({ n: 1 }, { unique: true, name: "by_n" });
      await entries.insertMany(Array.from({ length: 50 }, (_, _id) => ({ _id, n: _id, text: `entry ${_id}` })));
      await entries.updateMany({ _id: { $lt: 10 } }, { $inc: { n: 1000 }, $unset: { text: 1 } });
      await entries.deleteMany({ _id: { $gte: 40 } });
      await client.withSession((session) =>
        session.withTransaction(async () => void (await entries.insertOne({ _id: 99, n: 99 }, { session }))),
      );
      await database.collection("gone").insertOne({ x: 1 });
      await database.collection("gone").drop();
      return entries.find().sort({ _id: 1 }).toArray();
    });
    await using(async (entries, client) => {
      expect(await entries.find().sort({ _id: 1 }).toArray()).toEqual(before);
      expect((await entries.indexes()).map(({ name, unique }) => [name, unique])).toEqual([
        ["_id_", undefined],
        ["by_n", true],
      ]);
      await expect(entries.insertOne({ _id: 500, n: 99 })).rejects.toMatchObject({ code: 11000 });
      await expect(client.db("journal").collection("checked").insertOne({ n: -1 })).rejects.toMatchObject({ code: 121 });
      expect((await client.db("journal").collections()).map(({ collectionName }) => collectionName).sort()).toEqual(["checked", "entries"]);
    });
  });

  it("a transaction that was not committed is not in it", async () => {
    await using(async (entries, client) => {
      await client.db("journal").createCollection("entries");
      const session = client.startSession();
      session.startTransaction();
      await entries.insertOne({ _id: 1 }, { session });
      await entries.insertOne({ _id: 2 });
      await session.abortTransaction();
      await session.endSession();
    });
    expect(await using((entries) => entries.find().toArray())).toEqual([{ _id: 2 }]);
  });

  it("tolerates a torn last record, and goes on from the one before", async () => {
    await using(async (entries) => {
      await entries.insertOne({ _id: 1 });
      await entries.insertOne({ _id: 2 });
    });
    truncateSync(journalFile(), statSync(journalFile()).size - 3);
    await using(async (entries) => {
      expect(await entries.find().toArray()).toEqual([{ _id: 1 }]);
      await entries.insertOne({ _id: 3 });
    });
    expect(await using((entries) => entries.find().toArray())).toEqual([{ _id: 1 }, { _id: 3 }]);
  });

  it("keeps what a checksum refutes beside it", async () => {
    await using((entries) => entries.insertOne({ _id: 1 }));
    const good = readFileSync(journalFile());
    appendFileSync(journalFile(), Buffer.from([4, 0, 0, 0, 1, 2, 3, 4, 9, 9, 9, 9]));
    expect(await using((entries) => entries.countDocuments())).toBe(1);
    expect(readFileSync(journalFile()).subarray(0, good.length)).toEqual(good);
    expect(readdirSync(directory).some((name) => name.startsWith("journal.bson.damaged-"))).toBe(true);
  });

  it("is written anew at start where it has outgrown the data", async () => {
    const text = "x".repeat(10_000);
    await using(async (entries) => {
      await entries.insertOne({ _id: 1 });
      for (let n = 0; n < 300; n++) await entries.updateOne({ _id: 1 }, { $set: { n, text: text + n } });
    });
    const grown = statSync(journalFile()).size;
    expect(await using((entries) => entries.findOne({}))).toEqual({ _id: 1, n: 299, text: `${text}299` });
    expect(statSync(journalFile()).size).toBeLessThan(grown / 10);
    expect(await using((entries) => entries.countDocuments({ n: 299 }))).toBe(1);
  });

  it("refuses a file that is none", async () => {
    writeFileSync(journalFile(), "something else entirely");
    await expect(startEmbeddedMongo({ dataDir: directory })).rejects.toThrow("is no journal of this server");
  });
});

describe("a data directory", () => {
  it("has one server at a time", async () => {
    const server = await startServerProcess("--data-dir", directory);
    await expect(startServerProcess("--data-dir", directory)).rejects.toThrow(/data directory .* is in use by process \d+/);
    expect(await server.end("SIGTERM")).toBe(0);
    const next = await startServerProcess("--data-dir", directory, "--fsync");
    expect(await next.end("SIGTERM")).toBe(0);
  });

  it("a server that was forked ends with its parent, and leaves no lock", async () => {
    const child = fork(MAIN, ["--data-dir", directory], { execArgv: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
    if (child.stdout) await once(child.stdout, "data");
    child.disconnect();
    expect((await once(child, "exit"))[0]).toBe(0);
    expect(readdirSync(directory)).toEqual(["journal.bson"]);
  });

  it("kill -9 under load loses no acknowledged write, and its lock is taken over", async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round++) {
      const server = await startServerProcess("--data-dir", directory);
      const client = new mongo.MongoClient(server.uri, { serverSelectionTimeoutMS: 300, retryWrites: false });
      await client.connect();
      const entries = client.db("journal").collection<Entry>("entries");
      let isRunning = true;
      const writers = [0, 1, 2, 3].map(async (writer) => {
        for (let count = 0; isRunning; count++) {
          const _id = round * 1_000_000 + writer * 100_000 + count;
          await entries.insertOne({ _id });
          acknowledged.push(_id);
        }
      });
      const writing = Promise.allSettled(writers);
      await new Promise((resolve) => setTimeout(resolve, 250));
      await server.end("SIGKILL");
      isRunning = false;
      await writing;
      await client.close(true);
    }
    const found = await using(async (entries) => new Set((await entries.find().toArray()).map(({ _id }) => _id)));
    expect(acknowledged.length).toBeGreaterThan(50);
    expect(acknowledged.filter((_id) => !found.has(_id))).toEqual([]);
  });
});
