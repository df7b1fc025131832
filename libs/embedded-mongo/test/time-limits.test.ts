import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { message, type RawConnection, rawConnection } from "./support/raw-connection.ts";
import { type ServerProcess, startServerProcess } from "./support/server-process.ts";
import { eventually, serverErrorOf } from "./support/store.ts";

const DATABASE = "limits";
const DOCUMENTS = 20_000;
const EXPIRED = { code: 50, codeName: "MaxTimeMSExpired" };
const MAX_TIME_MS = 100;
/** Longest delay of the error on a busy machine. */
const PATIENCE_MS = 1_500;
const END_LIMIT_MS = 200;
/** The least time of several attempts is that of the server; a busy machine only adds to it. */
const ATTEMPTS = 4;

/** A long search for each document: the place of a text that is not there, 100 times. */
const NOWHERE = { $indexOfArray: [{ $literal: Array<string>(500).fill("x") }, "y"] };
/** Takes about half a millisecond for each document. */
const SLOW_SUM = { $add: ["$n", { $multiply: [0, ...Array<object>(10).fill(NOWHERE)] }] };
/** Matches nothing, after a long time. */
const SLOW_FILTER = { $expr: { $lt: [SLOW_SUM, 0] } };

let server: ServerProcess;
let client: mongo.MongoClient;
let database: mongo.Db;
let many: mongo.Collection<{ _id: number; n: number }>;

beforeAll(async () => {
  server = await startServerProcess();
  client = await new mongo.MongoClient(server.uri, { retryReads: false, retryWrites: false }).connect();
  database = client.db(DATABASE);
  many = database.collection("many");
  await many.insertMany(Array.from({ length: DOCUMENTS }, (_, _id) => ({ _id, n: _id })));
});
afterAll(async () => {
  await client.close();
  await server.end("SIGKILL");
});

interface RunningOperation extends mongo.Document {
  readonly ns: string;
  readonly command: mongo.Document;
}
const runningOperations = async (name: string): Promise<RunningOperation[]> => {
  const all = await client
    .db("admin")
    .aggregate<RunningOperation>([{ $currentOp: {} }])
    .toArray();
  return all.filter(({ ns, command }) => ns.startsWith(`${DATABASE}.`) && name in command);
};
const isRunning = async (name: string): Promise<boolean> => (await runningOperations(name)).length > 0;

/** Sends a command over a connection of its own and waits until it runs. */
async function startRunning(command: mongo.Document): Promise<RawConnection> {
  const connection = await rawConnection(server.uri);
  connection.socket.write(message({ ...command, $db: DATABASE }));
  await eventually(() => isRunning(Object.keys(command)[0] ?? ""));
  return connection;
}

/** The milliseconds from an action until no command of a name runs any more. */
async function msUntilEnded(name: string, act: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await act();
  await eventually(async () => !(await isRunning(name)));
  return performance.now() - startedAt;
}

