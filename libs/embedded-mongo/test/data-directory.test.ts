import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { startEmbeddedMongo } from "../index.ts";
import { lockDataDirectory } from "../store/data-directory.ts";
import { MAIN, startServerProcess } from "./support/server-process.ts";

interface Entry {
  _id: number;
  n?: number;
  tags?: string[];
  text?: string;
}
let directory: string;
const dataFile = () => path.join(directory, "data.db");

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "embedded-mongo-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function withEntries<T>(work: (entries: mongo.Collection<Entry>, client: mongo.MongoClient) => Promise<T>, uri?: string): Promise<T> {
  const server = uri === undefined ? await startEmbeddedMongo({ dataDir: directory }) : null;
  const client = new mongo.MongoClient(uri ?? server?.uri ?? "");
  try {
    await client.connect();
    return await work(client.db("saved").collection<Entry>("entries"), client);
  } finally {
    await client.close();
    await server?.stop();
  }
}

describe("the data of a directory", () => {
  it("documents, indexes, options, names and drops are the same after a restart", async () => {
    const before = await withEntries(async (entries, client) => {
      const database = client.db("saved");
      await database.createCollection("empty");
      await entries.createIndex({ n: 1 }, { unique: true, name: "by_n" });
      await entries.insertMany(Array.from({ length: 50 }, (_, _id) => ({ _id, n: _id, text: `entry ${_id}` })));
      await entries.updateMany({ _id: { $lt: 10 } }, { $inc: { n: 1000 }, $unset: { text: 1 } });
      await entries.deleteMany({ _id: { $gte: 40 } });
      await client.withSession((session) =>
        session.withTransaction(async () => void (await entries.insertOne({ _id: 99, n: 99 }, { session }))),
      );
      await database.collection("gone").insertOne({ x: 1 });
      await database.collection("gone").drop();
      await database.collection<Entry>("final").insertOne({ _id: 7, text: "saved" });
      await database.collection("final").createIndex({ text: 1 }, { name: "by_text" });
      return entries.find().sort({ _id: 1 }).toArray();
    });
    await withEntries(async (entries, client) => {
      expect(await entries.find().sort({ _id: 1 }).toArray()).toEqual(before);
      expect((await entries.indexes()).map(({ name, unique }) => [name, unique])).toEqual([
        ["_id_", undefined],
        ["by_n", true],
      ]);
      await expect(entries.insertOne({ _id: 500, n: 99 })).rejects.toMatchObject({ code: 11000 });
      const collections = await client.db("saved").collections();
      expect(collections.map(({ collectionName }) => collectionName).sort()).toEqual(["empty", "entries", "final"]);
      expect(await client.db("saved").collection("final").find({ text: "saved" }).hint("by_text").toArray()).toEqual([
        { _id: 7, text: "saved" },
      ]);
    });
  });

  it("an aborted transaction is not in the data after a restart", async () => {
    await withEntries(async (entries, client) => {
      await client.db("saved").createCollection("entries");
      const session = client.startSession();
      session.startTransaction();
      await entries.insertOne({ _id: 1 }, { session });
      await entries.insertOne({ _id: 2 });
      await session.abortTransaction();
      await session.endSession();
    });
    expect(await withEntries((entries) => entries.find().toArray())).toEqual([{ _id: 2 }]);
  });

  it("an index that one document made multikey returns the same results after a restart", async () => {
    await withEntries(async (entries) => {
      await entries.createIndex({ tags: 1 });
      await entries.insertOne({ _id: 1, tags: ["a", "b"] });
    });
    await withEntries(async (entries) => {
      // one element satisfies the one bound, another element the other
      expect(await entries.find({ tags: { $gt: "a", $lt: "b" } }).toArray()).toHaveLength(1);
    });
  });

  it("a start counts the documents without reading them", async () => {
    const count = (entries: mongo.Collection<Entry>) => entries.estimatedDocumentCount();
    const before = await withEntries(async (entries) => {
      await entries.insertMany(Array.from({ length: 20 }, (_, _id) => ({ _id, text: "x".repeat(100) })));
      await entries.deleteOne({ _id: 2 });
      return count(entries);
    });
    expect(before).toBe(19);
    expect(await withEntries(count)).toBe(19);
  });

  it("STO-06 a reader gets an error for a record with a flipped bit, in data too large for a check at the start", async () => {
    await withEntries(async (entries) => {
      await entries.insertOne({ _id: 1, text: "unmistakable" });
      for (const _id of [2, 3, 4]) await entries.insertOne({ _id, text: "x".repeat(13_000_000) });
    });
    const bytes = readFileSync(dataFile());
    const at = bytes.indexOf("unmistakable");
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(dataFile(), bytes);
    const server = await startEmbeddedMongo({ dataDir: directory, onInternalError: () => undefined });
    await withEntries(async (entries) => {
      await expect(entries.findOne({ _id: 1 })).rejects.toThrow(/record 1 of collection \d+ has a wrong checksum/);
    }, server.uri);
    await server.stop();
  });

  it("a start refuses a file that is not a database", async () => {
    writeFileSync(dataFile(), "something else entirely, and long enough".repeat(100));
    await expect(startEmbeddedMongo({ dataDir: directory })).rejects.toThrow(
      `${dataFile()} cannot be opened: file is not a database; restore a copy`,
    );
  });
});

