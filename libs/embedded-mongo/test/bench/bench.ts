import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { mongo } from "mongoose";
import { type MeasuredServer, startMeasured } from "./measured-server.ts";
import { measureSize } from "./size.ts";
import { ms, print, quantile, within } from "./within-bounds.ts";

// Measures the server on a disk, with every write flushed: `npm run bench -- --documents 1000000`. Prints rows of a table, and whether each
// figure is within its bound. `-- --gigabytes 5` measures a store of that size instead.
const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "100000" },
    gigabytes: { type: "string" },
    main: { type: "string", default: fileURLToPath(new URL("../../main.ts", import.meta.url)) },
    directory: { type: "string", default: tmpdir() },
  },
});
const DOCUMENTS = Number(values.documents);
const PER_OWNER = 20;
const CLIENTS = 32;
const WARM_UP_DOCUMENTS = 300_000;

interface Row {
  _id: number | string;
  n: number;
  name?: string;
  owner?: string;
  at?: Date;
  sub?: { a: number; b: number; c: string };
}

const rowOf = (id: number): Row => ({
  _id: id,
  name: "x".repeat(820),
  n: id,
  owner: `user${id % (DOCUMENTS / PER_OWNER)}`,
  at: new Date(id),
  sub: { a: 1, b: 2, c: "hello" },
});

let state = 1;
function random(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state % below;
}

/** The processor time of the server for an operation, in microseconds. */
const BOUNDS = { findOne: 130, find: 230, insertOne: 160, updateOne: 220, transaction: 800, scan: 2 } as const;
const MAX_START_MS = 1_000;
const MAX_WAIT_MS = 50;
/** Resident memory after the start and after everything was read, in megabytes. */
const MAX_MEMORY = { start: 200, read: 400 } as const;