describe("STO-15 maxTimeMS", () => {
  const maxTimeMS = MAX_TIME_MS;
  it.each<[string, () => Promise<unknown>]>([
    ["find", () => many.find(SLOW_FILTER, { maxTimeMS }).toArray()],
    ["a sorted find", () => many.find(SLOW_FILTER, { maxTimeMS, sort: { n: -1 } }).toArray()],
    ["findOne with a slow projection", () => many.find({}, { maxTimeMS, batchSize: DOCUMENTS, projection: { sum: SLOW_SUM } }).toArray()],
    ["aggregate with $match", () => many.aggregate([{ $match: SLOW_FILTER }], { maxTimeMS }).toArray()],
    ["aggregate with $project", () => many.aggregate([{ $project: { sum: SLOW_SUM } }], { maxTimeMS }).toArray()],
    ["aggregate with $group", () => many.aggregate([{ $group: { _id: SLOW_SUM } }], { maxTimeMS }).toArray()],
    [
      "aggregate with $lookup",
      () =>
        many
          .aggregate([{ $lookup: { from: "many", pipeline: [{ $match: SLOW_FILTER }], as: "all" } }, { $count: "n" }], { maxTimeMS })
          .toArray(),
    ],
    ["count", () => many.count(SLOW_FILTER, { maxTimeMS })],
    ["countDocuments", () => many.countDocuments(SLOW_FILTER, { maxTimeMS })],
    ["updateOne", () => many.updateOne(SLOW_FILTER, { $set: { n: 0 } }, { maxTimeMS })],
    ["updateMany", () => many.updateMany({}, [{ $set: { sum: SLOW_SUM } }], { maxTimeMS })],
    ["deleteMany", () => many.deleteMany(SLOW_FILTER, { maxTimeMS })],
    ["findOneAndUpdate", () => many.findOneAndUpdate(SLOW_FILTER, { $set: { n: 0 } }, { maxTimeMS })],
    ["findOneAndDelete", () => many.findOneAndDelete(SLOW_FILTER, { maxTimeMS })],
  ])("STO-15 maxTimeMS ends %s with code 50", async (_what, act) => {
    const startedAt = performance.now();
    expect(await serverErrorOf(act)).toMatchObject(EXPIRED);
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
  });

  it("STO-15 a command that ends within maxTimeMS returns its result", async () => {
    expect(await many.find({ n: { $lt: 3 } }, { maxTimeMS: 5_000 }).toArray()).toHaveLength(3);
    expect(await many.countDocuments({}, { maxTimeMS: 5_000 })).toBe(DOCUMENTS);
  });

  it("STO-15 maxTimeMS of a find limits the time of all batches of its cursor, but not the time between them", async () => {
    const { socket, send } = await rawConnection(server.uri);
    const find = { find: "many", maxTimeMS: 500, batchSize: 2, projection: { sum: SLOW_SUM }, $db: DATABASE };
    const { cursor } = await send(find);
    const getMore = (batchSize: number) => send({ getMore: cursor.id, collection: "many", batchSize, $db: DATABASE });
    await serverErrorOf(() => many.countDocuments(SLOW_FILTER, { maxTimeMS: 600 }));
    expect(await getMore(2)).toMatchObject({ ok: 1, cursor: { nextBatch: [{ _id: 2 }, { _id: 3 }] } });
    expect(await getMore(DOCUMENTS)).toMatchObject({ ok: 0, ...EXPIRED });
    expect(await getMore(1)).toMatchObject({ ok: 0, code: 43 });
    socket.destroy();
  });

  it("STO-15 maxTimeMS ends a statement of a transaction, and the transaction with it", async () => {
    const session = client.startSession();
    session.startTransaction();
    await many.updateOne({ _id: 1 }, { $inc: { n: 0.5 } }, { session });
    expect(await serverErrorOf(() => many.find(SLOW_FILTER, { session, maxTimeMS }).toArray())).toMatchObject(EXPIRED);
    expect(await serverErrorOf(() => session.commitTransaction())).toMatchObject({ code: 251 });
    await session.endSession();
    expect(await many.updateOne({ _id: 1 }, { $set: { n: 1 } }, { maxTimeMS: 1_000 })).toMatchObject({ matchedCount: 1 });
  });
});