/** The names in a directory, itself as ".", with their permissions in octal. */
function permissionsIn(folder: string): Record<string, string> {
  const names = [".", ...readdirSync(folder)].sort();
  return Object.fromEntries(names.map((name) => [name, (statSync(path.join(folder, name)).mode & 0o777).toString(8)]));
}

describe("a data directory", () => {
  it("BUS-10 only the owner can read a data directory and its copies, even if others could read the files before", async () => {
    const [folder, copy] = [path.join(directory, "data"), path.join(directory, "copy")];
    const server = await startEmbeddedMongo({ dataDir: folder });
    const client = await new mongo.MongoClient(server.uri).connect();
    await client.db("saved").collection("entries").insertOne({ n: 1 });
    await client.db("admin").command({ backupTo: copy });
    const found = [permissionsIn(folder), permissionsIn(copy)];
    await client.close();
    await server.stop();
    const used = { ".": "700", "data.db": "600", "data.db-state": "600", "data.db-wal": "600", "lock.db": "600", "lock.db-journal": "600" };
    expect(found).toEqual([used, { ".": "700", "data.db": "600" }]);
    for (const name of ["data.db", "data.db-state", "lock.db"]) chmodSync(path.join(folder, name), 0o644);
    const next = await startEmbeddedMongo({ dataDir: folder });
    const later = permissionsIn(folder);
    await next.stop();
    expect(later).toEqual(used);
  });

  it("STO-08 a data directory refuses a second server with exit code 2 and a sentence that names the directory", async () => {
    const server = await startServerProcess("--data-dir", directory);
    await expect(startServerProcess("--data-dir", directory)).rejects.toMatchObject({
      exitCode: 2,
      message: `embedded-mongo: the data directory ${directory} is in use by another server; stop it or choose another directory\n`,
    });
    expect(await server.end("SIGTERM")).toBe(0);
    const next = await startServerProcess("--data-dir", directory, "--fsync");
    expect(await next.end("SIGTERM")).toBe(0);
  });

  it("HSE-12 a data directory of a release before 1.0 is refused with a sentence that names it, and nothing is written", async () => {
    writeFileSync(path.join(directory, "journal.bson"), "");
    await expect(startServerProcess("--data-dir", directory)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(`the data in ${directory} are in the format of a release before 1.0`),
    });
    expect(readdirSync(directory)).toEqual(["journal.bson"]);
  });

  it("STO-08 one of several servers that start at once serves the data directory", async () => {
    for (let round = 0; round < 3; round++) {
      const starts = await Promise.allSettled([1, 2, 3].map(() => startServerProcess("--data-dir", directory)));
      const serving = starts.filter((start) => start.status === "fulfilled");
      expect(serving).toHaveLength(1);
      for (const start of starts) if (start.status === "rejected") expect(start.reason).toMatchObject({ exitCode: 2 });
      await serving[0]?.value.end("SIGKILL");
    }
  });

  it("STO-08 a server that starts gets the lock of another one that gives up, which holds a step of it for a moment", async () => {
    const giveUp = `
      const { workerData, parentPort } = require("node:worker_threads");
      const lock = new (require("node:sqlite").DatabaseSync)(workerData);
      lock.exec("BEGIN; SELECT 1 FROM sqlite_schema");
      parentPort.postMessage("held");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      lock.close();`;
    const other = new Worker(giveUp, { eval: true, workerData: path.join(directory, "lock.db") });
    await once(other, "message");
    const lock = lockDataDirectory(directory);
    expect(lock.isTransaction).toBe(true);
    lock.close();
    await other.terminate();
  });

  it("a data directory is unlocked when a forked server ends with its parent", async () => {
    const child = fork(MAIN, ["--data-dir", directory], { execArgv: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
    if (child.stdout) await once(child.stdout, "data");
    child.disconnect();
    expect((await once(child, "exit"))[0]).toBe(0);
    const next = await startEmbeddedMongo({ dataDir: directory });
    await next.stop();
  });

  it("a data directory retains every acknowledged write after kill -9 under load, and opens at once for the next server", async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round++) {
      const server = await startServerProcess("--data-dir", directory);
      const client = new mongo.MongoClient(server.uri, { serverSelectionTimeoutMS: 300, retryWrites: false });
      await client.connect();
      const entries = client.db("saved").collection<Entry>("entries");
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
    const found = await withEntries(async (entries) => new Set((await entries.find().toArray()).map(({ _id }) => _id)));
    expect(acknowledged.length).toBeGreaterThan(50);
    expect(acknowledged.filter((_id) => !found.has(_id))).toEqual([]);
  });
});