/** Runs an operation `count` times by all clients and prints the processor time of the server for each. */
async function cost(server: MeasuredServer, name: string, most: number, count: number, work: () => Promise<unknown>): Promise<void> {
  const latencies: number[] = [];
  const run = async (times: number) => {
    let left = times;
    const client = async () => {
      while (left-- > 0) {
        const began = performance.now();
        await work();
        latencies.push(performance.now() - began);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  };
  await run(count / 4);
  latencies.length = 0;
  const before = server.cpu();
  const began = performance.now();
  await run(count);
  const seconds = (performance.now() - began) / 1000;
  latencies.sort((left, right) => left - right);
  const perOperation = (server.cpu() - before) / count;
  print(name, within(perOperation, most, "µs"), `${(count / seconds).toFixed(0)}/s`, `p99 ${ms(quantile(latencies, 0.99))}`);
}

/** Runs one long command and prints how long reads of single documents waited meanwhile. */
async function beside(server: MeasuredServer, name: string, work: () => Promise<unknown>): Promise<void> {
  const probe = new Worker(new URL("./probe.ts", import.meta.url), { workerData: { uri: server.uri, documents: DOCUMENTS } });
  await once(probe, "message");
  const before = server.cpu();
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  const seconds = (server.cpu() - before) / 1e6;
  probe.postMessage("end");
  const [latencies] = (await once(probe, "message")) as [number[]];
  const waited = `others p99 ${within(quantile(latencies, 0.99) ?? 0, MAX_WAIT_MS, "ms", 1)}, longest ${ms(latencies.at(-1))}`;
  print(name, `${seconds.toFixed(2)} s of processor`, ms(took), waited);
}

async function fill(server: MeasuredServer, rows: mongo.Collection<Row>): Promise<void> {
  await rows.createIndex({ owner: 1, at: 1 });
  const before = server.cpu();
  for (let id = 0; id < DOCUMENTS; id += 1000) await rows.insertMany(Array.from({ length: 1000 }, (_, at) => rowOf(id + at)));
  print("insertMany, a document", `${((server.cpu() - before) / DOCUMENTS).toFixed(1)} µs`, "", "");
}

async function costs(server: MeasuredServer, client: mongo.MongoClient): Promise<void> {
  const rows = client.db("bench").collection<Row>("rows");
  const moves = client.db("bench").collection<Row>("moves");
  await moves.insertOne({ _id: "first", n: 0 });
  let next = DOCUMENTS;
  const transaction = () =>
    client.withSession((session) =>
      session.withTransaction(async () => {
        await rows.updateOne({ _id: random(DOCUMENTS) }, { $inc: { n: -1 } }, { session });
        await rows.updateOne({ _id: random(DOCUMENTS) }, { $inc: { n: 1 } }, { session });
        for (let move = 0; move < 2; move++) await moves.insertOne({ _id: `move${next++}`, n: 1 }, { session });
      }),
    );
  await cost(server, "findOne by id", BOUNDS.findOne, 8000, () => rows.findOne({ _id: random(DOCUMENTS) }));
  const owner = () => `user${random(DOCUMENTS / PER_OWNER)}`;
  await cost(server, "find of 20 by index", BOUNDS.find, 4000, () =>
    rows.find({ owner: owner() }).sort({ at: 1 }).limit(PER_OWNER).toArray(),
  );
  await cost(server, "insertOne", BOUNDS.insertOne, 4000, () => rows.insertOne(rowOf(next++)));
  await cost(server, "updateOne $inc", BOUNDS.updateOne, 4000, () => rows.updateOne({ _id: random(DOCUMENTS) }, { $inc: { n: 1 } }));
  await cost(server, "transaction of four writes", BOUNDS.transaction, 1200, transaction);
}

/** The scan of everything once the code is compiled, which takes some 200,000 documents. */
async function scanCost(server: MeasuredServer, rows: mongo.Collection<Row>): Promise<void> {
  const scan = () => rows.find({ "sub.c": "none" }).toArray();
  for (let documents = 0; documents < WARM_UP_DOCUMENTS; documents += DOCUMENTS) await scan();
  const before = server.cpu();
  await scan();
  print("scan, a document", within((server.cpu() - before) / DOCUMENTS, BOUNDS.scan, "µs", 2), "", "");
}

async function longWork(server: MeasuredServer, client: mongo.MongoClient): Promise<void> {
  const database = client.db("bench");
  const rows = database.collection<Row>("rows");
  print("memory before the long work", `${server.memory()} MB`, "", "");
  await scanCost(server, rows);
  await beside(server, "scan that finds nothing", () => rows.find({ "sub.c": "none" }).toArray());
  await beside(server, "reading everything", async () => {
    for await (const _row of rows.find());
  });
  print("memory after reading everything", within(server.memory(), MAX_MEMORY.read, "MB"), "", "");
  await beside(server, "aggregation over everything", () => rows.aggregate([{ $group: { _id: "$sub.c", n: { $sum: "$n" } } }]).toArray());
  await beside(server, "building an index", () => rows.createIndex({ n: 1 }));
  const copies = database.collection<Row>("copies");
  for (let id = 0; id < 100_000; id += 1000) await copies.insertMany(Array.from({ length: 1000 }, (_, at) => rowOf(id + at)));
  await beside(server, "dropping 100,000 documents", async () => {
    await copies.drop();
    for (let wait = 0; wait < 20; wait++) await new Promise((resolve) => setTimeout(resolve, 100));
  });
  const large = { _id: "large", n: 0, name: "x".repeat(16_000_000) };
  await beside(server, "a document of 16 MB", () => rows.insertOne(large));
}

async function measureAll(directory: string): Promise<void> {
  let server = await startMeasured(values.main, directory);
  try {
    console.log(`${DOCUMENTS} documents of 1 KB, ${CLIENTS} clients, every write flushed\n`);
    let client = await new mongo.MongoClient(server.uri).connect();
    await fill(server, client.db("bench").collection<Row>("rows"));
    await client.close();
    await server.stop();
    server = await startMeasured(values.main, directory);
    const memory = within(server.memory(), MAX_MEMORY.start, "MB");
    print("start", `${(server.cpu() / 1e6).toFixed(2)} s of processor`, within(server.startMs, MAX_START_MS, "ms"), memory);
    client = await new mongo.MongoClient(server.uri, { maxPoolSize: CLIENTS + 8 }).connect();
    await costs(server, client);
    await longWork(server, client);
    await client.close();
  } finally {
    await server.stop();
  }
}

const directory = mkdtempSync(path.join(values.directory, "embedded-mongo-bench-"));
try {
  if (values.gigabytes) await measureSize(values.main, directory, Number(values.gigabytes));
  else await measureAll(directory);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
