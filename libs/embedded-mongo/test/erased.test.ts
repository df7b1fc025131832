import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { type EmbeddedMongo, startEmbeddedMongo } from "../index.ts";

const TEXTS = 1000;

interface Note {
  _id: number;
  owner: number;
  text: string;
  words?: string[];
}

let directory: string;
let server: EmbeddedMongo;
let client: mongo.MongoClient;
beforeEach(async () => {
  directory = fs.mkdtempSync(path.join(tmpdir(), "embedded-mongo-"));
  server = await startEmbeddedMongo({ dataDir: directory });
  client = await new mongo.MongoClient(server.uri).connect();
});
afterEach(async () => {
  await client.close();
  await server.stop();
  fs.rmSync(directory, { recursive: true, force: true });
});

const secretOf = (number: number): string => `secret-${String(number).padStart(4, "0")}`;

/** The secrets that still stand in a file of the directory, with the file. */
function remaining(): string[] {
  const found = new Set<string>();
  for (const name of fs.readdirSync(directory))
    for (const [secret] of fs.readFileSync(path.join(directory, name), "latin1").matchAll(/secret-\d{4}/g))
      found.add(`${secret} in ${name}`);
  return [...found];
}

describe("erased data", () => {
  it("STO-19 erased data is in no file after fsync: deleted, replaced, unset, of indexed fields, short and long, among remaining data", async () => {
    const notes = client.db("saved").collection<Note>("notes");
    await notes.createIndex({ text: 1 });
    await notes.createIndex({ words: 1 });
    const length = (number: number) => [1, 10, 300][number % 3] ?? 1;
    const note = (_id: number, secret: string): Note => ({
      _id,
      owner: _id % 4,
      text: secret.repeat(length(_id)),
      words: [secret, "shared"],
    });
    for (let number = 0; number < TEXTS; number++) {
      await notes.insertOne(note(2 * number, secretOf(number)));
      await notes.insertOne(note(2 * number + 1, `stays-${number}`));
    }
    expect(remaining().length).toBeGreaterThanOrEqual(TEXTS);
    const secret = { $gte: "secret", $lt: "secreu" };
    const erased = (owner: number) => ({ owner, text: secret });
    await notes.deleteMany({ _id: { $lt: TEXTS }, text: secret });
    await notes.updateMany(erased(0), { $set: { text: "", words: [] } });
    await notes.updateMany({ owner: 2, text: secret }, { $unset: { text: 1, words: 1 } });
    expect(await notes.countDocuments({ text: secret })).toBe(0);
    await client.db("admin").command({ fsync: 1 });
    expect(remaining()).toEqual([]);
    expect(await notes.countDocuments({ text: { $gte: "stays", $lt: "stayt" } })).toBe(TEXTS);
  });

  it("STO-19 fsync is answered while others continue to write, and loses none of their writes", async () => {
    const notes = client.db("saved").collection<Note>("notes", { writeConcern: { w: "majority" } });
    let isWriting = true;
    const written = Array.from({ length: 8 }, async (_, writer) => {
      let count = 0;
      for (; isWriting; count++) await notes.insertOne({ _id: writer * 100_000 + count, owner: writer, text: "saved" });
      return count;
    });
    for (let round = 0; round < 20; round++) await client.db("admin").command({ fsync: 1 });
    isWriting = false;
    const counts = await Promise.all(written);
    expect(await notes.countDocuments({})).toBe(counts.reduce((total, count) => total + count, 0));
    await client.db("admin").command({ fsync: 1 });
    expect(fs.statSync(path.join(directory, "data.db-wal")).size).toBe(0);
  });

  it("STO-19 fsync with a lock is refused", async () => {
    await expect(client.db("admin").command({ fsync: 1, lock: true })).rejects.toMatchObject({ code: 115 });
  });
});
