import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedMongo, startEmbeddedMongo } from "@creator-platform/embedded-mongo";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import mongoose, { type mongo } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { startTestSystem, type TestSystem } from "../support/test-system.ts";

/** The full run has `MOVE_DOCUMENTS=100000`. */
const DOCUMENTS = Number(process.env.MOVE_DOCUMENTS ?? 10_000);
const PREFIX = "creators_";
const { Decimal128, Double, Int32, Long, MongoClient, ObjectId } = mongoose.mongo;

let folder: string;
let target: EmbeddedMongo;
let moved: mongo.MongoClient;
let before: Content;

/** Every document by namespace as a hash, and every index. */
type Content = Readonly<Record<string, { readonly hashes: readonly string[]; readonly indexes: readonly object[] }>>;

async function contentOf(client: mongo.MongoClient): Promise<Content> {
  const content: Record<string, { hashes: string[]; indexes: object[] }> = {};
  const { databases } = await client.db("admin").admin().listDatabases();
  for (const { name: database } of databases.filter(({ name }) => name.startsWith(PREFIX))) {
    for (const collection of await client.db(database).collections()) {
      const hashes: string[] = [];
      for await (const bytes of collection.find({}, { raw: true }) as AsyncIterable<unknown>)
        hashes.push(
          createHash("sha1")
            .update(bytes as Uint8Array)
            .digest("hex"),
        );
      const indexes = (await collection.indexes()).sort((a, b) => String(a.name).localeCompare(String(b.name)));
      content[`${database}.${collection.collectionName}`] = { hashes: hashes.sort(), indexes };
    }
  }
  return content;
}

/** Writes to the source like a running system. */
async function withSource<T>(work: (client: mongo.MongoClient, url: string) => Promise<T>): Promise<T> {
  const store = await startEmbeddedMongo({ dataDir: join(folder, "mongo") });
  const client = new MongoClient(store.uri);
  try {
    return await work(client, store.uri);
  } finally {
    await client.close();
    await store.stop();
  }
}

/** Money in every state: held, released, refused. */
async function usePlatform({ newFan, newCreator }: TestSystem): Promise<void> {
  const [fan, creator] = await Promise.all([newFan("50.00"), newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
  const letter = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Hello!" };
  const { body } = await fan.send("POST", "/messages", letter);
  expect(await creator.send("POST", `/messages/${(body.data as { messageId: string }).messageId}/reply`, { content: "Hi" })).toMatchObject({
    status: 201,
  });
  expect(await fan.send("POST", "/messages", { ...letter, content: "Another one" })).toMatchObject({ status: 201 });
}

/** One document of every type that a move could alter. */
const anyTypes = (number: number) => ({
  _id: uuid() as unknown as mongo.ObjectId,
  double: new Double(number),
  int: new Int32(number),
  long: Long.fromNumber(number),
  decimal: Decimal128.fromString(`${number}.10`),
  date: new Date(number),
  id: new ObjectId(),
  bytes: Buffer.from([number % 256]),
  nothing: null,
  list: [{ b: 1, a: [] }, "é"],
});

const children = new Set<ChildProcess>();

function startMove(to = target.uri, dataDir = folder): { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> } {
  const child = spawn(process.execPath, ["deploy/move.ts", "--to", to], {
    env: { ...process.env, NODE_OPTIONS: "", DATA_DIR: dataDir, DATABASE_PREFIX: PREFIX },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(String(chunk)));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, said: said.join("") }));
  return { child, ended };
}

/** Slows down the target, so that a kill leaves it half filled. */
const slowInserts = (how: object) => moved.db("admin").command({ configureFailPoint: "failCommand", ...how });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "move-"));
  target = await startEmbeddedMongo({ failPoints: true });
  moved = new MongoClient(target.uri);
  await withSource(async (client, mongoUrl) => {
    const system = await startTestSystem({ mongoUrl, databasePrefix: PREFIX });
    await usePlatform(system);
    await system.broker.stop();
    await system.runtime.close();
    const visits = client.db(`${PREFIX}analytics`).collection("visits");
    await visits.createIndex({ date: 1 }, { name: "by_date" });
    // Expired documents still belong to the source, and are counted.
    await visits.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    for (let number = 0; number < DOCUMENTS; number += 1_000)
      await visits.insertMany(Array.from({ length: 1_000 }, (_, index) => anyTypes(number + index)));
    before = await contentOf(client);
  });
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});
afterAll(async () => {
  await moved.close();
  await target.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("moving a system to MongoDB", () => {
  it("STO-26 refuses a source that runs, one that does not exist, and a target that does not answer", async () => {
    const running = await withSource(() => startMove().ended);
    expect(running).toMatchObject({ code: 2, said: expect.stringContaining("stop the system first") });
    expect(await startMove(target.uri, join(folder, "nowhere")).ended).toMatchObject({
      code: 2,
      said: expect.stringContaining("there is no folder"),
    });
    expect(await startMove("mongodb://127.0.0.1:1/?replicaSet=rs0").ended).toMatchObject({
      code: 2,
      said: expect.stringContaining("the target does not answer"),
    });
  });

  it("STO-26 refuses a target that has one of the databases already", async () => {
    const stranger = moved.db(`${PREFIX}account`);
    await stranger.collection("users").insertOne({});
    expect(await startMove().ended).toMatchObject({ code: 2, said: expect.stringContaining("not empty: it has creators_account") });
    expect(await stranger.collection("users").countDocuments()).toBe(1);
    await stranger.dropDatabase();
  });

  it("STO-26 arrives whole after it was killed twice: documents, indexes and a balanced ledger; the source is as it was", async () => {
    const visits = moved.db(`${PREFIX}analytics`).collection("visits");
    await slowInserts({ mode: "alwaysOn", data: { failCommands: ["insert"], blockConnection: true, blockTimeMS: 50 } });
    for (const part of [0.1, 0.5]) {
      const { child, ended } = startMove();
      await eventually(async () => expect(await visits.estimatedDocumentCount()).toBeGreaterThan(part * DOCUMENTS));
      child.kill("SIGKILL");
      expect((await ended).code).toBeNull();
      expect(await visits.estimatedDocumentCount()).toBeLessThan(DOCUMENTS);
    }
    await slowInserts({ mode: "off" });
    const { code, said } = await startMove().ended;
    expect([code, said]).toEqual([0, expect.stringContaining("ledger balanced")]);
    expect(await contentOf(moved)).toEqual(before);
    expect(await withSource((client) => contentOf(client))).toEqual(before);
    expect(await startMove().ended).toMatchObject({ code: 2, said: expect.stringContaining("not empty") });
  });

  it("STO-26 does not go on after the source has changed", async () => {
    const other = await startEmbeddedMongo();
    const client = new MongoClient(other.uri);
    const { child, ended } = startMove(other.uri);
    await eventually(async () => expect(await client.db(`${PREFIX}move`).collection("state").countDocuments()).toBe(1));
    child.kill("SIGKILL");
    await ended;
    await withSource((source) =>
      source
        .db(`${PREFIX}account`)
        .collection("users")
        .updateOne({}, { $set: { displayName: "Another" } }),
    );
    expect(await startMove(other.uri).ended).toMatchObject({
      code: 2,
      said: expect.stringContaining(`the source has changed since the move began (${PREFIX}account.users)`),
    });
    await client.close();
    await other.stop();
  });
});