describe("STO-15 work without a waiting client", () => {
  const commands: [string, mongo.Document][] = [
    ["find", { find: "many", filter: SLOW_FILTER }],
    ["aggregate", { aggregate: "many", pipeline: [{ $match: SLOW_FILTER }], cursor: {} }],
    ["count", { count: "many", query: SLOW_FILTER }],
    ["explain", { explain: { find: "many", filter: SLOW_FILTER } }],
  ];
  const grouped = [{ $unwind: "$n" }, { $set: { sum: SLOW_SUM } }, { $match: { sum: -1 } }, { $group: { _id: null } }];

  it.each([...commands, ["aggregate", { aggregate: "many", pipeline: grouped, cursor: {} }] as [string, mongo.Document]])(
    "STO-15 %s ends within 200 ms when its connection closes, and others are served meanwhile",
    async (name, command) => {
      const times: number[] = [];
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const { socket } = await startRunning(command);
        await client.db("admin").command({ ping: 1 });
        expect(await isRunning(name)).toBe(true);
        times.push(await msUntilEnded(name, () => socket.destroy()));
      }
      expect(Math.min(...times)).toBeLessThan(END_LIMIT_MS);
    },
  );

  it("STO-15 killCursors ends the getMore that is reading a cursor", async () => {
    const other = await rawConnection(server.uri);
    const times: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { cursor } = await other.send({ find: "many", batchSize: 2, projection: { sum: SLOW_SUM }, $db: DATABASE });
      const getMore = { getMore: cursor.id, collection: "many", $db: DATABASE };
      const { socket, replies } = await startRunning(getMore);
      expect(await other.send(getMore)).toMatchObject({ ok: 0, code: 12051 });
      times.push(await msUntilEnded("getMore", () => other.send({ killCursors: "many", cursors: [cursor.id], $db: DATABASE })));
      await eventually(() => replies.length === 1);
      expect(replies).toMatchObject([{ ok: 0, code: 237, codeName: "CursorKilled" }]);
      expect(await other.send(getMore)).toMatchObject({ ok: 0, code: 43 });
      socket.destroy();
    }
    expect(Math.min(...times)).toBeLessThan(END_LIMIT_MS);
    other.socket.destroy();
  });

  it("STO-15 a write that waits for a lock is not executed after its connection has closed", async () => {
    const session = client.startSession();
    session.startTransaction();
    await many.updateOne({ _id: 7 }, { $set: { n: 70 } }, { session });
    const { socket } = await startRunning({ update: "many", updates: [{ q: { _id: 7 }, u: { $set: { n: -7 } } }] });
    await msUntilEnded("update", () => socket.destroy());
    await session.commitTransaction();
    await session.endSession();
    expect((await many.findOne({ _id: 7 }))?.n).toBe(70);
  });
});

describe("STO-15 a collection that changes under a running query", () => {
  let changing: mongo.Collection<{ _id: number; n: number }>;
  beforeEach(async () => {
    changing = database.collection("changing");
    await changing.drop();
    await changing.insertMany(Array.from({ length: 2_000 }, (_, _id) => ({ _id, n: _id })));
    await changing.createIndex({ n: 1 });
  });

  it.each<[string, mongo.Document, () => Promise<unknown>]>([
    ["its collection is dropped", {}, () => changing.drop()],
    ["its index is dropped", { hint: { n: 1 } }, () => changing.dropIndex("n_1")],
  ])("STO-15 a running query ends with code 175 when %s", async (_what, options, act) => {
    const { socket, replies } = await startRunning({ find: "changing", filter: { n: { $gte: 0 }, ...SLOW_FILTER }, ...options });
    await act();
    await eventually(() => replies.length === 1);
    expect(replies).toMatchObject([{ ok: 0, code: 175, codeName: "QueryPlanKilled" }]);
    socket.destroy();
  });

  it("STO-15 a query during changes returns every document that was present all the time exactly once", async () => {
    const { socket, replies } = await startRunning({ find: "changing", filter: { $expr: { $gte: [SLOW_SUM, 0] } }, batchSize: 10_000 });
    await changing.deleteMany({ n: { $gte: 1_900 } });
    await changing.updateMany({ n: { $lt: 100 } }, { $inc: { n: 0.5 } });
    await eventually(() => replies.length === 1);
    const ids = replies[0]?.cursor.firstBatch.map(({ _id }: { _id: number }) => _id);
    expect(ids.slice(0, 1_900)).toEqual(Array.from({ length: 1_900 }, (_, _id) => _id));
    socket.destroy();
  });
});
