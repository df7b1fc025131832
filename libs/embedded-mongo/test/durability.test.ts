import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { mongo } from "mongoose";
import { type EmbeddedMongo, startEmbeddedMongo } from "../index.ts";
import { eventually } from "./support/store.ts";

/** The flushes of a disk; each ends only when the test calls it back. */
const flushes: fs.NoParamCallback[] = [];
let isHeld = false;
const { fdatasync } = fs;
jest.spyOn(fs, "fdatasync").mockImplementation((descriptor, done) => {
  if (isHeld) flushes.push(done);
  else fdatasync(descriptor, done);
});

let directory: string;
let server: EmbeddedMongo;
let client: mongo.MongoClient;

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(tmpdir(), "embedded-mongo-"));
  server = await startEmbeddedMongo({ dataDir: directory, onInternalError: () => {} });
  client = await new mongo.MongoClient(server.uri).connect();
  await client.db("saved").createCollection("entries");
});
afterEach(() => {
  isHeld = false;
  for (const done of flushes.splice(0)) done(null);
});
afterAll(async () => {
  await client.close();
  await server.stop();
  fs.rmSync(directory, { recursive: true, force: true });
});

const entries = (writeConcern: mongo.WriteConcernSettings = {}) =>
  client.db("saved").collection<{ _id: number }>("entries", { writeConcern });

/** Whether a promise settles while the disk does not answer. */
async function isAnswered(work: Promise<unknown>): Promise<boolean> {
  let answered = false;
  void work.then(() => {
    answered = true;
  });
  for (let round = 0; round < 3; round++) await client.db("saved").command({ ping: 1 });
  return answered;
}

describe("a write", () => {
  it("STO-05 a write that requires no flush is answered after the commit of its batch", async () => {
    isHeld = true;
    await entries().insertOne({ _id: 1 });
    expect(flushes).toHaveLength(0);
    expect(await entries().countDocuments({ _id: 1 })).toBe(1);
  });

  it.each([
    ["j: true", { j: true }],
    ["majority", { w: "majority" as const }],
  ])(
    "STO-05 a write with %s is answered after its batch was flushed, and one that joined later after the next flush",
    async (_what, concern) => {
      isHeld = true;
      await entries().deleteMany({});
      const first = entries(concern).insertOne({ _id: 2 });
      await eventually(() => flushes.length === 1);
      const joined = [3, 4, 5].map((_id) => entries(concern).insertOne({ _id }));
      expect(await isAnswered(first)).toBe(false);
      flushes.shift()?.(null);
      await first;
      await eventually(() => flushes.length === 1);
      expect(await isAnswered(Promise.race(joined))).toBe(false);
      flushes.shift()?.(null);
      await Promise.all(joined);
      expect(flushes).toHaveLength(0);
    },
  );

  it("STO-05 a transaction is answered after the flush that its commit requires", async () => {
    const session = client.startSession();
    session.startTransaction({ writeConcern: { w: "majority" } });
    await entries().insertOne({ _id: 6 }, { session });
    isHeld = true;
    const commit = session.commitTransaction();
    await eventually(() => flushes.length === 1);
    expect(await isAnswered(commit)).toBe(false);
    flushes.shift()?.(null);
    await commit;
    await session.endSession();
  });
});

describe("a flush that fails", () => {
  it("STO-05 after a failed flush all writes fail until a restart, because the contents of the disk are unknown", async () => {
    isHeld = true;
    const write = entries({ j: true }).insertOne({ _id: 7 });
    await eventually(() => flushes.length === 1);
    flushes.shift()?.(new Error("EIO: i/o error, fdatasync"));
    await expect(write).rejects.toThrow("EIO");
    isHeld = false;
    await expect(entries().insertOne({ _id: 8 })).rejects.toThrow("EIO");
  });
});
